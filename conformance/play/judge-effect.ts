import {
  type Effect,
  effectClass,
  isVisible,
  type Place,
  placeOf,
  saidIn,
  textsOf,
  usualEffect,
} from '../cases/known.ts';
import { describeCall } from '../cases/say-reset.ts';
import type { Comparison } from '../report.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import { countEffect } from './count-effect.ts';
import { compareKept, compareLists, sameSequence } from './judge-list.ts';
import { compareView, expectTexts, hide, keyOf, release, textsThat, type View } from './ledger.ts';
import { listLook, readView, subjectOf, unchangedList, viewLook, viewMismatch } from './looks.ts';
import { type Finding, mismatch, type Play, type SeenEffect } from './play.ts';
import { type AnyLook, look, settle } from './settle.ts';
import type { Turn, Watched } from './turn.ts';

/** A reset under judgement: how it was before, what is usual, and what is seen of it. */
interface Trial {
  readonly play: Play;
  readonly turn: Turn;
  readonly before: readonly string[];
  readonly preserved: boolean;
  readonly usual: Effect | undefined;
  readonly had: readonly string[];
  readonly othersHad: readonly string[];
  readonly seen: { list: readonly string[]; texts: readonly string[]; othersTexts: readonly string[] };
}

/** Judges what a confirmed reset did to everything that is watched. */
export async function judgeEffect(play: Play, turn: Turn, watched: Watched): Promise<void> {
  const { call, counterpart, othersKey, own, others, permanent, step } = turn;
  const { before } = watched;
  const preserved = step.preserveOrder === 'true';
  const usual = usualEffect(play.known, call, preserved, permanent);
  const had = textsThat(own, true);
  const othersHad = textsThat(others, true);
  const seen = { list: before, texts: had, othersTexts: othersHad };
  const trial: Trial = { play, turn, before, preserved, usual, had, othersHad, seen };
  expectEffect(trial);

  const free = new Set(permanent === false ? [] : [othersKey]);
  const looks = [
    ownList(trial),
    ownView(trial),
    othersView(trial),
    unchangedList(play, counterpart, watched.counterpartBefore, 'other-participants-untouched', free),
    ...thirdLists(play, turn, watched),
    ...thirdViews(play, turn, watched),
  ];
  const findings = await settle(play.stage, looks);
  const isUnchanged = sameSequence(before, seen.list) && textsOf(had, seen.texts) === 'visible';
  const effect: SeenEffect = {
    place: placeOf(turn.key, before, seen.list),
    untied: isUntied(play),
    aged: play.aged,
    texts: had.length === 0 ? 'visible' : textsOf(had, seen.texts),
    othersTexts: othersHad.length === 0 ? 'visible' : textsOf(othersHad, seen.othersTexts),
    seen: had.length === 0 ? undefined : isUnchanged ? 'none' : 'a change',
    class: permanent === undefined ? undefined : effectClass(saidIn(call), preserved, permanent),
    shown: {
      place: { of: 'list', subject: `the list of ${call.actor}`, before, seen: seen.list },
      texts: { of: 'messages', subject: subjectOf(own), before: had, seen: seen.texts },
      othersTexts: { of: 'messages', subject: subjectOf(others), before: othersHad, seen: seen.othersTexts },
    },
  };
  play.effects.set(play.step, effect);
  reportEffect(play, turn, findings, { usual, isUnchanged, usuallySeen: isVisible(usual) && had.length > 0, effect });
  countEffect(play, turn, watched, { had, othersHad, isUnchanged });
}

/** Notes what has to be so from now on. */
function expectEffect({ play, turn: { call, own, others, permanent }, preserved }: Trial): void {
  own.reset = true;
  own.news = false;
  own.pinned ||= preserved;
  release(own);
  if (!permanent) return;
  play.deleted = true;
  expectTexts(own, false);
  const othersLose = call.conversation.kind === 'user' ? play.known.permanentForEveryone : false;
  if (othersLose !== false) expectTexts(others, othersLose === true ? false : undefined);
}

function ownList({ play, turn: { call, key }, before, preserved, usual, seen }: Trial): AnyLook<Finding> {
  return listLook(play, call.actor, (list) => {
    seen.list = list;
    const wrong = preserved
      ? compareKept(before, list, key, call.conversation.kind)
      : compareLists(before, list, new Set([key]));
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
}

function ownView({ play, turn: { own, permanent, step }, usual, had, seen }: Trial): AnyLook<Finding> {
  return look({
    read: () => readView(play, own),
    judge: (texts) => {
      seen.texts = texts;
      const comparison = { of: 'messages', subject: subjectOf(own), before: had, expected: [], seen: texts } as const;
      const back = compareView(own, texts)?.returned ?? [];
      if (back.length > 0) {
        const wrong = { missing: [], returned: back, expected: [] };
        return step.permanently === 'left-out' && permanent
          ? { kind: 'unusual', what: 'texts', comparison }
          : {
              kind: 'mismatch',
              mismatch: viewMismatch(
                play,
                own,
                wrong,
                { before: had, seen: texts },
                'permanent-deletes-all',
                'permanent-deletes-all',
              ),
            };
      }
      const isExpected = usual === undefined || usual.texts === 'other' || textsOf(had, texts) === usual.texts;
      return permanent || had.length === 0 || isExpected ? undefined : { kind: 'unusual', what: 'texts', comparison };
    },
    adopt: (texts) => {
      if (permanent === true) return;
      for (const text of had) if (!texts.includes(text)) hide(own, text);
    },
  });
}

function othersView({ play, turn, othersHad, seen }: Trial): AnyLook<Finding> {
  const { call, others, step } = turn;
  const mayBePermanent = call.conversation.kind === 'user' && step.permanently === 'left-out';
  return look({
    read: () => readView(play, others),
    judge: (texts) => {
      seen.othersTexts = texts;
      const wrong = compareView(others, texts);
      if (wrong === undefined) return undefined;
      const { expected } = wrong;
      const comparison = {
        of: 'messages',
        subject: subjectOf(others),
        before: othersHad,
        expected,
        seen: texts,
      } as const;
      if (mayBePermanent && !wrong.returned.some((text) => others.hidden.has(text))) {
        return { kind: 'unusual', what: 'others-texts', comparison };
      }
      const back = 'other-participants-untouched';
      const views = { before: othersHad, seen: texts };
      return { kind: 'mismatch', mismatch: viewMismatch(play, others, wrong, views, keepsOthers(turn), back) };
    },
    adopt: (texts) => {
      if (!mayBePermanent) return;
      for (const text of othersHad) others.texts.set(text, texts.includes(text) ? true : undefined);
    },
  });
}

/** What resets like this do, where one did nothing: then no place is free. */
function asUsual(comparison: Comparison, usual: Effect | undefined): Comparison {
  if (comparison.of !== 'list' || comparison.freely === undefined) return comparison;
  const { freely, expected, ...rest } = comparison;
  const others = expected.filter((key) => key !== freely);
  const usually = { removed: others, first: [freely, ...others], last: [...others, freely] };
  const place = usual?.place;
  return place === 'removed' || place === 'first' || place === 'last'
    ? { ...rest, expected: usually[place] }
    : comparison;
}

interface EffectSummary {
  readonly usual: Effect | undefined;
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
  if (unusual.length === 0) return;
  const plainest = unusual.find(({ what }) => what === 'texts') ?? unusual.find(({ what }) => what === 'place');
  if (summary.isUnchanged && summary.usuallySeen && plainest !== undefined) {
    const summaryText = `${describeCall(call)} was confirmed, and nothing has changed`;
    play.mismatches.push(mismatch(play, 'confirmed-did-it', summaryText, asUsual(plainest.comparison, summary.usual)));
    return;
  }
  play.suspicions.push({ step: play.step, effect: summary.effect });
}

/** Every conversation began in a second of its own, and nothing happened in this one: then no place is a tie. */
const isUntied = ({ stage, aged }: Play): boolean => stage.cast.isPaced && aged;

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
  if (!isUntied(play) || usual === 'other' || place === usual) return true;
  return after.indexOf(key) === (usual === 'first' ? 0 : usual === 'last' ? after.length - 1 : -1);
}

const keepsOthers = ({ call, permanent }: Turn): RequirementId =>
  call.conversation.kind === 'group'
    ? 'group-reset-deletes-none-for-others'
    : permanent
      ? 'other-participants-untouched'
      : 'false-deletes-none-for-others';

/** Looks at the lists of those who are on neither side. */
export const thirdLists = (play: Play, { castRow }: Turn, { thirds }: Watched): readonly AnyLook<Finding>[] =>
  [...thirds].map(([uid, list]) => {
    const isMember = castRow.members.includes(uid);
    return unchangedList(play, uid, list, isMember ? 'other-participants-untouched' : 'bystanders-untouched');
  });

/** Looks at other conversations than the one that is reset. */
export const thirdViews = (play: Play, turn: Turn, { views }: Watched): readonly AnyLook<Finding>[] =>
  views.map((view) =>
    viewLook(
      play,
      view,
      keepsThird(turn, view),
      view.uid === turn.call.actor ? 'confirmed-did-it' : 'other-participants-untouched',
    ),
  );

/** What the loss of a message there violates. */
const keepsThird = ({ call, permanent }: Turn, view: View): RequirementId =>
  call.conversation.kind === 'group' && keyOf(view.peer) === keyOf(call.conversation)
    ? 'group-reset-deletes-none-for-others'
    : permanent
      ? 'permanent-deletes-no-other'
      : view.uid === call.actor
        ? 'nothing-doubled-or-lost'
        : 'bystanders-untouched';
