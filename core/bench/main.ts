import { referenceBehaviour } from '../behaviour.ts';
import { type ChatState, emptyState } from '../chat-state.ts';
import { historyKey, sideKey, withUser } from '../conversation.ts';
import { sideOf } from '../conversation-list.ts';
import { parseUid, type Uid } from '../ids.ts';
import { createUser } from '../people.ts';
import { resetUserConversation } from '../reset-user-conversation.ts';
import { sendMessage } from '../send-message.ts';
import { get, type Tree } from '../tree.ts';
import { conversationsOf } from '../views.ts';

/**
 * Prints each figure beside its bound, and gates nothing: some depend on the machine.
 *
 * Targets are drawn uniformly over the whole list. States are persistent, so every command meets the same state, which
 * never drifts.
 */
function benchCore(): void {
  const small = worldOf(1_000);
  const [time = Number.NaN] = medians([() => microsecondsOf(small, reset)]);
  print('resets a second on a list of 1,000', 1e6 / time, '', { atLeast: 400_000 });

  const versions = megabytesOfVersions(worldOf(100_000), 1_000);
  print('1,000 versions of 100,000 conversations', versions, 'MB', { atMost: 30 });

  const worlds = [100, 10_000, 1_000_000].map(worldOf);
  const logarithms = worlds.map(({ others }) => Math.log2(others.length));
  for (const [name, command, nodesOf] of [
    ['reset', reset, nodesOfReset],
    ['send', send, nodesOfSend],
  ] as const) {
    const times = medians(worlds.map((world) => () => microsecondsOf(world, command)));
    const nodes = worlds.map((world) => mean(draw(world, 10_000).map((other) => nodesOf(world.state, other))));
    for (const [index, { others }] of worlds.entries()) {
      const where = `${name} on a list of ${others.length.toLocaleString('en')}`;
      print(where, times[index], 'µs');
      print(`${where}, nodes visited`, nodes[index], '');
    }
    print(`${name}, time from first to last`, growth(times), 'times', { atMost: 16 });
    print(`${name}, nodes from first to last`, growth(nodes), 'times', { atMost: 1.25 * growth(logarithms) });
  }

  const huge = worlds.at(-1) ?? worldOf(1_000_000);
  const pages = medians([0, 0.5].map((part) => () => microsecondsOfPage(huge, part * huge.others.length)));
  print('first page of 100 of 1,000,000', pages[0], 'µs');
  print('middle page of 100 of 1,000,000', pages[1], 'µs');
  print('page, time from first to middle', growth(pages), 'times', { atMost: 4 });
}

// Worlds and commands

/** In `state`, `actor` has a conversation with each of `others`. */
interface World {
  readonly state: ChatState;
  readonly others: readonly Uid[];
}

const actor = uid('actor');

/** The order of the list has nothing to do with the order of the names. */
function worldOf(length: number): World {
  const others = Array.from({ length }, (_, index) => uid(`user-${index}`));
  let state = createUser(emptyState, { uid: actor, name: actor, at: 0 }).state;
  for (const other of others) state = createUser(state, { uid: other, name: other, at: 0 }).state;
  for (const other of shuffled(others)) state = send(state, other, 0);
  return { state, others };
}

type Command = (state: ChatState, other: Uid, index: number) => ChatState;

/** Half of the resets preserve the order. */
const reset: Command = (state, other, index) =>
  resetUserConversation(
    state,
    { actor, path: actor, conversationWith: other, preserveOrder: index % 2 === 0 },
    referenceBehaviour,
  ).state;

const send: Command = (state, other) =>
  sendMessage(state, { sender: other, to: withUser(actor), category: 'message', type: 'text', text: 'news', at: 0 })
    .state;

// Measures

/** Of one command, over many. */
function microsecondsOf(world: World, command: Command): number {
  const targets = draw(world, 20_000);
  let checksum = 0;
  const start = performance.now();
  for (const [index, other] of targets.entries()) checksum += command(world.state, other, index).counter;
  const time = performance.now() - start;
  if (checksum <= world.state.counter * targets.length) throw new Error('a command was refused');
  return (time * 1_000) / targets.length;
}

function microsecondsOfPage({ state }: World, from: number): number {
  const rounds = 300;
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const page = conversationsOf(state, actor, { from, count: 100 });
    if (!page.ok || page.value.rows.length !== 100) throw new Error('a page was not full');
  }
  return ((performance.now() - start) * 1_000) / rounds;
}

/** What the heap holds more when the state before each command is kept. */
function megabytesOfVersions(world: World, versions: number): number {
  const kept: ChatState[] = [];
  const targets = draw(world, versions);
  const before = heapUsed();
  let { state } = world;
  for (const [index, other] of targets.entries()) {
    kept.push(state);
    state = index % 4 < 2 ? reset(state, other, index) : send(state, other, index);
  }
  const megabytes = (heapUsed() - before) / 2 ** 20;
  if (kept.length !== versions || world.others.length === 0) throw new Error('the versions were not kept');
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

/** Each measured in turn, round by round, so that a slow moment of the machine meets all alike. */
function medians(measures: readonly (() => number)[]): readonly number[] {
  for (const measure of measures) measure();
  const rounds = Array.from({ length: 9 }, () => measures.map((measure) => measure()));
  return measures.map((_, index) => {
    const sorted = rounds.map((round) => round[index] ?? Number.NaN).sort((one, two) => one - two);
    return sorted[sorted.length >> 1] ?? Number.NaN;
  });
}

const mean = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
const growth = (figures: readonly number[]): number => (figures.at(-1) ?? Number.NaN) / (figures[0] ?? Number.NaN);

type Bound = { readonly atMost: number } | { readonly atLeast: number };

function print(what: string, figure = Number.NaN, unit: string, bound?: Bound): void {
  const shown = `${format(figure)} ${unit}`.trimEnd();
  if (bound === undefined) {
    console.log(`${what.padEnd(50)} ${shown}`);
    return;
  }
  const [text, reached] =
    'atMost' in bound
      ? [`at most ${format(bound.atMost)}`, figure <= bound.atMost]
      : [`at least ${format(bound.atLeast)}`, figure >= bound.atLeast];
  console.log(`${what.padEnd(50)} ${shown.padEnd(16)} ${text.padEnd(18)} reached: ${reached ? 'yes' : 'no'}`);
}

const format = (figure: number): string =>
  figure.toLocaleString('en', { maximumFractionDigits: figure < 1_000 ? 2 : 0 });

// Chance, the same in every run

let seed = 1;

/** A linear congruential step; the upper bits are random enough to pick targets. */
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

const draw = ({ others }: World, count: number): readonly Uid[] =>
  Array.from({ length: count }, () => others[random(others.length)] ?? actor);

function shuffled(others: readonly Uid[]): readonly Uid[] {
  const drawn = others.map((other) => ({ other, at: random(2 ** 31) }));
  return drawn.sort((one, two) => one.at - two.at).map(({ other }) => other);
}

function uid(raw: string): Uid {
  const parsed = parseUid(raw, 'folded');
  if (!parsed.ok) throw new Error(`${raw} is no uid`);
  return parsed.value;
}

benchCore();
