import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../cases/case.ts';
import type { Cast, CastRow } from '../cases/cast.ts';
import type { Peer } from '../target/driver.ts';
import type { Narrator } from '../target/narrator.ts';
import { inParallel } from '../target/pool.ts';
import type { Target } from '../target/target.ts';
import { keyOf, type Ledger, release, viewOf } from './ledger.ts';

/** Sends messages on behalf of a case and keeps the ledger of who can read them. */
export interface Stage {
  readonly target: Target;
  readonly narrator: Narrator;
  readonly cast: Cast;
  readonly ledger: Ledger;
  /** Counts the messages, so that each text is its own. */
  messages: number;
  /** When something was last changed, by `performance.now()`. */
  changedAt: number;
}

/** Of so many it does not matter in which order they come. */
const manyMessages = 200;

/** After so long the whole second has changed. */
export const nextSecondMs = 1_100;

/** Creates everybody and everything of the cast, and lets the conversations begin in order. */
export async function arrange(stage: Stage): Promise<void> {
  const { cast } = stage;
  await Promise.all(everybody(cast).map((uid) => createUser(stage, uid)));
  const audience = everybody(cast).filter((uid) => uid !== cast.protagonist && uid !== cast.bystander);
  const listeners = [cast.bystander, ...audience];
  if (cast.hasCompany) await createGroup(stage, cast.hall, listeners);
  await Promise.all([
    ...(cast.hasCompany ? [sendPrivately(stage, cast.bystander, cast.companion)] : []),
    ...(cast.hasCompany ? firstUserPeer(cast) : []).map((uid) => sendPrivately(stage, cast.bystander, uid)),
    ...(cast.doubles === undefined ? [] : [sendPrivately(stage, cast.doubles[0], cast.doubles[1])]),
  ]);
  await arrangeRows(stage);
  if (!cast.hasCompany) return;
  await send(
    stage,
    cast.bystander,
    hallOf(cast),
    listeners.map((uid) => [uid, hallOf(cast)]),
  );
}

/** The protagonist's conversations alone, with those who take part in them. */
export async function arrangeProtagonist(stage: Stage): Promise<void> {
  const { cast } = stage;
  const needed = new Set([cast.protagonist, cast.bystander, ...cast.rows.flatMap(({ members }) => members)]);
  await Promise.all([...needed].map((uid) => createUser(stage, uid)));
  await arrangeRows(stage);
}

const createUser = ({ narrator, target }: Stage, uid: string): Promise<void> =>
  narrator.tell('arrange', `create the user ${uid}`, () => target.driver.createUser(uid));

const createGroup = ({ narrator, target }: Stage, guid: string, members: readonly string[]): Promise<void> =>
  narrator.tell('arrange', `create the group ${guid} of ${members.length}`, () =>
    target.driver.createGroup(guid, members),
  );

async function arrangeRows(stage: Stage): Promise<void> {
  const { cast, target } = stage;
  const createRow = async ({ peer, members }: CastRow) =>
    peer.kind === 'group' ? createGroup(stage, peer.id, members) : undefined;
  if (!cast.isPaced) await Promise.all(cast.rows.map(createRow));
  for (const row of cast.rows) {
    if (cast.isPaced) {
      await sleep(nextSecondMs, undefined, { signal: target.signal });
      await createRow(row);
    }
    const indices = Array.from({ length: row.row.messages }, (_, index) => index);
    await inParallel(indices, row.row.messages > manyMessages ? 4 : 1, (index) =>
      sendInRow(stage, row, writerOf(row.row, index)),
    );
  }
}

/** One more message in a row of the case. */
export function sendInRow(stage: Stage, row: CastRow, from: 'protagonist' | 'other'): Promise<void> {
  const { protagonist } = stage.cast;
  const others = row.members.filter((uid) => uid !== protagonist);
  const sender = (from === 'other' ? others[stage.messages % others.length] : undefined) ?? protagonist;
  const to = sender === protagonist ? row.peer : row.seenByOthers(protagonist);
  const readers = row.members.map(
    (uid) => [uid, uid === protagonist ? row.peer : row.seenByOthers(protagonist)] as const,
  );
  return send(stage, sender, to, readers);
}

/** Everybody who takes part, the protagonist first. */
export const everybody = (cast: Cast): readonly string[] => [
  ...new Set([
    cast.protagonist,
    ...cast.rows.map(({ other }) => other),
    ...(cast.hasCompany ? [cast.companion, cast.bystander] : []),
    ...(cast.doubles ?? []),
  ]),
];

const hallOf = (cast: Cast): Peer => ({ kind: 'group', id: cast.hall });

const writerOf = (row: Row, index: number): 'protagonist' | 'other' =>
  row.from === 'other' || (row.from === 'both' && index % 2 === 0) ? 'other' : 'protagonist';

const firstUserPeer = (cast: Cast): readonly string[] =>
  cast.rows
    .filter(({ peer }) => peer.kind === 'user')
    .map(({ peer }) => peer.id)
    .slice(0, 1);

const sendPrivately = (stage: Stage, from: string, to: string): Promise<void> =>
  send(stage, from, { kind: 'user', id: to }, [
    [from, { kind: 'user', id: to }],
    [to, { kind: 'user', id: from }],
  ]);

async function send(
  stage: Stage,
  from: string,
  to: Peer,
  readers: readonly (readonly [string, Peer])[],
): Promise<void> {
  stage.messages += 1;
  const text = `message ${stage.messages}`;
  await stage.narrator.tell('arrange', `${from} writes to ${keyOf(to)}`, () =>
    stage.target.driver.sendMessage(from, to, text),
  );
  stage.changedAt = performance.now();
  for (const [uid, peer] of readers) {
    const view = viewOf(stage.ledger, uid, peer);
    view.texts.set(text, view.reset ? undefined : true);
    if (view.reset) view.unverified.add(text);
    view.news = true;
    release(view);
    stage.ledger.news.set(uid, (stage.ledger.news.get(uid) ?? new Set()).add(keyOf(peer)));
  }
}
