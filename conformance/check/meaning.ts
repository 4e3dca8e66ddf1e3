import type { Executed, MessagesView } from '../execution/trace.ts';
import type { Effect, Profile } from '../profile/profile.ts';
import { keyOf, seenBy, toGroup, toUser } from '../scenario/conversations.ts';
import { isReset, type Scenario } from '../scenario/scenario.ts';
import type { Sign } from './at-once.ts';
import { claimOf } from './claim.ts';
import { either, type TextState } from './compare-messages.ts';
import { usualEffect } from './effect.ts';
import { type Reading, readingsOf } from './readings.ts';

/** What a reset that was not refused may have done. */
export interface Meaning {
  readonly actor: string;
  /** `nothing` among them also where it was not confirmed. */
  readonly readings: readonly (Reading | 'nothing')[];
  /** What such resets do to the acting user's side, where the target does the same each time. */
  readonly usual: Effect | undefined;
}

/** Undefined for what is no reset, or was refused. */
export function meaningOf(executed: Executed, { users, groups }: Scenario, profile: Profile): Meaning | undefined {
  const { operation } = executed;
  const claim = claimOf(executed);
  if (!isReset(operation) || claim === 'refused') return undefined;
  const { actor } = operation;
  const others = users.filter((uid) => uid !== actor).map(toUser);
  const own = groups.filter(({ members }) => members.includes(actor)).map(({ id }) => toGroup(id));
  const readings = readingsOf(operation, profile, [...others, ...own]);
  const isSure = claim === 'confirmed' && readings.length > 0;
  return { actor, readings: isSure ? readings : [...readings, 'nothing'], usual: usualEffect(operation, profile) };
}

/**
 * What a reset makes of a text, or of a row that a message has brought: one outcome, or whatever several allow. Of the
 * acting user's own, whatever the specification leaves open, unless it is given what is usual.
 */
export function signAfter(meaning: Meaning, { view, name }: Sign, state: TextState, profile: Profile): TextState {
  const { actor, readings, usual } = meaning;
  const outcomes = readings.map((reading) => {
    if (reading === 'nothing') return state;
    return view.of === 'list'
      ? rowAfter(state, view.owner, name, actor, reading, usual)
      : textAfter(state, view, actor, reading, profile, usual);
  });
  return outcomes.reduce(either);
}

function rowAfter(
  state: TextState,
  owner: string,
  row: string,
  actor: string,
  { conversation, permanent }: Reading,
  usual: Effect | undefined,
): TextState {
  const own = usual?.place === 'removed' ? 'hidden' : 'open';
  if (owner === actor) return row === keyOf(conversation) ? own : state;
  return permanent && row === keyOf(toUser(actor)) && keyOf(conversation) === keyOf(toUser(owner)) ? 'open' : state;
}

function textAfter(
  state: TextState,
  { owner, peer }: MessagesView,
  actor: string,
  { conversation, permanent }: Reading,
  { permanentDeletion }: Profile,
  usual: Effect | undefined,
): TextState {
  if (keyOf(seenBy(actor, owner, peer)) !== keyOf(conversation)) return state;
  if (owner === actor) {
    if (permanent) return 'deleted';
    // What it hides is free; it shows nothing again.
    return state === 'deleted' || state === 'hidden' ? state : usual?.texts === 'hidden' ? 'hidden' : 'open';
  }
  if (!permanent) return state;
  if (permanentDeletion === 'for-everyone') return 'deleted';
  // Who leaves them there after one deletion may take them after another: the spec says that they are deleted.
  return state === 'there' ? 'alike' : state;
}
