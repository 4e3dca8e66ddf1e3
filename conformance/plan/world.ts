import { flags } from '../scenario/choices.ts';
import { seenBy, toGroup, toUser } from '../scenario/conversations.ts';
import type { Group, Operation, Read, Reset, Scenario, Send, Step } from '../scenario/scenario.ts';
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
  readonly me?: string;
  /** How many messages each row begins with; 1 when left out. */
  readonly messages?: number;
  /** Who writes them; `both` when left out. */
  readonly from?: 'both' | 'others' | 'me';
  /** Members of each group beside `me` and the one who answers. */
  readonly company?: number;
  /** More pairs of users, who write to each other. */
  readonly pairs?: readonly (readonly [string, string])[];
  /** Whether there is somebody with conversations that the acting user takes no part in. */
  readonly outsiders?: boolean;
}

/** Answers in each group. */
const mate = 'k-mate';
const outsider = 'o-outsider';
const outsidersGroup = 'h-others';

/** A world with these rows, in this order; where only the kind of one is given, its id is made up. */
export function worldOf(wanted: readonly (Peer | Peer['kind'])[], options: WorldOptions = {}): World {
  const { me = 'm-actor', company = 0, outsiders = false } = options;
  const rows = wanted.map((row, index) => (typeof row === 'string' ? madeUp(row, index) : row));
  const peers = rows.filter(({ kind }) => kind === 'user').map(({ id }) => id);
  const guids = rows.filter(({ kind }) => kind === 'group').map(({ id }) => id);
  const extras = guids.length === 0 ? [] : times(company - peers.length, (at) => `j-extra${at}`);
  const others = [...peers, ...extras, ...(guids.length > 0 || outsiders ? [mate] : [])];
  const members = [me, mate, ...[...peers, ...extras].slice(0, company)];
  const pairs = [
    ...(options.pairs ?? []),
    ...(outsiders ? [...peers.slice(0, 1), mate].map((uid) => [outsider, uid] as const) : []),
  ];
  return {
    ...{ me, rows },
    users: [...new Set([me, ...others, ...pairs.flat()])],
    groups: [
      ...guids.map((id, index) => ({
        id,
        // Each of them comes first once, and creates the group.
        members: turned(members, index),
        ...rolesIn(members, index),
      })),
      ...(outsiders ? [{ id: outsidersGroup, members: [outsider, ...others] }] : []),
    ],
    begin: [
      ...pairs.flatMap(([one, other]) => [send(one, toUser(other)), send(other, toUser(one))]),
      ...rows.flatMap((row, index) => begun({ me }, row, index, options)),
      ...(outsiders ? [send(outsider, toGroup(outsidersGroup))] : []),
    ],
  };
}

/** Now before, now after the acting user's own id. */
const madeUp = (kind: Peer['kind'], index: number): Peer => ({
  kind,
  id: `${'azcxetgq'.charAt(index % 8)}-${kind === 'user' ? 'peer' : 'group'}${index + 1}`,
});

/** One after the other is an admin, a moderator or neither, in each group another one, but for who created it. */
function rolesIn(members: readonly string[], index: number): Pick<Group, 'admins' | 'moderators'> {
  const roleOf = (at: number) => pick(['admins', 'moderators', 'none'], at + Math.floor(index / 2));
  const inRole = (role: string) => members.filter((_, at) => at !== index % members.length && roleOf(at) === role);
  const [admins, moderators] = [inRole('admins'), inRole('moderators')];
  return { ...(admins.length > 0 && { admins }), ...(moderators.length > 0 && { moderators }) };
}

function begun(
  world: Pick<World, 'me'>,
  row: Peer,
  index: number,
  { messages = 1, from = 'both' }: WorldOptions,
): readonly Send[] {
  // Of one message each, they write two by two, as kinds mostly alternate.
  const ofBoth = messages === 1 ? Math.floor(index / 2) % 2 : Math.ceil(messages / 2);
  const ofOthers = { both: ofBoth, others: messages, me: 0 }[from];
  return [...several(answer(world, row), ofOthers), ...several(send(world.me, row), messages - ofOthers)];
}

/** The same message so often. */
export const several = (message: Send, count: number): readonly Send[] =>
  count <= 0 ? [] : [count === 1 ? message : { ...message, times: count }];

export const send = (from: string, to: Peer): Send => ({ do: 'send', from, to });

/** Who answers in a row. */
const otherSide = ({ kind, id }: Peer): string => (kind === 'user' ? id : mate);

/** A message by the other side of a row. */
export const answer = ({ me }: Pick<World, 'me'>, row: Peer): Send =>
  send(otherSide(row), seenBy(otherSide(row), me, row));

/** The acting user reads a row, or its other side does. */
export const read = ({ me }: Pick<World, 'me'>, row: Peer): Read => ({ do: 'read', from: me, to: row });
export const theirRead = ({ me }: Pick<World, 'me'>, row: Peer): Read =>
  read({ me: otherSide(row) }, seenBy(otherSide(row), me, row));

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

/** A reset by the other side of a row. */
export const theirReset = ({ me }: Pick<World, 'me'>, row: Peer, settings: Settings = {}): Reset =>
  reset(otherSide(row), seenBy(otherSide(row), me, row), settings);

export const scenarioOf = ({ users, groups, begin }: World, steps: readonly Step[]): Scenario => ({
  users,
  groups,
  steps: [...begin, ...steps],
});

export const together = (operations: readonly Operation[]): Step => ({ do: 'together', operations });

/** One after the other, and nobody looks between. */
export const inARow = (operations: readonly Operation[]): Step => ({ do: 'together', operations, inOrder: true });

/** So many of what is made from a number. */
export const times = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: Math.max(count, 0) }, (_, index) => item(index));

/** The entry at an index; after the last entry the first one comes again. */
export function pick<Entry>(entries: readonly Entry[], index: number): Entry {
  if (entries.length === 0) throw new Error('nothing to pick from');
  return entries.at(index % entries.length) as Entry;
}

/** All of them, from the one at an index on: each comes first once. */
export const turned = <Entry>(entries: readonly Entry[], index: number): readonly Entry[] =>
  entries.map((_, at) => pick(entries, at + index));

/** One kind after the other, again and again. */
export const mixed = (length: number, shift = 0): readonly Peer['kind'][] =>
  times(length, (index) => pick(['user', 'group'], index + shift));

/** Both flags; nine indices in a row have every combination. */
export const flagsAt = (index: number) => ({
  preserveOrder: pick(flags, index),
  deleteMessagesPermanently: pick(flags, index + Math.floor(index / flags.length)),
});

/** The same in so many parts, dealt out one by one: neighbours are alike, and go to different ones. */
export const dealt = <Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] =>
  times(count, (part) => items.filter((_, at) => at % count === part));

/** The same in parts as long as each other, none longer than `most`. */
export function inParts<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / count);
  return times(count, (at) => items.slice(at * size, (at + 1) * size));
}
