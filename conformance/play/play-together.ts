import type { Act, Reset, Send, Together } from '../cases/case.ts';
import { usualEffect } from '../cases/known.ts';
import { type Answer, answerOf } from '../target/answer.ts';
import { compareLists } from './judge-list.ts';
import { judgeWire } from './judge-wire.ts';
import { hide, keyOf, release, type View } from './ledger.ts';
import { baseOf, listLook, viewLook } from './looks.ts';
import { count, type Finding, keepMismatches, mismatch, type Play } from './play.ts';
import { type AnyLook, settle } from './settle.ts';
import { everybody, sendInRow } from './stage.ts';
import { sendReset, type Turn, turnOf } from './turn.ts';

/**
 * Does several things at once and judges when all is quiet: everything that was confirmed has happened, and nothing
 * else. In which order they happened is left open, so what two of them touch is judged only as far as any order would
 * have it so.
 */
export async function playTogether(play: Play, { acts }: Together): Promise<void> {
  const uids = everybody(play.stage.cast);
  await Promise.all(uids.map((uid) => baseOf(play, uid)));
  if (play.mismatches.some(({ taints }) => taints)) return;
  const before = new Map(uids.map((uid) => [uid, play.stage.ledger.lists.get(uid) ?? []]));
  const turns = (await Promise.all(acts.filter(isReset).map((step) => turnOf(play, step)))).filter(
    (turn) => turn !== undefined,
  );
  const old = new Map([...play.stage.ledger.views.values()].map((view) => [view, [...view.texts.keys()]]));

  const [outcomes, sent] = await play.stage.narrator.together(() =>
    Promise.all([
      Promise.all(turns.map((turn) => sendTurn(play, turn))),
      Promise.all(acts.filter(isSend).map((act) => sendAct(play, act))),
    ]),
  );

  const isOpen = ({ turn, answer }: Outcome): boolean => answer === 'confirmed' && turn.permanent === undefined;
  const done = outcomes.filter((one) => one.answer === 'confirmed' && !isOpen(one)).map(({ turn }) => turn);
  const doubtful = outcomes.filter((one) => one.answer === 'indeterminate' || isOpen(one)).map(({ turn }) => turn);
  const written = new Set(sent.flat());
  for (const [view, texts] of old) settleTexts(play, view, texts, { done, doubtful, written });
  for (const { own, step } of [...done, ...doubtful]) own.pinned ||= step.preserveOrder === 'true';

  const looks = [
    ...uids.map((uid) => quietList(play, uid, before.get(uid) ?? [], { done, doubtful, written })),
    ...[...play.stage.ledger.views.values()].map((view) => viewLook(play, view, 'quiet-after-concurrency')),
  ];
  keepMismatches(play, asQuiet(await settle(play.stage, looks)));
  for (const uid of uids) play.stage.ledger.news.delete(uid);
  play.aged = false;
  if (done.length >= 1 && outcomes.length >= 2) count(play, 'quiet-after-concurrency');
}

interface Outcome {
  readonly turn: Turn;
  readonly answer: Answer;
}

interface Happened {
  /** Confirmed. */
  readonly done: readonly Turn[];
  /** May or may not have happened, or in a way that nobody knows. */
  readonly doubtful: readonly Turn[];
}

const isReset = (act: Act): act is Reset => act.do === 'reset';
const isSend = (act: Act): act is Send => act.do === 'send';

async function sendTurn(play: Play, turn: Turn): Promise<Outcome> {
  const reply = await sendReset(play, turn.call);
  const answer = answerOf(reply);
  if (answer === 'confirmed') judgeWire(play, turn, reply);
  return { turn, answer };
}

/** The rows that got the message, as `viewer key`. */
async function sendAct(play: Play, { row, from }: Send): Promise<readonly string[]> {
  const { cast } = play.stage;
  const castRow = cast.rows[row % cast.rows.length];
  if (castRow === undefined) return [];
  await sendInRow(play.stage, castRow, from);
  return castRow.members.map((uid) =>
    touched(uid, keyOf(uid === cast.protagonist ? castRow.peer : castRow.seenByOthers(cast.protagonist))),
  );
}

const touched = (uid: string, key: string): string => `${uid} ${key}`;

/** What the texts of a view have to be, now that some resets happened and others may have. */
function settleTexts(
  play: Play,
  view: View,
  old: readonly string[],
  { done, doubtful, written }: Happened & { readonly written: ReadonlySet<string> },
): void {
  const concerns = ({ own, others, permanent, call }: Turn) =>
    own === view || (permanent !== false && call.conversation.kind === 'user' && others === view);
  const finished = done.filter(concerns);
  const byViewer = finished.filter(({ own }) => own === view);
  const perhaps = doubtful.filter(({ own }) => own === view);
  if (byViewer.length > 0) view.reset = true;
  if (byViewer.length + perhaps.length > 0) {
    view.news = false;
    release(view);
  }
  if (finished.length === 0 && !doubtful.some(concerns)) return;
  const expected = finished.map((turn) => afterReset(play, turn, view));
  const isDeleted = finished.some((turn, index) => turn.permanent && expected[index] === false);
  // One that hides nothing may come last, and show again what another one hid.
  const isHidden = !isDeleted && byViewer.length > 0 && [...byViewer, ...perhaps].every((turn) => hides(play, turn));
  const mayBeBack = written.has(touched(view.uid, keyOf(view.peer)));
  const stays = !doubtful.some(concerns) && expected.every((readable) => readable === true);
  for (const text of view.texts.keys()) {
    if (view.texts.get(text) !== true) continue;
    const isGone = old.includes(text) && (isDeleted || (isHidden && !mayBeBack));
    if (isGone && isHidden) hide(view, text);
    else view.texts.set(text, isGone ? false : stays ? true : undefined);
  }
}

const hides = (play: Play, turn: Turn): boolean => afterReset(play, turn, turn.own) === false;

/** Whether the texts that were there before are readable after this reset; undefined where that is open. */
function afterReset(play: Play, turn: Turn, view: View): boolean | undefined {
  if (turn.own !== view) {
    const everyone = play.known.permanentForEveryone;
    return everyone === undefined ? undefined : !everyone;
  }
  if (turn.permanent) return false;
  const preserved = turn.step.preserveOrder === 'true';
  const usual = usualEffect(play.known, turn.call, preserved, false);
  return usual?.texts === 'hidden' ? false : usual?.texts === 'visible' ? true : undefined;
}

function quietList(
  play: Play,
  uid: string,
  before: readonly string[],
  { done, doubtful, written }: Happened & { readonly written: ReadonlySet<string> },
): AnyLook<Finding> {
  const keyFor = (turn: Turn): string | undefined => {
    if (turn.call.actor === uid) return turn.step.preserveOrder === 'true' ? undefined : turn.key;
    return turn.permanent !== false && turn.counterpart === uid ? turn.othersKey : undefined;
  };
  const moved = [...done, ...doubtful].map(keyFor).filter((key) => key !== undefined);
  const news = before.filter((key) => written.has(touched(uid, key)));
  const arrived = [...written]
    .filter((entry) => entry.startsWith(`${uid} `))
    .map((entry) => entry.slice(uid.length + 1));
  const free = new Set([...moved, ...arrived]);
  const present = news.filter((key) => !moved.includes(key));
  const absent = done
    .filter((turn) => turn.call.actor === uid && keyFor(turn) !== undefined && !arrived.includes(turn.key))
    .filter((turn) => !turn.own.pinned && usuallyRemoved(play, turn))
    .map(({ key }) => key);

  return listLook(play, uid, (list) => {
    const missing = present.find((key) => !list.includes(key));
    const left = absent.find((key) => list.includes(key));
    // It may turn out to be the target's own way, and keeps nothing that follows from being judged.
    const stayed = left === undefined ? undefined : `${left} is still there although its reset was confirmed`;
    const wrong =
      compareLists(before, list, free)?.summary ??
      (missing === undefined ? undefined : `${missing} is missing although a message came`) ??
      stayed;
    if (wrong === undefined) return undefined;
    const summary = `after concurrent requests, in the list of ${uid} ${wrong}`;
    const expected = [...present.filter((key) => !list.includes(key)), ...before.filter((key) => !free.has(key))];
    for (const [at, key] of list.entries()) {
      // What may be anywhere is rightly where it was seen.
      if (free.has(key) && !absent.includes(key) && !expected.includes(key)) expected.splice(at, 0, key);
    }
    return {
      kind: 'mismatch',
      mismatch: mismatch(
        play,
        'quiet-after-concurrency',
        summary,
        {
          of: 'list',
          subject: `the list of ${uid}`,
          before,
          expected,
          seen: list,
        },
        wrong !== stayed,
      ),
    };
  });
}

function usuallyRemoved(play: Play, { call, permanent }: Turn): boolean {
  return usualEffect(play.known, call, false, permanent)?.place === 'removed';
}

const asQuiet = (findings: readonly Finding[]): readonly Finding[] =>
  findings.map((finding) =>
    finding.kind === 'mismatch'
      ? { ...finding, mismatch: { ...finding.mismatch, requirement: 'quiet-after-concurrency' } }
      : finding,
  );
