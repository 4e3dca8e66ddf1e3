import { effectClass, isVisible, type Place, placeOf, textsOf } from '../cases/known.ts';
import { describeCall } from '../cases/say-reset.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import { countEffect } from './count-effect.ts';
import { compareKept, compareLists, sameSequence } from './judge-list.ts';
import { compareView, expectTexts, textsThat, type View } from './ledger.ts';
import {
  type Finding,
  listLook,
  mismatch,
  type Play,
  readView,
  type SeenEffect,
  subjectOf,
  unchangedList,
  viewLook,
  viewMismatch,
} from './play.ts';
import { type AnyLook, look, settle } from './settle.ts';
import type { Turn, Watched } from './turn.ts';

/** Judges what a confirmed reset did to everything that is watched. */
export async function judgeEffect(play: Play, turn: Turn, watched: Watched): Promise<void> {
  const { call, counterpart, key, othersKey, own, others, permanent, step } = turn;
  const { kind } = call.conversation;
  const preserved = step.preserveOrder === 'true';
  const had = textsThat(own, true);
  const usual = play.known.effects[effectClass(kind, preserved, permanent)];
  const { before } = watched;
  let after = before;
  let texts: readonly string[] = had;

  const othersHad = textsThat(others, true);
  let othersTexts: readonly string[] = othersHad;
  const othersLose = kind === 'user' && permanent ? play.known.permanentForEveryone : false;
  own.reset = true;
  own.pinned ||= preserved;
  if (permanent) {
    play.deleted = true;
    expectTexts(own, false);
  }
  if (permanent && othersLose !== false) expectTexts(others, othersLose === true ? false : undefined);

  const ownList: AnyLook<Finding> = listLook(play, call.actor, (list) => {
    after = list;
    const wrong = preserved ? compareKept(before, list, key, kind) : compareLists(before, list, new Set([key]));
    const comparison = {
      of: 'list',
      subject: `the list of ${call.actor}`,
      before,
      expected: before,
      ...(preserved ? {} : { freely: key }),
      seen: list,
    } as const;
    if (wrong !== undefined) {
      return { kind: 'mismatch', mismatch: mismatch(play, wrong.requirement, wrong.summary, comparison) };
    }
    return preserved || usual === undefined || isUsualPlace(play, usual.place, key, before, list)
      ? undefined
      : { kind: 'unusual', what: 'place', comparison };
  });

  const ownView: AnyLook<Finding> = look({
    read: () => readView(play, own),
    judge: (seen) => {
      texts = seen;
      const comparison = { of: 'messages', subject: subjectOf(own), before: had, expected: [], seen } as const;
      const back = compareView(own, seen)?.returned ?? [];
      if (back.length > 0) {
        const wrong = { missing: [], returned: back, expected: [] };
        return step.permanently === 'left-out' && permanent
          ? { kind: 'unusual', what: 'texts', comparison }
          : { kind: 'mismatch', mismatch: viewMismatch(play, own, wrong, seen, 'permanent-deletes-all') };
      }
      const isExpected = usual === undefined || usual.texts === 'other' || textsOf(had, seen) === usual.texts;
      return permanent || had.length === 0 || isExpected ? undefined : { kind: 'unusual', what: 'texts', comparison };
    },
    adopt: (seen) => {
      if (permanent) return;
      for (const text of had) own.texts.set(text, seen.includes(text) ? true : undefined);
    },
  });

  const othersView: AnyLook<Finding> = look({
    read: () => readView(play, others),
    judge: (seen) => {
      othersTexts = seen;
      const wrong = compareView(others, seen);
      if (wrong === undefined) return undefined;
      const comparison = {
        of: 'messages',
        subject: subjectOf(others),
        before: othersHad,
        expected: wrong.expected,
        seen,
      } as const;
      return kind === 'user' && step.permanently === 'left-out'
        ? { kind: 'unusual', what: 'others-texts', comparison }
        : { kind: 'mismatch', mismatch: viewMismatch(play, others, wrong, seen, keepsOthers(turn)) };
    },
    adopt: (seen) => {
      if (kind === 'group' || step.permanently !== 'left-out') return;
      for (const text of othersHad) others.texts.set(text, seen.includes(text) ? true : undefined);
    },
  });

  const free = new Set(permanent ? [othersKey] : []);
  const looks = [
    ownList,
    ownView,
    othersView,
    unchangedList(play, counterpart, watched.counterpartBefore, 'other-participants-untouched', free),
  ];
  for (const [uid, list] of watched.thirds) {
    const isMember = turn.castRow.members.includes(uid);
    looks.push(unchangedList(play, uid, list, isMember ? 'other-participants-untouched' : 'bystanders-untouched'));
  }
  for (const view of watched.views) looks.push(viewLook(play, view, keepsThird(turn, view)));

  const findings = await settle(play.stage, looks);
  const isUnchanged = sameSequence(before, after) && textsOf(had, texts) === 'visible';
  const effect: SeenEffect = {
    place: placeOf(key, before, after),
    aged: play.aged,
    texts: had.length === 0 ? 'visible' : textsOf(had, texts),
    othersTexts: othersHad.length === 0 ? 'visible' : textsOf(othersHad, othersTexts),
    seen: had.length === 0 ? undefined : isUnchanged ? 'none' : 'a change',
    class: effectClass(kind, preserved, permanent),
  };
  play.effects.set(play.step, effect);
  reportEffect(play, turn, findings, { isUnchanged, usuallySeen: isVisible(usual) && had.length > 0, effect });
  countEffect(play, turn, watched, { had, othersHad, isUnchanged });
}

interface EffectSummary {
  readonly isUnchanged: boolean;
  /** Whether a reset of this class, on a conversation like this, shows an effect. */
  readonly usuallySeen: boolean;
  readonly effect: SeenEffect;
}

function reportEffect(play: Play, turn: Turn, findings: readonly Finding[], summary: EffectSummary): void {
  const { call } = turn;
  const hard = findings.filter((finding) => finding.kind === 'mismatch').map((finding) => finding.mismatch);
  const unusual = findings.filter((finding) => finding.kind === 'unusual');
  const wrongUser = hard.find(({ requirement }) => requirement === 'other-participants-untouched');
  if (summary.isUnchanged && wrongUser !== undefined) {
    play.mismatches.push({ ...wrongUser, requirement: 'acting-user-only' });
    return;
  }
  if (hard.length > 0) {
    play.mismatches.push(...hard);
    return;
  }
  const [first] = unusual;
  if (first === undefined) return;
  if (summary.isUnchanged && summary.usuallySeen && first.what !== 'others-texts') {
    const summaryText = `${describeCall(call)} was confirmed, and nothing has changed`;
    play.mismatches.push(mismatch(play, 'confirmed-did-it', summaryText, first.comparison));
    return;
  }
  play.suspicions.push({ step: play.step, effect: summary.effect, comparison: first.comparison });
}

/** A tie of whole seconds may put a row anywhere, but it neither removes nor returns one. */
function isUsualPlace(
  play: Play,
  usual: Place,
  key: string,
  before: readonly string[],
  after: readonly string[],
): boolean {
  const place = placeOf(key, before, after);
  if ((place === 'removed') !== (usual === 'removed')) return false;
  if (!play.aged || usual === 'other' || place === usual) return true;
  return after.indexOf(key) === (usual === 'first' ? 0 : usual === 'last' ? after.length - 1 : -1);
}

const keepsOthers = ({ call, permanent }: Turn): RequirementId =>
  call.conversation.kind === 'group'
    ? 'group-reset-deletes-none-for-others'
    : permanent
      ? 'other-participants-untouched'
      : 'false-deletes-none-for-others';

const keepsThird = ({ call, permanent }: Turn, view: View): RequirementId =>
  permanent
    ? 'permanent-deletes-no-other'
    : view.uid === call.actor
      ? 'nothing-doubled-or-lost'
      : 'bystanders-untouched';
