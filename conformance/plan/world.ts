import {
  type Group,
  type Operation,
  type Reset,
  type Scenario,
  type Send,
  type Step,
  toGroup,
  toUser,
} from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';

/** A small world around one acting user, `me`, and how its conversations begin. */
export interface World {
  readonly me: string;
  readonly users: readonly string[];
  readonly groups: readonly Group[];
  /** The acting user's conversations; the first one began first, so that it is mostly shown last. */
  readonly rows: readonly Peer[];
  readonly begin: readonly Step[];
}

export interface WorldOptions {
  /** Users who take no part in the acting user's conversations, with conversations of their own. */
  readonly outsiders?: boolean;
  /** How many messages each row begins with; 1 when left out. */
  readonly messages?: number;
  /** Who writes them; `both` when left out. */
  readonly from?: 'both' | 'others' | 'me';
  /** Members of each group beside `me` and the one who answers. */
  readonly company?: number;
  /** More users, who write to each other. */
  readonly colliding?: readonly (readonly [string, string])[];
  /** Whether somebody joins the first group after it began. */
  readonly late?: boolean;
  readonly me?: string;
  /** The end of the id of each row, in order; made up when left out. */
  readonly ids?: readonly string[];
}

const mate = 'k-mate';
const outsidersGroup = 'h-others';
const outsider = 'o-outsider';
const latecomer = 'l-late';

/** A world with a row of each kind given, in this order. */
export function worldOf(kinds: readonly Peer['kind'][], options: WorldOptions = {}): World {
  const { messages = 1, from = 'both', company = 0, me = 'm-actor', ids = [] } = options;
  const rows = kinds.map((kind, index): Peer => ({ kind, id: ids[index] ?? madeUp(kind, index) }));
  const peers = rows.filter(({ kind }) => kind === 'user').map(({ id }) => id);
  const hasGroups = rows.some(({ kind }) => kind === 'group');
  const extras = Array.from({ length: hasGroups ? Math.max(company - peers.length, 0) : 0 }, (_, n) => `j-extra${n}`);
  const others = [...peers, ...extras];
  const groups = rows
    .filter(({ kind }) => kind === 'group')
    .map(({ id }, index): Group => ({ id, members: turned([me, mate, ...others.slice(0, company)], index) }));
  const world: World = {
    ...{ me, rows, groups },
    users: [me, ...others, ...(hasGroups || options.outsiders ? [mate] : [])],
    begin: rows.flatMap((row, index) => begun(row, index, { me, messages, from })),
  };
  return withLate(withOutsiders(withPairs(world, options), options), options);
}

function withPairs(world: World, { colliding = [] }: WorldOptions): World {
  const users = [...new Set([...world.users, ...colliding.flat()])];
  const written = colliding.flatMap(([one, other]) => [send(one, toUser(other)), send(other, toUser(one))]);
  return { ...world, users, begin: [...world.begin, ...written] };
}

function withOutsiders(world: World, { outsiders = false }: WorldOptions): World {
  if (!outsiders) return world;
  const { me, rows, users, groups, begin } = world;
  const peers = rows.filter(({ kind }) => kind === 'user').slice(0, 1);
  return {
    ...world,
    users: [...users, outsider],
    groups: [...groups, { id: outsidersGroup, members: [outsider, ...users.filter((uid) => uid !== me)] }],
    begin: [
      ...peers.map((peer) => send(outsider, peer)),
      send(outsider, toUser(mate)),
      ...begin,
      send(outsider, toGroup(outsidersGroup)),
    ],
  };
}

/** Somebody joins the first group, and is written to when that can be seen. */
function withLate(world: World, { late = false }: WorldOptions): World {
  const row = world.rows.find(({ kind }) => kind === 'group');
  if (!late || row === undefined) return world;
  const join: Step = { do: 'join', from: latecomer, to: row };
  return {
    ...world,
    users: [...world.users, latecomer],
    groups: world.groups.map(({ id, members }) => ({ id, members: id === row.id ? [...members, latecomer] : members })),
    begin: [...world.begin, join, { do: 'wait', until: 'settled' }, send(mate, row)],
  };
}

/** Each of them comes first once, and creates the group. */
const turned = (members: readonly string[], index: number): readonly string[] => [
  ...members.slice(index % members.length),
  ...members.slice(0, index % members.length),
];

/** Now before, now after the acting user's own id. */
const madeUp = (kind: Peer['kind'], index: number): string =>
  `${'azcxetgq'.charAt(index % 8)}-${kind === 'user' ? 'peer' : 'group'}${index + 1}`;

interface Beginning {
  readonly me: string;
  readonly messages: number;
  readonly from: 'both' | 'others' | 'me';
}

function begun(row: Peer, index: number, { me, messages, from }: Beginning): readonly Send[] {
  const theirs = row.kind === 'user' ? send(row.id, toUser(me)) : send(mate, row);
  const mine = send(me, row);
  const times = (one: Send, count: number): readonly Send[] =>
    count === 0 ? [] : [count === 1 ? one : { ...one, times: count }];
  if (from === 'others') return times(theirs, messages);
  if (from === 'me') return times(mine, messages);
  // Of one message each, they write alternately.
  const ofOthers = messages === 1 ? (index + 1) % 2 : Math.ceil(messages / 2);
  return [...times(theirs, ofOthers), ...times(mine, messages - ofOthers)];
}

export const send = (from: string, to: Peer): Send => ({ do: 'send', from, to });

/** A message by the other side of a row. */
export const answer = ({ me }: World, row: Peer): Send =>
  row.kind === 'user' ? send(row.id, toUser(me)) : send(mate, row);

export type Settings = Partial<Omit<Reset, 'do' | 'actor' | 'conversation'>>;

/** A reset with both flags false, in the form of the spec, but for what is given. */
export const reset = (actor: string, conversation: Peer, settings: Settings = {}): Reset => ({
  do: 'reset',
  actor,
  conversation,
  preserveOrder: 'false',
  deleteMessagesPermanently: 'false',
  form: 'path-actor',
  ...settings,
});

export const scenarioOf = ({ users, groups, begin }: World, steps: readonly Step[]): Scenario => ({
  users,
  groups,
  steps: [...begin, ...steps],
});

export const together = (operations: readonly Operation[]): Step => ({ do: 'together', operations });

/** The entry at an index; after the last entry the first one comes again. */
export function pick<Entry>(entries: readonly [Entry, ...Entry[]] | readonly Entry[], index: number): Entry {
  const entry = entries[((index % entries.length) + entries.length) % entries.length];
  if (entry === undefined) throw new Error('nothing to pick from');
  return entry;
}

/** One kind after the other, again and again. */
export const mixed = (length: number, shift = 0): readonly Peer['kind'][] =>
  Array.from({ length }, (_, index) => ((index + shift) % 2 === 0 ? 'user' : 'group'));
