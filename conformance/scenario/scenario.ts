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
import { actorDefects, bodyDefects, type FlagName, flags, keyDefects, wireForms } from './choices.ts';

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

export const isReset = (operation: Operation): operation is Reset => operation.do === 'reset';

/** Whether a reset has a key and an acting user as it should. */
export const hasCredentials = ({ apikey, onBehalfOf }: Pick<Reset, 'apikey' | 'onBehalfOf'>): boolean =>
  apikey === undefined && onBehalfOf === undefined;

/** The flags that a reset gives with a boolean; a group reset has the first one alone. */
export const flagsSent = ({ conversation, wrongTypes = {}, ...reset }: Reset): readonly FlagName[] =>
  (['preserveOrder', 'deleteMessagesPermanently'] as const)
    .slice(0, conversation.kind === 'user' ? 2 : 1)
    .filter((name) => reset[name] !== 'absent' && !(name in wrongTypes));

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
