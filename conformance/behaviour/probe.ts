import { setTimeout as sleep } from 'node:timers/promises';
import type { Addressing } from '../../core/index.ts';
import type { Case, Flag, Row } from '../cases/case.ts';
import { type Cast, type CastRow, castOf } from '../cases/cast.ts';
import { type Effect, type Place, placeOf, textsOf } from '../cases/known.ts';
import { type ResetCall, resetRequest } from '../cases/reset-request.ts';
import { emptyLedger, keyOf } from '../play/ledger.ts';
import { arrangeProtagonist, nextSecondMs } from '../play/stage.ts';
import { type Answer, answerOf } from '../target/answer.ts';
import type { Peer } from '../target/driver.ts';
import type { WireReply, WireRequest } from '../target/http-client.ts';
import { silent } from '../target/narrator.ts';
import { type Target, Unarrangeable } from '../target/target.ts';

/** A small world in which a probe does one thing and looks what came of it. */
export interface Probe {
  readonly target: Target;
  readonly cast: Cast;
}

/** What a target did with one request. */
export interface Observation {
  readonly reply: WireReply;
  readonly answer: Answer;
  readonly place: Place;
  readonly texts: Effect['texts'];
  readonly othersTexts: Effect['texts'];
  /** Whether the acting user's side is other than it was. */
  readonly changed: boolean;
}

/** What does not show by then, after it was arranged, never will. */
const longestArrivalMs = 10_000;

const messagesEach = 2;

/**
 * How long ago the last message is. `young`: it may be of this second. `aged`: it is of an earlier one. `paced`: and no
 * two rows began in the same second, so that nothing is a tie.
 */
export type Age = 'young' | 'aged' | 'paced';

interface ProbeOptions {
  readonly ids: number;
  readonly from?: Row['from'];
  readonly age?: Age;
}

/** Arranges a world for probes; its rows have a message from each side, or from the acting user nothing but. */
export async function openProbe(
  target: Target,
  name: string,
  rows: readonly Row['kind'][],
  { ids, from = 'both', age = 'young' }: ProbeOptions,
): Promise<Probe> {
  const scene: Case = {
    names: 'plain',
    ids,
    rows: rows.map((kind) => ({ kind, messages: messagesEach, from })),
    steps: [],
    ...(age === 'paced' ? { paced: true } : {}),
  };
  const cast = castOf(scene, `${target.prefix}${name}`);
  await arrangeProtagonist({
    target,
    narrator: silent,
    cast,
    ledger: emptyLedger(),
    messages: 0,
    changedAt: performance.now(),
  });
  await arrived(target, cast);
  if (age !== 'young') await sleep(nextSecondMs, undefined, { signal: target.signal });
  return { target, cast };
}

/** Reads that lag behind the arranging would be taken for effects of what comes next. */
async function arrived(target: Target, { protagonist, rows }: Cast): Promise<void> {
  const begun = performance.now();
  const last = rows.at(-1);
  for (;;) {
    const list = (await target.driver.conversations(protagonist)).map(keyOf);
    const told = last === undefined ? [] : await target.driver.messages(protagonist, last.peer);
    if (rows.every(({ peer }) => list.includes(keyOf(peer))) && told.length >= messagesEach) break;
    if (performance.now() - begun > Math.max(longestArrivalMs, 5 * target.settleMs)) {
      if (list.length > 0 || rows.length === 0) return;
      throw new Unarrangeable(`after messages were sent, the list of ${protagonist} shows no conversation`);
    }
    target.noteLag();
    await sleep(25, undefined, { signal: target.signal });
  }
  if (target.lags()) await sleep(target.settleMs, undefined, { signal: target.signal });
}

/** The row at this place of the protagonist's list, as the target shows it. */
export async function rowAt({ target, cast }: Probe, place: number): Promise<CastRow> {
  const list = (await target.driver.conversations(cast.protagonist)).map(keyOf);
  const row = cast.rows.find(({ peer }) => keyOf(peer) === list[place]) ?? cast.rows[place];
  if (row === undefined) throw new Error(`no row at place ${place}`);
  return row;
}

export const callOf = (
  { cast }: Probe,
  conversation: Peer,
  form: Addressing,
  preserveOrder: Flag = 'false',
  permanently: Flag = 'false',
): ResetCall => ({ actor: cast.protagonist, conversation, form, preserveOrder, permanently, wire: 'plain' });

/**
 * Sends a request that concerns one row, and looks at that row when the settling time is over; before, where a change
 * of the acting user's side is all that is wanted and shows at once.
 */
export async function observe(
  { target, cast }: Probe,
  { peer, other, seenByOthers }: CastRow,
  request: WireRequest,
  wanted: 'everything' | 'any change' = 'everything',
): Promise<Observation> {
  const { driver } = target;
  const theirs = seenByOthers(cast.protagonist);
  const view = async () => {
    const [list, texts, othersTexts] = await Promise.all([
      driver.conversations(cast.protagonist),
      driver.messages(cast.protagonist, peer),
      driver.messages(other, theirs),
    ]);
    return { list: list.map(keyOf), texts, othersTexts };
  };
  const before = await view();
  const reply = await target.send(request);
  const compare = async (): Promise<Observation> => {
    const after = await view();
    const place = placeOf(keyOf(peer), before.list, after.list);
    const texts = textsOf(before.texts, after.texts);
    return {
      reply,
      answer: answerOf(reply),
      place,
      texts,
      othersTexts: textsOf(before.othersTexts, after.othersTexts),
      changed: place !== 'kept' || texts !== 'visible',
    };
  };
  const atOnce = wanted === 'any change' ? await compare() : undefined;
  if (atOnce?.changed) return atOnce;
  await sleep(target.settleMs, undefined, { signal: target.signal });
  return compare();
}

/** As `observe`, for a reset that is said as documented. */
export const observeReset = (
  probe: Probe,
  row: CastRow,
  call: ResetCall,
  wanted?: 'any change',
): Promise<Observation> => observe(probe, row, resetRequest(call, probe.target.apiKey), wanted);

/** The request without one of its headers. */
export const without = (request: WireRequest, name: string): WireRequest => ({
  ...request,
  headers: Object.fromEntries(Object.entries(request.headers).filter(([header]) => header !== name)),
});

/** Observes on fresh ids until the answer leaves nothing open, three times at most. */
export async function observeFirmly(attempt: (suffix: string) => Promise<Observation>): Promise<Observation> {
  for (const suffix of ['', 'x']) {
    const seen = await attempt(suffix);
    if (seen.answer !== 'indeterminate') return seen;
  }
  return attempt('y');
}

/** What was concluded on an axis, and from what. */
export interface Conclusion<Value> {
  /** Undefined where it cannot be told. */
  readonly value: Value | 'other' | undefined;
  readonly evidence: string;
}
