import fc from 'fast-check';
import { uid } from '../arbitrary/world.ts';
import { referenceBehaviour } from '../behaviour.ts';
import { type ChatState, emptyState } from '../chat-state.ts';
import { historyKey, sideKey, withUser } from '../conversation.ts';
import { sideOf } from '../conversation-list.ts';
import type { Uid } from '../ids.ts';
import { createUser } from '../people.ts';
import { resetUserConversation } from '../reset-user-conversation.ts';
import { sendMessage } from '../send-message.ts';
import { get, type Tree } from '../tree.ts';
import { conversationsOf } from '../views.ts';
import { type Figure, median } from './figures.ts';

/**
 * Targets are drawn uniformly over the whole list. States are persistent, so every command meets the same state, which
 * never drifts. Needs node's `--expose-gc`.
 */
export function coreFigures(): readonly Figure[] {
  const small = worldOf(1_000);
  const [time = Number.NaN] = medians([() => microsecondsOf(small, reset)]);
  const versions = megabytesOfVersions(worldOf(100_000), 1_000);
  const huge = worldOf(1_000_000);
  const worlds = [worldOf(100), worldOf(10_000), huge];
  const pages = medians([0, 0.5].map((part) => () => microsecondsOfPage(huge, part)));
  return [
    { name: 'resets a second on a list of 1,000', value: 1e6 / time, unit: '', reach: { atLeast: 400_000 } },
    { name: '1,000 versions of 100,000 conversations', value: versions, unit: 'MB', reach: { atMost: 30 } },
    ...figuresOf('reset', reset, nodesOfReset, worlds),
    ...figuresOf('send', send, nodesOfSend, worlds),
    { name: 'first page of 100 of 1,000,000', value: pages[0] ?? Number.NaN, unit: 'µs' },
    { name: 'middle page of 100 of 1,000,000', value: pages[1] ?? Number.NaN, unit: 'µs' },
    { name: 'page, time from first to middle', value: growth(pages), unit: 'times', reach: { atMost: 4 } },
  ];
}

/** How a command grows with the list, in time and in nodes of trees. */
function figuresOf(
  name: string,
  command: Command,
  nodesOf: (state: ChatState, other: Uid) => number,
  worlds: readonly World[],
): readonly Figure[] {
  const times = medians(worlds.map((world) => () => microsecondsOf(world, command)));
  const nodes = worlds.map(({ state, targets }) => mean(targets.map((other) => nodesOf(state, other))));
  const most = 1.25 * growth(worlds.map(({ length }) => Math.log2(length)));
  return [
    ...worlds.flatMap(({ length }, index) => {
      const where = `${name} on a list of ${length.toLocaleString('en')}`;
      return [
        { name: where, value: times[index] ?? Number.NaN, unit: 'µs' },
        { name: `${where}, nodes visited`, value: nodes[index] ?? Number.NaN, unit: '' },
      ];
    }),
    { name: `${name}, time from first to last`, value: growth(times), unit: 'times', reach: { atMost: 16 } },
    { name: `${name}, nodes from first to last`, value: growth(nodes), unit: 'times', reach: { atMost: most } },
  ];
}

// Worlds and commands

/** In `state`, `actor` has so many conversations; `targets` are whom commands name. */
type World = ReturnType<typeof worldOf>;

const actor = uid('actor');

/** The order of the list has nothing to do with the order of the names. */
function worldOf(length: number) {
  const others = Array.from({ length }, (_, index) => uid(`user-${index}`));
  let state = createUser(emptyState, { uid: actor, name: actor, at: 0 }).state;
  for (const other of others) state = createUser(state, { uid: other, name: other, at: 0 }).state;
  for (let index = 0; index < length; index += 1) state = send(state, others[(index * 7919) % length] ?? actor, 0);
  const targets = fc.sample(fc.noBias(fc.nat(length - 1)), { numRuns: 20_000, seed: 1 });
  return { state, length, targets: targets.map((index) => others[index] ?? actor) };
}

type Command = (state: ChatState, other: Uid, index: number) => ChatState;

/** Half of the resets preserve the order. */
const reset: Command = (state, other, index) => {
  const command = { actor, path: actor, conversationWith: other, preserveOrder: index % 2 === 0 };
  return resetUserConversation(state, command, referenceBehaviour).state;
};

const send: Command = (state, other) =>
  sendMessage(state, { sender: other, to: withUser(actor), category: 'message', type: 'text', text: 'news', at: 0 })
    .state;

// Measures

/** Of one command, over many. */
function microsecondsOf({ state, targets }: World, command: Command): number {
  let checksum = 0;
  const start = performance.now();
  for (const [index, other] of targets.entries()) checksum += command(state, other, index).counter;
  const time = performance.now() - start;
  if (checksum <= state.counter * targets.length) throw new Error('a command was refused');
  return (time * 1_000) / targets.length;
}

/** Of a page that begins so far into the list. */
function microsecondsOfPage({ state, length }: World, part: number): number {
  const rounds = 300;
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const page = conversationsOf(state, actor, { from: part * length, count: 100 });
    if (!page.ok || page.value.rows.length !== 100) throw new Error('a page was not full');
  }
  return ((performance.now() - start) * 1_000) / rounds;
}

/** What the heap holds more when the state before each command is kept. */
function megabytesOfVersions(world: World, versions: number): number {
  const kept: ChatState[] = [];
  const before = heapUsed();
  let { state } = world;
  for (const [index, other] of world.targets.slice(0, versions).entries()) {
    kept.push(state);
    state = index % 4 < 2 ? reset(state, other, index) : send(state, other, index);
  }
  const megabytes = (heapUsed() - before) / 2 ** 20;
  if (kept.length !== versions || world.length === 0) throw new Error('the versions were not kept');
  return megabytes;
}

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new Error('start node with --expose-gc');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** How many nodes lie on the paths to what a reset reads and changes. */
function nodesOfReset(state: ChatState, other: Uid): number {
  const list = get(state.users, actor)?.list;
  const side = list && sideOf(list, withUser(other));
  return (
    pathLength(state.users, actor) +
    pathLength(state.users, other) +
    pathLength(list?.sides, sideKey(withUser(other))) +
    pathLength(list?.order, side?.place ?? 0)
  );
}

/** The same for a message, which also enters the list of the other and the history. */
const nodesOfSend = (state: ChatState, other: Uid): number =>
  nodesOfReset(state, other) + pathLength(state.histories, historyKey(other, withUser(actor)));

function pathLength<K extends string | number, V>(tree: Tree<K, V>, key: K): number {
  let length = 0;
  for (let node = tree; node !== undefined; node = key < node.key ? node.left : node.right) {
    length += 1;
    if (node.key === key) break;
  }
  return length;
}

/** Each measured in turn, round by round, so that a slow moment of the machine meets all alike; the first is for the compilers. */
function medians(measures: readonly (() => number)[]): readonly number[] {
  const rounds = Array.from({ length: 10 }, () => measures.map((measure) => measure())).slice(1);
  return measures.map((_, index) => median(rounds.map((round) => round[index] ?? Number.NaN)));
}

const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
const growth = (figures: readonly number[]): number => (figures.at(-1) ?? Number.NaN) / (figures[0] ?? Number.NaN);
