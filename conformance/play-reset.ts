import type { Addressing } from '../core/index.ts';
import { answerOf, dataOf, describeReply, isSuccessful } from './answer.ts';
import type { Reset, Wire } from './case.ts';
import type { CastRow } from './cast.ts';
import type { Peer } from './driver.ts';
import type { WireReply } from './http-client.ts';
import { judgeConfirmation, type Named } from './judge-answer.ts';
import { compareKept, compareLists, sameSequence } from './judge-list.ts';
import { effectClass, isPermanent, isVisible, type Place, placeOf, textsOf } from './known.ts';
import { compareView, expectTexts, keyOf, textsThat, type View, viewKey } from './ledger.ts';
import {
  baseOf,
  count,
  type Finding,
  listLook,
  mismatch,
  type Play,
  readView,
  type SeenEffect,
  subjectOf,
  viewLook,
  viewMismatch,
  viewsOf,
} from './play.ts';
import type { RequirementId } from './requirements/catalogue.ts';
import { type ResetCall, resetRequest } from './reset-request.ts';
import { nameOf } from './rest-driver.ts';
import { type AnyLook, look, settle } from './settle.ts';
import { everybody } from './stage.ts';

/** One reset with all that is needed to judge it. */
export interface Turn {
  readonly step: Reset;
  readonly call: ResetCall;
  readonly castRow: CastRow;
  /** The row in the acting user's list. */
  readonly key: string;
  readonly permanent: boolean;
  readonly own: View;
  readonly counterpart: string;
  readonly others: View;
  /** The row in the counterpart's list. */
  readonly othersKey: string;
}

/** Sends one reset and judges everything that the target shows of it. */
export async function playReset(play: Play, step: Reset): Promise<void> {
  const turn = await turnOf(play, step);
  if (turn === undefined) return;
  const watched = await watchedBy(play, turn);
  const reply = await sendReset(play, turn.call);
  await judge(play, turn, watched, reply);
  play.aged = false;
}

/** Undefined where the acting user has no such row any more. */
export async function turnOf(play: Play, step: Reset): Promise<Turn | undefined> {
  const { cast } = play.stage;
  const acting = step.by === 'protagonist' ? cast.protagonist : cast.rows[step.row % cast.rows.length]?.other;
  if (acting === undefined) return undefined;
  const list = await baseOf(play, acting);
  const castRow =
    step.by === 'protagonist'
      ? cast.rows.find(({ peer }) => keyOf(peer) === list[step.row % Math.max(list.length, 1)])
      : cast.rows[step.row % cast.rows.length];
  if (castRow === undefined) return undefined;
  const seenByOthers = castRow.seenByOthers(cast.protagonist);
  const conversation = step.by === 'protagonist' ? castRow.peer : seenByOthers;
  const key = keyOf(conversation);
  if (!list.includes(key)) return undefined;

  const counterpart = step.by === 'protagonist' ? castRow.other : cast.protagonist;
  const theirs: Peer = step.by === 'protagonist' ? seenByOthers : castRow.peer;
  const { forms } = play.known;
  return {
    step,
    call: {
      actor: acting,
      conversation,
      form: typeof step.form === 'string' ? step.form : (forms[step.form % forms.length] ?? 'path-actor'),
      preserveOrder: step.preserveOrder,
      permanently: step.permanently,
      wire: step.wire,
    },
    castRow,
    key,
    permanent: isPermanent(conversation.kind, step.permanently, play.known),
    own: viewsOf(play, acting, conversation),
    counterpart,
    others: viewsOf(play, counterpart, theirs),
    othersKey: keyOf(theirs),
  };
}

export async function sendReset(play: Play, call: ResetCall): Promise<WireReply> {
  const { narrator, target } = play.stage;
  const reply = await narrator.tell('act', describeCall(call), () => target.send(resetRequest(call, target.apiKey)));
  play.stage.changedAt = performance.now();
  return reply;
}

interface Watched {
  readonly before: readonly string[];
  readonly counterpartBefore: readonly string[];
  /** Somebody else, in turns. */
  readonly third: { readonly uid: string; readonly before: readonly string[] } | undefined;
  /** Some other view, in turns. */
  readonly view: View | undefined;
}

async function watchedBy(play: Play, { call, counterpart, own, others }: Turn): Promise<Watched> {
  const { cast, ledger } = play.stage;
  const thirds = everybody(cast).filter((uid) => uid !== call.actor && uid !== counterpart);
  const third = thirds[play.step % Math.max(thirds.length, 1)];
  const views = [...ledger.views.values()].filter((view) => view !== own && view !== others);
  const mine = views.filter(({ uid }) => uid === call.actor);
  const pool = play.step % 3 === 2 || mine.length === 0 ? views : mine;
  const [before, counterpartBefore, thirdBefore] = await Promise.all([
    baseOf(play, call.actor),
    baseOf(play, counterpart),
    third === undefined ? [] : baseOf(play, third),
  ]);
  return {
    before,
    counterpartBefore,
    third: third === undefined ? undefined : { uid: third, before: thirdBefore },
    view: pool[play.step % Math.max(pool.length, 1)],
  };
}

async function judge(play: Play, turn: Turn, watched: Watched, reply: WireReply): Promise<void> {
  const { wire } = turn.call;
  if (turn.call.conversation.kind === 'user' && !play.known.forms.includes(turn.call.form)) {
    return judgeUnchanged(play, turn, watched, 'acting-user-only');
  }
  const refusal = refusalWanted[wire];
  if (refusal !== undefined) return judgeRefusal(play, turn, watched, reply, refusal);

  const answer = answerOf(reply);
  const documented = isDocumented(wire) && textsThat(turn.own, true).length > 0;
  const claims =
    answer === 'confirmed' ||
    (isSuccessful(reply) && dataOf(reply)['success'] !== false && (documented || wire !== 'plain'));
  if (documented) {
    play.attempts.push({
      what: combinationOf(turn.call),
      answer: claims ? 'confirmed' : answer === 'refused' ? 'refused' : reply.kind === 'lost' ? 'lost' : 'failed',
      step: play.step,
    });
  }
  if (claims) {
    judgeWire(play, turn, reply);
    await judgeEffect(play, turn, watched);
  } else if (answer === 'refused') {
    if (documented) {
      const works = `${turn.call.conversation.kind}-reset-works` as const;
      play.mismatches.push(
        mismatch(
          play,
          works,
          `a reset as documented, of a conversation with messages, was refused: ${describeReply(reply)}`,
          answerComparison(turn, '200 with data.success true', reply),
          false,
        ),
      );
    }
    await judgeUnchanged(play, turn, watched, 'refused-changed-nothing');
    count(play, 'refused-changed-nothing');
    if (wire === 'chunked') count(play, 'framing');
  } else {
    await lookAfterDoubt(play, turn, watched);
  }
}

const refusalWanted: Readonly<Partial<Record<Wire, RequirementId>>> = {
  'no-key': 'no-key-refused',
  'wrong-key': 'wrong-key-refused',
  'no-acting-user': 'no-acting-user-refused',
};

const isDocumented = (wire: Wire): boolean => wire !== 'chunked' && wire !== 'foreign-fields';

async function judgeRefusal(
  play: Play,
  turn: Turn,
  watched: Watched,
  reply: WireReply,
  requirement: RequirementId,
): Promise<void> {
  if (answerOf(reply) === 'confirmed') {
    play.mismatches.push(
      mismatch(
        play,
        requirement,
        `${describeCall(turn.call)} was confirmed`,
        answerComparison(turn, 'a refusal', reply),
      ),
    );
    return;
  }
  await judgeUnchanged(play, turn, watched, requirement);
  if (reply.kind === 'lost') return;
  count(play, requirement);
  count(play, 'refused-changed-nothing');
}

async function judgeUnchanged(play: Play, turn: Turn, watched: Watched, requirement: RequirementId): Promise<void> {
  const { call, counterpart, own, others } = turn;
  report(
    play,
    await settle(play.stage, [
      unchangedList(play, call.actor, watched.before, requirement),
      unchangedList(play, counterpart, watched.counterpartBefore, requirement),
      viewLook(play, own, requirement),
      viewLook(play, others, requirement),
    ]),
  );
}

/** It may or may not have happened: the acting user's row and texts are as they are, everything else as it was. */
async function lookAfterDoubt(play: Play, turn: Turn, watched: Watched): Promise<void> {
  const { call, counterpart, key, othersKey, own, others, permanent } = turn;
  expectTexts(own, undefined);
  if (permanent) expectTexts(others, undefined);
  report(
    play,
    await settle(play.stage, [
      unchangedList(play, call.actor, watched.before, 'nothing-doubled-or-lost', new Set([key])),
      unchangedList(
        play,
        counterpart,
        watched.counterpartBefore,
        'other-participants-untouched',
        new Set(permanent ? [othersKey] : []),
      ),
      viewLook(play, others, 'other-participants-untouched'),
    ]),
  );
}

export function judgeWire(play: Play, turn: Turn, reply: WireReply): void {
  const named = play.scene.names === 'plain' ? namedBy(play, turn) : undefined;
  for (const wrong of judgeConfirmation(reply, named)) {
    play.mismatches.push(
      mismatch(
        play,
        wrong.requirement,
        wrong.summary,
        { of: 'answer', subject: describeCall(turn.call), expected: wrong.expected, seen: describeReply(reply) },
        false,
      ),
    );
  }
  for (const requirement of ['status-200', 'media-type', 'success-true'] as const) count(play, requirement);
  if (named === undefined) return;
  count(play, 'message-names-conversation');
  count(play, 'message-names-acting-user');
  if (named.others.length > 0) count(play, 'message-names-no-other');
}

function namedBy(play: Play, { call, castRow }: Turn): Named {
  const { protagonist, rows } = play.stage.cast;
  const peerOf = (row: CastRow): Peer => (call.actor === protagonist ? row.peer : row.seenByOthers(protagonist));
  const idsOf = (peer: Peer) => {
    const own = play.stage.ledger.conversationIds.get(viewKey(call.actor, peer));
    return [...(own === undefined ? [] : [own]), ...spelledIds(call.actor, peer)];
  };
  const namesOf = (peer: Peer) => [...idsOf(peer), peer.id, nameOf(peer.id)];
  const others = call.actor === protagonist ? rows.filter((row) => row !== castRow).map(peerOf) : [];
  return {
    actor: call.actor,
    conversation: namesOf(call.conversation),
    conversationIds: [call.conversation, ...others].flatMap(idsOf),
    others: others.map(namesOf),
  };
}

const spelledIds = (actor: string, { kind, id }: Peer): readonly string[] =>
  kind === 'group' ? [`group_${id}`] : [`${actor}_user_${id}`, `${id}_user_${actor}`];

async function judgeEffect(play: Play, turn: Turn, watched: Watched): Promise<void> {
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
  if (permanent) expectTexts(own, false);
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
      if (permanent || usual === undefined || had.length === 0 || textsOf(had, seen) === usual.texts) return undefined;
      return { kind: 'unusual', what: 'texts', comparison };
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
  if (watched.third !== undefined) {
    const isMember = turn.castRow.members.includes(watched.third.uid);
    const requirement = isMember ? 'other-participants-untouched' : 'bystanders-untouched';
    looks.push(unchangedList(play, watched.third.uid, watched.third.before, requirement));
  }
  if (watched.view !== undefined) looks.push(viewLook(play, watched.view, keepsThird(turn, watched.view)));

  const findings = await settle(play.stage, looks);
  if (permanent) play.deleted = true;
  const isUnchanged = sameSequence(before, after) && textsOf(had, texts) === 'visible';
  const effect: SeenEffect = {
    place: placeOf(key, before, after),
    aged: play.aged,
    texts: had.length === 0 ? 'visible' : textsOf(had, texts),
    othersTexts: othersHad.length === 0 ? 'visible' : textsOf(othersHad, othersTexts),
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

function countEffect(
  play: Play,
  turn: Turn,
  watched: Watched,
  seen: { readonly had: readonly string[]; readonly othersHad: readonly string[]; readonly isUnchanged: boolean },
): void {
  const { call, key, permanent, step } = turn;
  const { kind } = call.conversation;
  const at = watched.before.indexOf(key);
  const preserved = step.preserveOrder === 'true';
  const usual = play.known.effects[effectClass(kind, preserved, permanent)];
  const tally = (holds: boolean, ...ids: readonly RequirementId[]) => {
    if (holds) for (const id of ids) count(play, id);
  };
  const ordered = watched.before.length >= 3 && at > 0;
  tally(preserved && ordered, `${kind}-order-kept`);
  tally(preserved && ordered && permanent, 'order-kept-with-permanent-deletion');
  tally(step.preserveOrder === 'left-out' && usual !== undefined && usual.place !== 'kept', 'omitted-equals-false');
  tally(watched.before.length >= 3, 'rest-keeps-order');
  tally(watched.before.length >= 2, 'nothing-doubled-or-lost');
  tally(permanent && seen.had.length > 0, 'permanent-deletes-all');
  tally(permanent && watched.view !== undefined && watched.view.texts.size > 0, 'permanent-deletes-no-other');
  tally(kind === 'user' && !permanent && seen.othersHad.length > 0, 'false-deletes-none-for-others');
  tally(kind === 'group' && seen.othersHad.length > 0, 'group-reset-deletes-none-for-others');
  tally(watched.counterpartBefore.length >= 2, 'other-participants-untouched');
  tally(watched.third !== undefined, 'bystanders-untouched');
  tally(play.scene.names !== 'plain', 'look-alikes-apart');
  tally(step.wire === 'chunked', 'framing');
  tally(step.wire === 'spaced' || step.wire === 'reordered', 'body-form');
  tally(step.wire === 'percent-encoded', 'percent-encoding');
  tally(step.wire === 'header-case', 'header-case');
  tally(step.preserveOrder === 'left-out' || (kind === 'user' && step.permanently === 'left-out'), 'optional-fields');
  tally(seen.had.length > 0, `${kind}-reset-works`);
  if (seen.isUnchanged || seen.had.length === 0) return;
  play.observed += 1;
  tally(true, 'confirmed-did-it', 'acting-user-only');
  tally(!preserved || !permanent, 'keeps-to-its-behaviour');
}

export function unchangedList(
  play: Play,
  uid: string,
  before: readonly string[],
  requirement: RequirementId,
  free: ReadonlySet<string> = new Set(),
): AnyLook<Finding> {
  return listLook(play, uid, (list) => {
    const wrong = compareLists(before, list, free);
    if (wrong === undefined) return undefined;
    const summary = `in the list of ${uid} ${wrong.summary}`;
    return {
      kind: 'mismatch',
      mismatch: mismatch(play, requirement, summary, {
        of: 'list',
        subject: `the list of ${uid}`,
        before,
        expected: before,
        seen: list,
      }),
    };
  });
}

export function report(play: Play, findings: readonly Finding[]): void {
  for (const finding of findings) if (finding.kind === 'mismatch') play.mismatches.push(finding.mismatch);
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

const answerComparison = (turn: Turn, expected: string, reply: WireReply) =>
  ({ of: 'answer', subject: describeCall(turn.call), expected, seen: describeReply(reply) }) as const;

/** The combination of fields and form, without any id. */
const combinationOf = ({ conversation, form, preserveOrder, permanently, wire }: ResetCall): string =>
  [
    conversation.kind,
    ...(conversation.kind === 'user' ? [form, `permanently ${permanently}`] : []),
    `preserveOrder ${preserveOrder}`,
    ...(wire === 'plain' ? [] : [wire]),
  ].join(', ');

export function describeCall({ actor, conversation, form, preserveOrder, permanently, wire }: ResetCall): string {
  const fields = [
    ...(preserveOrder === 'left-out' ? [] : [`preserveOrder ${preserveOrder}`]),
    ...(permanently === 'left-out' || conversation.kind === 'group'
      ? []
      : [`deleteMessagesPermanently ${permanently}`]),
  ];
  const how = [
    ...(conversation.kind === 'user' ? [formWords[form]] : []),
    ...(wire === 'plain' ? [] : [wireWords[wire]]),
    ...(fields.length === 0 ? [] : [`with ${fields.join(' and ')}`]),
  ];
  return `${actor} resets ${keyOf(conversation)}${how.length === 0 ? '' : `, ${how.join(', ')}`}`;
}

const formWords: Readonly<Record<Addressing, string>> = {
  'path-actor': 'named in conversationWith',
  'path-peer': 'named in the path',
  'path-peer-echo': 'named in the path, with conversationWith the acting user',
};

const wireWords: Readonly<Record<Wire, string>> = {
  plain: '',
  chunked: 'in a chunked body',
  spaced: 'in a body with white space',
  reordered: 'with the keys in another order',
  'percent-encoded': 'with a percent-encoded path',
  'header-case': 'with header names in another case',
  'foreign-fields': 'with the fields of the other call',
  'no-key': 'without apikey',
  'wrong-key': 'with a wrong apikey',
  'no-acting-user': 'without onBehalfOf',
};
