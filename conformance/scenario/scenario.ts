import { addressingForms } from '../../core/index.ts';
import {
  anything,
  checked,
  choice,
  described,
  list,
  map,
  record,
  text,
  type ValueOf,
  variant,
  whole,
} from '../../fixtures/shape.ts';
import type { Peer } from '../target/driver.ts';

export const flags = ['absent', 'false', 'true'] as const;
/** `absent` is a field that is not in the body. */
export type Flag = (typeof flags)[number];
export type FlagName = 'preserveOrder' | 'deleteMessagesPermanently';

/**
 * Spellings of a request that mean what the plain one means, ids in capitals where the target folds case: how each is
 * said, the requirement that puts it to the test, and whether a target may refuse it all the same.
 */
export const wireSpellings = {
  spaced: { words: 'with white space in the body', requirement: 'body-form', mayBeRefused: false },
  reordered: { words: 'with the fields in another order', requirement: 'body-form', mayBeRefused: false },
  escaped: { words: 'with escaped letters in the body', requirement: 'body-form', mayBeRefused: false },
  'escaped-values': { words: 'with escaped letters in its values', requirement: 'body-form', mayBeRefused: false },
  doubled: { words: 'with a field twice', requirement: 'body-form', mayBeRefused: true },
  charset: { words: 'with a charset in the Content-Type', requirement: 'body-form', mayBeRefused: true },
  'charset-in-capitals': {
    words: 'with a charset in capitals in the Content-Type',
    requirement: 'body-form',
    mayBeRefused: true,
  },
  'media-type-case': { words: 'with a Content-Type in another case', requirement: 'body-form', mayBeRefused: true },
  padded: { words: 'with 20,000 blanks in the body', requirement: 'body-form', mayBeRefused: true },
  'percent-encoded': { words: 'with a percent-encoded path', requirement: 'percent-encoding', mayBeRefused: false },
  'header-case': { words: 'with header names in another case', requirement: 'header-case', mayBeRefused: false },
  'upper-headers': { words: 'with header names in capitals', requirement: 'header-case', mayBeRefused: false },
  'lower-headers': { words: 'with header names in small letters', requirement: 'header-case', mayBeRefused: false },
  chunked: { words: 'in a chunked body', requirement: 'framing', mayBeRefused: true },
  segmented: { words: 'in two segments', requirement: 'framing', mayBeRefused: false },
  'capital-actor': { words: 'with onBehalfOf in capitals', requirement: 'confirmed-did-it', mayBeRefused: true },
  'capital-path': { words: 'with the id in the path in capitals', requirement: 'confirmed-did-it', mayBeRefused: true },
  'capital-body': { words: 'with conversationWith in capitals', requirement: 'confirmed-did-it', mayBeRefused: true },
} as const;

export type WireForm = keyof typeof wireSpellings;
export const wireForms = Object.keys(wireSpellings) as readonly WireForm[];
/** Where ids may be in capitals. */
export const capitals = wireForms.filter((form) => wireSpellings[form].requirement === 'confirmed-did-it');

/** What may be wrong with the key, in words; `absent` and `empty` leave it out, the others are wrong keys. */
export const keyWords = {
  absent: 'without an apikey',
  empty: 'with an empty apikey',
  unrelated: 'with an unrelated apikey',
  'first-changed': 'with the first character of the apikey changed',
  'middle-changed': 'with the middle character of the apikey changed',
  'last-changed': 'with the last character of the apikey changed',
  'other-case': 'with a letter of the apikey in the other case',
} as const;
export type KeyDefect = keyof typeof keyWords;
export const keyDefects = Object.keys(keyWords) as readonly KeyDefect[];
export const wrongKeys = keyDefects.filter((defect) => defect !== 'absent' && defect !== 'empty');

/** The same of the header that names the acting user. */
export const actorWords = {
  absent: 'without onBehalfOf',
  empty: 'with an empty onBehalfOf',
  unknown: 'with an onBehalfOf that nobody has',
} as const;
const actorDefects = Object.keys(actorWords) as readonly (keyof typeof actorWords)[];

/** The same of the body and its type. */
export const bodyWords = {
  none: 'without a body',
  malformed: 'with a body that is no JSON',
  array: 'with an array as body',
  number: 'with a number as body',
  untyped: 'without a Content-Type',
} as const;
export const bodyDefects = Object.keys(bodyWords) as readonly (keyof typeof bodyWords)[];

/** More than any run has: nobody waits for what was never meant. */
export const most = { users: 1_000, steps: 10_000, atOnce: 100, messages: 20_000, seconds: 60 } as const;

/** A character of an id: what a header can carry, and no driver can take for the end of a path's segment. */
export const idPattern = '[!-.0-[\\]-~]';
/** What the run's own beginning can precede; a report that somebody edited can name no id that a run did not create. */
const id = text('it', `^${idPattern}{1,100}$`);
const users = list('it', id, most.users);
const flag = choice('it', flags);
/** What can be walked through as often as a run likes; in characters. */
const mostJson = { length: 10_000, depth: 8 } as const;
const json = record(
  'it',
  checked(anything, (value) => {
    const { length, depth } = mostJson;
    return lengthOf(value, depth) <= length
      ? undefined
      : `it must be smaller: at most ${length} characters, ${depth} deep.`;
  }),
  20,
);

/** What nests deeper is as good as endless. */
function lengthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return String(value).length;
  if (depth === 0) return Number.POSITIVE_INFINITY;
  return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + lengthOf(part, depth - 1), 1);
}

const peer = map('a peer', {
  kind: described('Which of the two `id` is.', choice('it', ['user', 'group'])),
  id: described("The other user's uid, or the guid.", id),
});

const send = map('a send', {
  do: described('Write messages.', choice('it', ['send'])),
  from: described('Who writes.', id),
  to: described('Where it is written.', peer),
  'times?': described('How many messages, one after the other; 1 when left out.', whole('it', 1, most.messages)),
  'length?': described(
    'How many characters each text has at least; marks, quotes and letters beyond ASCII make it longer.',
    whole('it', 1, 10_000),
  ),
});
export interface Send extends ValueOf<typeof send> {}

const join = map('a join', {
  do: described('Become a member.', choice('it', ['join'])),
  from: described('Who joins.', id),
  to: described('Of which group.', peer),
});
/** One of the members of a group, who is none before: groups are created without those who join. */
export interface Join extends ValueOf<typeof join> {}

const reset = map('a reset', {
  do: described('Send one of the two resets.', choice('it', ['reset'])),
  actor: described('Who resets.', id),
  conversation: described('As the acting user sees it.', peer),
  preserveOrder: described('The field of the body; `absent` leaves it out.', flag),
  deleteMessagesPermanently: described(
    'Not sent in a group reset, which has no such field; `extra` can send it all the same.',
    flag,
  ),
  form: described('How a user reset names the two; of no meaning in a group reset.', choice('it', addressingForms)),
  'wire?': described('Spellings that mean the same.', list('it', choice('it', wireForms), wireForms.length)),
  'apikey?': described('What is wrong with the key.', choice('it', keyDefects)),
  'onBehalfOf?': described('What is wrong with the header that names the acting user.', choice('it', actorDefects)),
  'body?': described('In place of a JSON object with its Content-Type.', choice('it', bodyDefects)),
  'wrongTypes?': described('JSON values in place of what a documented field would hold.', json),
  'extra?': described(
    "Fields that this call does not document. `~` and a name stand for a user's id, `~group:` and a name for a group's.",
    json,
  ),
  'path?': described('A user named in the path in place of the one that the form says.', id),
});
export interface Reset extends ValueOf<typeof reset> {}

const read = map('a read', {
  do: described('Look at the list and read a conversation; nobody checks what is shown.', choice('it', ['read'])),
  from: described('Who looks.', id),
  to: described('What is read.', peer),
});
/** It changes nothing, but what is sent at the same time may change what it finds. */
export interface Read extends ValueOf<typeof read> {}

/** What may change something. */
export type Act = Send | Join | Reset;
export type Operation = Act | Read;

const operation = variant('an operation', 'do', [send, join, reset, read]);
const together = map('a together', {
  do: described('Do several things before anybody looks.', choice('it', ['together'])),
  operations: described('What is done.', list<Operation>('it', operation, most.atOnce, 1)),
  'inOrder?': described('One after the other; all at once when left out.', choice('it', [true])),
});
/** Several operations with no observation between them; what comes of them is looked at when all were answered. */
interface Together extends ValueOf<typeof together> {}

const wait = map('a wait', {
  do: described('Do nothing for a while.', choice('it', ['wait'])),
  until: described('What is waited for.', choice('it', ['second', 'settled', 'others'])),
  'seconds?': described('How long it takes at least; only for the others.', whole('it', 1, most.seconds)),
});
/**
 * `second`: a whole second has elapsed, whatever the target's clock says. `settled`: what was done can be seen.
 * `others`: the other scenarios of the run are done, or wait as well; a scenario waits so once at most.
 */
export interface Wait extends ValueOf<typeof wait> {}

/** Whether a scenario goes on only when the others are done. */
export const isPause = (step: Step): step is Wait => step.do === 'wait' && step.until === 'others';

export type Step = Operation | Together | Wait;

/** Which step is the last one that does something. */
export const lastActIn = ({ steps }: Scenario): number => steps.findLastIndex((step) => step.do !== 'wait');

const group = map('a group', {
  id: described('The end of its guid.', id),
  members: described('The first one creates it.', list('it', id, most.users, 1)),
  'admins?': described('Those of the members who are admins.', users),
  'moderators?': described('Those of them who are moderators.', users),
});
export interface Group extends ValueOf<typeof group> {}

/** The group with its members changed, and those who have a role among them. */
export const withMembers = (
  { id, members, admins, moderators }: Group,
  change: (uids: readonly string[]) => readonly string[],
): Group => ({
  ...{ id, members: change(members) },
  ...(admins && { admins: change(admins) }),
  ...(moderators && { moderators: change(moderators) }),
});

/** A scenario as reports store it. No key is overlooked: without what it means, it would be another scenario. */
export const scenarioShape = map('a scenario', {
  users: described('Created first.', users),
  groups: described('Created next.', list<Group>('it', group, most.users)),
  steps: described(
    'What is done then, in order.',
    list<Step>('it', variant('a step', 'do', [send, join, reset, read, together, wait]), most.steps),
  ),
  'watched?': described('Who looks at anything; everybody when left out.', users),
  'lookAfter?': described(
    'So many seconds after the last step all is observed once more; as soon as the target has settled when left out.',
    whole('it', 1, most.seconds),
  ),
});

/**
 * What the suite does to a target, as plain data: a small world and steps in it. Users and groups are named by the end
 * of their id (`me`, `peer-1`), which is the same in every execution; what stands before it is the execution's own.
 * A `~` inside an end stands for that beginning.
 */
export interface Scenario extends ValueOf<typeof scenarioShape> {}

export const toUser = (id: string): Peer => ({ kind: 'user', id });
export const toGroup = (id: string): Peer => ({ kind: 'group', id });

/** Names a conversation among those of one user. */
export const keyOf = ({ kind, id }: Peer): string => `${kind}:${id}`;

/** The conversation that a key names. */
export function peerOf(key: string): Peer {
  const [kind = ''] = key.split(':');
  return { kind: kind === 'group' ? 'group' : 'user', id: key.slice(kind.length + 1) };
}

/** The id in an execution whose ids all begin with `scope`. */
export const idIn = (scope: string, tail: string): string => scope + tail.replaceAll('~', scope);

/** What foreign fields hold, with each text that stands for an id replaced. */
export const withIds = (value: unknown, idOf: (peer: Peer) => string): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, one: unknown) => {
    if (typeof one !== 'string' || !one.startsWith('~')) return one;
    return idOf(one.startsWith('~group:') ? toGroup(one.slice('~group:'.length)) : toUser(one.slice(1)));
  });

/** What stands for the id of a user or a group in a foreign field. */
export const held = ({ kind, id }: Peer): string => (kind === 'user' ? `~${id}` : `~group:${id}`);

/** Who takes part in a conversation, as seen by one of them. */
export function participantsOf({ groups }: Pick<Scenario, 'groups'>, user: string, peer: Peer): readonly string[] {
  if (peer.kind === 'user') return [user, peer.id];
  return groups.find(({ id }) => id === peer.id)?.members ?? [];
}

/** The same conversation as another participant sees it. */
export const seenBy = (participant: string, user: string, peer: Peer): Peer =>
  peer.kind === 'group' || participant === user ? peer : toUser(user);

export const isReset = (operation: Operation): operation is Reset => operation.do === 'reset';

/** Whether a reset has a key and an acting user as it should. */
export const hasCredentials = ({ apikey, onBehalfOf }: Pick<Reset, 'apikey' | 'onBehalfOf'>): boolean =>
  apikey === undefined && onBehalfOf === undefined;

/** The flags that a reset gives with a boolean; a group reset has the first one alone. */
export const flagsSent = ({ conversation, wrongTypes = {}, ...reset }: Reset): readonly FlagName[] =>
  (['preserveOrder', 'deleteMessagesPermanently'] as const)
    .slice(0, conversation.kind === 'user' ? 2 : 1)
    .filter((name) => reset[name] !== 'absent' && !(name in wrongTypes));

/** Whose conversation an operation is about, and with whom. */
export const conversationOf = (operation: Operation): readonly [string, Peer] =>
  isReset(operation) ? [operation.actor, operation.conversation] : [operation.from, operation.to];

/** Names the conversation of an operation among those of `owner`; undefined where it is between two others. */
export function keyFor(owner: string, operation: Operation): string | undefined {
  const [user, peer] = conversationOf(operation);
  const mayBe = peer.kind === 'group' || [user, peer.id].includes(owner);
  return mayBe ? keyOf(seenBy(owner, user, peer)) : undefined;
}

/** Names the conversation of an operation, the same for all who take part. */
export function conversationName(operation: Operation): string {
  const [user, peer] = conversationOf(operation);
  return peer.kind === 'group' ? keyOf(peer) : [user, peer.id].toSorted().join(' ');
}

/** Somebody's conversations that were written in, the one with the latest message first. */
export function latestFirst({ groups, steps }: Pick<Scenario, 'groups' | 'steps'>, owner: string): readonly Peer[] {
  const peers = steps.flatMap((step) => {
    const isOwn = step.do === 'send' && participantsOf({ groups }, step.from, step.to).includes(owner);
    return isOwn ? [seenBy(owner, step.from, step.to)] : [];
  });
  return [...new Map(peers.toReversed().map((peer) => [keyOf(peer), peer])).values()];
}

/** The operations of a step; a step that waits has none. */
export const operationsOf = (step: Step): readonly Operation[] =>
  step.do === 'together' ? step.operations : step.do === 'wait' ? [] : [step];

/** How many messages these operations write. */
export const messagesIn = (operations: readonly Operation[]): number =>
  operations.reduce((sum, one) => sum + (one.do === 'send' ? (one.times ?? 1) : 0), 0);

/** A change of a scenario that leaves its resets out. */
export const unlessReset = (one: Operation): Operation | undefined => (isReset(one) ? undefined : one);

/** The same scenario with each of its operations changed, or without it where nothing is left of it. */
export const withOperations = (
  scenario: Scenario,
  change: (operation: Operation) => Operation | undefined,
): Scenario => ({
  ...scenario,
  steps: scenario.steps.flatMap((step): Step | readonly Step[] => {
    if (step.do === 'wait') return step;
    if (step.do !== 'together') return change(step) ?? [];
    const operations = step.operations.flatMap((one) => change(one) ?? []);
    return operations.length === 0 ? [] : { ...step, operations };
  }),
});

/** Whether a step sends several requests at once. */
export const isAtOnce = (step: Step | undefined): step is Together =>
  step?.do === 'together' && step.operations.length > 1 && step.inOrder !== true;

/** The resets of a conversation by one user before a step. */
export function resetsBefore({ steps }: Scenario, step: number, actor: string, conversation: Peer): readonly Reset[] {
  const resets = steps.slice(0, step).flatMap(operationsOf).filter(isReset);
  return resets.filter((one) => one.actor === actor && keyOf(one.conversation) === keyOf(conversation));
}
