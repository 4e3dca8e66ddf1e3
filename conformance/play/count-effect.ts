import { usualEffect } from '../cases/known.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import { count, type Play } from './play.ts';
import type { Turn, Watched } from './turn.ts';

/** Counts for each requirement whether this reset could have shown a violation of it. */
export function countEffect(
  play: Play,
  turn: Turn,
  watched: Watched,
  seen: { readonly had: readonly string[]; readonly othersHad: readonly string[]; readonly isUnchanged: boolean },
): void {
  const { call, key, permanent, step } = turn;
  const { kind } = call.conversation;
  const at = watched.before.indexOf(key);
  const preserved = step.preserveOrder === 'true';
  const usual = usualEffect(play.known, call, preserved, permanent);
  const tally = (holds: boolean, ...ids: readonly RequirementId[]) => {
    if (holds) for (const id of ids) count(play, id);
  };
  const ordered = watched.before.length >= 3 && at > 0;
  tally(preserved && ordered, `${kind}-order-kept`);
  tally(preserved && ordered && permanent === true, 'order-kept-with-permanent-deletion');
  tally(step.preserveOrder === 'left-out' && usual !== undefined && usual.place !== 'kept', 'omitted-equals-false');
  tally(watched.before.length >= 3, 'rest-keeps-order');
  tally(watched.before.length >= 2, 'nothing-doubled-or-lost');
  tally(permanent === true && seen.had.length > 0, 'permanent-deletes-all');
  tally(permanent === true && watched.views.some(({ texts }) => texts.size > 0), 'permanent-deletes-no-other');
  tally(kind === 'user' && step.permanently === 'false' && seen.othersHad.length > 0, 'false-deletes-none-for-others');
  tally(kind === 'group' && seen.othersHad.length > 0, 'group-reset-deletes-none-for-others');
  tally(watched.counterpartBefore.length >= 2, 'other-participants-untouched');
  tally(watched.thirds.size > 0, 'bystanders-untouched');
  tally(play.scene.names !== 'plain', 'look-alikes-apart');
  tally(step.wire === 'chunked', 'framing');
  tally(step.wire === 'spaced' || step.wire === 'reordered' || step.wire === 'escaped', 'body-form');
  tally(step.wire === 'percent-encoded', 'percent-encoding');
  tally(step.wire === 'header-case', 'header-case');
  tally(step.preserveOrder === 'left-out' || (kind === 'user' && step.permanently === 'left-out'), 'optional-fields');
  tally(seen.had.length > 0, `${kind}-reset-works`);
  if (seen.isUnchanged || seen.had.length === 0) return;
  play.observed += 1;
  tally(true, 'confirmed-did-it', 'acting-user-only');
  tally(usual !== undefined && !(preserved && permanent), 'keeps-to-its-behaviour');
}
