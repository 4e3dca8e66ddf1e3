import { openWires, type Reset, refusalWanted, type Wire } from '../cases/case.ts';
import { combinationOf, describeCall } from '../cases/say-reset.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import { answerOf, dataOf, describeReply, isSuccessful } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';
import { judgeEffect, thirdLists, thirdViews } from './judge-effect.ts';
import { judgeWire } from './judge-wire.ts';
import { expectTexts, keyOf, textsThat } from './ledger.ts';
import { baseOf, unchangedList, verifyNews, viewLook } from './looks.ts';
import { count, type Finding, keepMismatches, mismatch, type Play } from './play.ts';
import { type AnyLook, settle } from './settle.ts';
import { everybody } from './stage.ts';
import { sendReset, type Turn, turnOf, type Watched } from './turn.ts';

/** Sends one reset and judges everything that the target shows of it. */
export async function playReset(play: Play, step: Reset): Promise<void> {
  const turn = await turnOf(play, step);
  if (turn === undefined) return;
  const watched = await watchedBy(play, turn);
  if (play.mismatches.some(({ taints }) => taints)) return;
  const reply = await sendReset(play, turn.call);
  await judge(play, turn, watched, reply);
  play.aged = false;
}

async function watchedBy(play: Play, { step, call, castRow, counterpart, own, others }: Turn): Promise<Watched> {
  const { cast, ledger } = play.stage;
  const uids = everybody(cast).filter((uid) => uid !== call.actor && uid !== counterpart);
  const views = [...ledger.views.values()].filter((view) => view !== own && view !== others);
  const mine = views.filter(({ uid }) => uid === call.actor);
  const pool = play.step % 3 === 2 || mine.length === 0 ? views : mine;
  const watchAll = play.careful && uids.length + views.length <= mostWatched;
  const inTurns = watchAll ? uids : play.step % 2 === 0 ? inTurn(uids, play.step / 2) : [];
  // What a stranger does may happen to any of those whose conversation it is.
  const insiders = step.by === 'bystander' ? uids.filter((uid) => castRow.members.includes(uid)) : [];
  const thirds = new Set([...inTurns, ...insiders, ...(call.third === undefined ? [] : [call.third])]);
  const [before, counterpartBefore, thirdsBefore] = await Promise.all([
    baseOf(play, call.actor),
    baseOf(play, counterpart),
    Promise.all([...thirds].map(async (uid) => [uid, await baseOf(play, uid)] as const)),
    verifyNews(play, own),
    verifyNews(play, others),
  ]);
  return {
    before,
    counterpartBefore,
    thirds: new Map(thirdsBefore),
    views: watchAll
      ? views
      : step.by === 'bystander'
        ? views.filter(({ peer }) => keyOf(peer) === keyOf(castRow.peer))
        : inTurn(pool, play.step),
  };
}

/** More than so many lists and views are too many to look at after each step. */
const mostWatched = 80;

const inTurn = <Value>(values: readonly Value[], turn: number): readonly Value[] =>
  values.length === 0 ? [] : values.slice(turn % values.length, (turn % values.length) + 1);

async function judge(play: Play, turn: Turn, watched: Watched, reply: WireReply): Promise<void> {
  const { wire } = turn.call;
  if (turn.call.conversation.kind === 'user' && !play.known.forms.includes(turn.call.form)) {
    return judgeUnchanged(play, turn, watched, 'acting-user-only');
  }
  const isStranger = turn.step.by === 'bystander' && wire !== 'three-names';
  if (isStranger || wire === 'unknown-actor') return judgeStranger(play, turn, watched, reply);
  const isWhole = wire === 'unknown-field' || (wire === 'empty-body' && isWholeWithoutBody(turn));
  const isRead = isWhole && answerOf(reply) === 'confirmed';
  if ((isOpen(wire) && !isRead) || turn.step.by === 'once-more') return judgeOpen(play, turn, watched, reply);
  const refusal = refusalWanted[wire];
  if (refusal !== undefined) return judgeRefusal(play, turn, watched, reply, refusal);

  const answer = answerOf(reply);
  const documented = isDocumented(wire) && turn.own.news && textsThat(turn.own, true).length > 0;
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
  } else if (isRefusal(reply)) {
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

const isOpen = (wire: Wire): boolean => openWires.some((open) => open === wire);

const isDocumented = (wire: Wire): boolean =>
  !(['chunked', 'foreign-fields', 'empty-body', 'unknown-field'] as readonly Wire[]).includes(wire);

/** Without a body, every field is left out; the path has to name the conversation then. */
const isWholeWithoutBody = ({ call: { conversation, form } }: Turn): boolean =>
  conversation.kind === 'group' || form === 'path-peer';

/**
 * A door that opens at times is tried once or twice more before anybody looks what came of it; not always as often, as
 * what is done twice may be undone.
 */
async function judgeRefusal(
  play: Play,
  turn: Turn,
  watched: Watched,
  first: WireReply,
  requirement: RequirementId,
): Promise<void> {
  const replies = [first];
  const isThrough = () => replies.some((reply) => answerOf(reply) === 'confirmed');
  while (!isThrough() && replies.length < 2 + (play.step % 2)) replies.push(await sendReset(play, turn.call));
  const confirmed = replies.find((reply) => answerOf(reply) === 'confirmed');
  if (confirmed !== undefined) {
    play.mismatches.push(
      mismatch(
        play,
        requirement,
        `${describeCall(turn.call)} was confirmed`,
        answerComparison(turn, 'a refusal', confirmed),
      ),
    );
    return;
  }
  await judgeUnchanged(play, turn, watched, requirement);
  const refused = replies.filter(({ kind }) => kind === 'answered').length;
  count(play, requirement, refused);
  count(play, 'refused-changed-nothing', refused);
}

async function judgeUnchanged(
  play: Play,
  turn: Turn,
  watched: Watched,
  requirement: RequirementId,
  free: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { call, counterpart, own, others } = turn;
  const isThorough = play.careful || turn.step.by === 'bystander';
  keepMismatches(
    play,
    await settle(play.stage, [
      unchangedList(play, call.actor, watched.before, requirement, free),
      unchangedList(play, counterpart, watched.counterpartBefore, requirement),
      // A stranger may be refused the reading of it, which is no view.
      ...(turn.step.by === 'bystander' ? [] : [viewLook(play, own, requirement, requirement)]),
      viewLook(play, others, requirement, requirement),
      ...namedThird(play, turn, watched, requirement),
      ...(isThorough ? [...watched.thirds].map(([uid, list]) => unchangedList(play, uid, list, requirement)) : []),
      ...(isThorough ? watched.views.map((view) => viewLook(play, view, requirement, requirement)) : []),
    ]),
  );
}

/** Nobody's conversation is meant, so nobody's may change; what was not refused may begin an empty one of the two. */
async function judgeStranger(play: Play, turn: Turn, watched: Watched, reply: WireReply): Promise<void> {
  const isRefused = isRefusal(reply);
  const requirement = isRefused ? 'refused-changed-nothing' : 'acting-user-only';
  await judgeUnchanged(play, turn, watched, requirement, new Set(isRefused ? [] : [turn.key]));
  if (isRefused) count(play, requirement);
}

/** Refused, it changed nothing; else it may have meant anything, but only for the acting user. */
async function judgeOpen(play: Play, turn: Turn, watched: Watched, reply: WireReply): Promise<void> {
  if (!isRefusal(reply)) {
    const isDone = turn.step.by === 'once-more' && answerOf(reply) === 'confirmed' && turn.permanent;
    return lookAfterDoubt(play, turn, watched, isDone && play.known.permanentForEveryone === true);
  }
  await judgeUnchanged(play, turn, watched, 'refused-changed-nothing');
  count(play, 'refused-changed-nothing');
}

/** A success other than the documented one is no refusal. */
const isRefusal = (reply: WireReply): boolean =>
  answerOf(reply) === 'refused' && !(isSuccessful(reply) && dataOf(reply)['success'] !== false);

/**
 * It may or may not have happened: the acting user's row and texts are as they are, everything else as it was; unless
 * it `deletes` for everyone, as was confirmed.
 */
async function lookAfterDoubt(play: Play, turn: Turn, watched: Watched, deletes = false): Promise<void> {
  const { call, counterpart, key, othersKey, own, others } = turn;
  const permanent = turn.permanent !== false && call.third === undefined;
  expectTexts(own, undefined);
  own.news = false;
  const unchanged = call.third === undefined ? 'other-participants-untouched' : 'acting-user-only';
  if (permanent) expectTexts(others, deletes ? false : undefined);
  if (deletes) play.deleted = true;
  const looks = [
    unchangedList(play, call.actor, watched.before, undefined, new Set([key])),
    unchangedList(play, counterpart, watched.counterpartBefore, unchanged, new Set(permanent ? [othersKey] : [])),
    viewLook(play, others, unchanged, unchanged),
    ...namedThird(play, turn, watched, 'acting-user-only'),
    ...(play.careful ? [...thirdLists(play, turn, watched), ...thirdViews(play, turn, watched)] : []),
  ];
  keepMismatches(play, await settle(play.stage, looks));
}

/** Where a third user was named, who is not the acting one: neither list nor messages may change. */
function namedThird(
  play: Play,
  { call: { third }, own, others }: Turn,
  { thirds }: Watched,
  requirement: RequirementId,
): readonly AnyLook<Finding>[] {
  if (third === undefined) return [];
  const views = [...play.stage.ledger.views.values()].filter((view) => view.uid === third);
  return [
    unchangedList(play, third, thirds.get(third) ?? [], requirement),
    ...views
      .filter((view) => view !== own && view !== others)
      .map((view) => viewLook(play, view, requirement, requirement)),
  ];
}

const answerComparison = (turn: Turn, expected: string, reply: WireReply) =>
  ({ of: 'answer', subject: describeCall(turn.call), expected, seen: describeReply(reply) }) as const;
