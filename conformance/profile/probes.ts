import { type Addressing, addressingForms, type StatusCase } from '../../core/index.ts';
import { shownByProbes } from '../execution/views.ts';
import { answer, inARow, inParts, pick, reset, scenarioOf, send, times, type World, worldOf } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { isReset, operationsOf, type Reset, type Scenario, type Step } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';

/** Who has never written to the acting user, and is in no group. */
const stranger = 'o-stranger';
/** Joins a group to which others have written. */
export const newcomer = 'j-newcomer';
/** The acting user's, without a message. */
export const silentGroup = 'n-silent';

const second: Step = { do: 'wait', until: 'second' };
const writers = ['both', 'both', 'me'] as const;

const plainPermanent: Partial<Reset> = { preserveOrder: 'false', deleteMessagesPermanently: 'true' };
/** A row beside one whose messages are deleted cannot show what leaving the flag out means. */
const ofUsers: readonly Partial<Reset>[] = [
  { preserveOrder: 'true', deleteMessagesPermanently: 'absent' },
  { preserveOrder: 'true', deleteMessagesPermanently: 'false' },
  { preserveOrder: 'true', deleteMessagesPermanently: 'true' },
  plainPermanent,
  { preserveOrder: 'false', deleteMessagesPermanently: 'false' },
  { preserveOrder: 'false', deleteMessagesPermanently: 'absent' },
];
const ofGroups: readonly Partial<Reset>[] = [{ preserveOrder: 'true' }, { preserveOrder: 'false' }];
/** Bodies that a target may refuse or take in several ways. */
const bodies: readonly Partial<Reset>[] = [
  { wrongTypes: { deleteMessagesPermanently: 'true' } },
  { wrongTypes: { deleteMessagesPermanently: 'false' } },
  { wrongTypes: { preserveOrder: 'true' } },
  { wrongTypes: { preserveOrder: 'false' } },
  { wrongTypes: { preserveOrder: 1 } },
  { extra: { colour: 'red' } },
];

/** One reset of a probe, on a row of its own. */
interface Tried {
  readonly kind: Peer['kind'];
  readonly settings: Partial<Reset>;
  /** Whether a message comes right before it, so that both are of one second but by chance. */
  readonly isPrompt?: true;
}

interface ProbeOptions {
  readonly index?: number;
  /** Whether each reset has a second of its own, so that where a row goes is no tie, and messages are of an earlier one. */
  readonly isLater?: boolean;
  /** Whether it asks for resets of groups and for unusual bodies too, which need no second form. */
  readonly isWhole?: boolean;
}

/** Those that wait for a second each are so many in a world, and the worlds side by side. */
const mostSeconds = 4;

/** Every class of resets in one form, each on a row of its own that is neither the first nor the last. */
export function effectProbes(
  form: Addressing,
  { index = 0, isLater = false, isWhole = false }: ProbeOptions,
): readonly Scenario[] {
  const inForm = (some: readonly Partial<Reset>[]) =>
    some.map((one): Tried => ({ kind: 'user', settings: { ...one, form } }));
  const groups = ofGroups.map((settings): Tried => ({ kind: 'group', settings }));
  // What a plain permanent reset does, the probe of the forms has shown.
  const some = isLater ? ofUsers : ofUsers.filter((one) => one !== plainPermanent);
  const tried = [...inForm(some), ...(isWhole ? [...inForm(bodies), ...groups] : [])];
  if (isLater) return inParts(tried, mostSeconds).map((some) => probe(some, 'both', isLater));
  const prompt: Tried = { kind: 'user', settings: { preserveOrder: 'true', form }, isPrompt: true };
  // Of two in a row one may meet the end of a second.
  return [probe([...tried, ...(isWhole ? [prompt, prompt] : [])], pick(writers, index), isLater)];
}

/** A reset that every target shows, in each form, to find out which forms it accepts. */
export function formProbe(count: number): Scenario {
  // Some targets list a conversation only once both have written.
  const world = worldOf(
    times(addressingForms.length * count + 2, () => 'user'),
    { messages: 2 },
  );
  const resets = world.rows
    .slice(1, -1)
    .map((row, at) => reset(world.me, row, { form: pick(addressingForms, at), deleteMessagesPermanently: 'true' }));
  return watchedByAffected(scenarioOf(world, resets));
}

/**
 * Nobody resets anything, and two who have written to each other look twice: what a look shows of so many messages, and
 * whether looking changes anything, as where what is unread comes first, or what was read last. What they read is not in
 * the order of the list.
 */
export function stillProbe(): Scenario {
  const world = worldOf(['user', 'user']);
  const [first, second] = world.rows as [Peer, Peer];
  const own = { ...send(world.me, second), times: shownByProbes - 1 };
  const begin: readonly Step[] = [own, send(world.me, first), answer(world, first), send(world.me, second)];
  return {
    ...scenarioOf(world, []),
    steps: [...begin, { do: 'wait', until: 'others' }],
    watched: [world.me, first.id],
  };
}

function probe(tried: readonly Tried[], from: 'both' | 'me', isLater: boolean): Scenario {
  const world = worldOf(['user', 'user', ...tried.map(({ kind }) => kind), 'user'], { messages: 2, from });
  const resets = tried.map(({ settings, isPrompt }, index): Step => {
    const row = pick(world.rows, index + 2);
    const one = reset(world.me, row, settings);
    return isPrompt ? inARow([answer(world, row), one]) : one;
  });
  // Of rows that tie by their ids, the second one made may stand first; the last one does then.
  const last = [second, answer(world, pick(world.rows, -1))];
  const steps = isLater
    ? [...world.begin, ...last, ...resets.flatMap((step) => [second, step])]
    : [...raisedByMessages(world), ...resets];
  return watchedByAffected({ ...scenarioOf(world, []), steps });
}

/**
 * What a message does to a row that was not there, by whoever writes, and to one that stands lower, of either kind and by
 * either side. To the first row nobody has written but its owner, to the last one nobody but the other side.
 */
function raisedByMessages(world: World): readonly Step[] {
  const [first, second, last] = [0, 1, -1].map((at) => pick(world.rows, at)) as [Peer, Peer, Peer];
  const [theirs, own] = world.rows.filter(({ kind }) => kind === 'group');
  const others = world.begin.filter(
    (step) => step.do !== 'send' || ![first, last].some(({ id }) => [step.from, step.to.id].includes(id)),
  );
  // Alternately, as a target may list one kind before the other.
  return [
    ...[...others, send(world.me, first), answer(world, last)],
    ...(theirs === undefined ? [] : [answer(world, theirs)]),
    send(world.me, second),
    ...(own === undefined ? [] : [send(world.me, own)]),
  ];
}

/** What a probe has to show is what a reset does to the acting user, and to the other one where that depends on its body. */
function watchedByAffected(scenario: Scenario): Scenario {
  const resets = scenario.steps.flatMap(operationsOf).filter(isReset);
  const ofBoth = resets.filter(({ extra, wrongTypes = {} }) => extra === undefined && !('preserveOrder' in wrongTypes));
  const affected = new Set([
    newcomer,
    ...resets.map(({ actor }) => actor),
    ...ofBoth.map(({ conversation }) => conversation.id),
  ]);
  return { ...scenario, watched: scenario.users.filter((uid) => affected.has(uid)) };
}

/** The requests of which the answer counts, by what each is a case of. */
export type Cases<Of = Reset> = { readonly [Case in StatusCase | 'identifierCase']?: Of };

/** The other user in capitals, where this form names it. */
const otherInCapitals = (form: Addressing) => (form === 'path-actor' ? 'capital-body' : 'capital-path');

/**
 * Each case once, and what is seen of groups without a body, a type or a message, and by somebody who joins one a second
 * after it was written to: where whole seconds decide what newcomers read, a message of the same second says nothing.
 */
export function statusProbe(form: Addressing, isUserReset: boolean, joins: boolean) {
  const world = worldOf(['group', 'group', 'group', 'user'], { messages: 2 });
  const { me, rows } = world;
  const [g1, g2, g3, peer] = rows as [Peer, Peer, Peer, Peer];
  const ofUsers: Cases = {
    unknownUser: reset(me, toUser('nobody'), { form }),
    missingConversation: reset(me, toUser(stranger), { form }),
    // It may reset all that its actor has, and so is somebody's on whom no other case rests.
    refusedAddressing: reset(stranger, toUser(stranger), { form: 'path-peer' }),
    identifierCase: reset(me, peer, { form, deleteMessagesPermanently: 'true', wire: [otherInCapitals(form)] }),
  };
  const cases: Cases = {
    missingApiKey: reset(me, g1, { apikey: 'absent' }),
    wrongApiKey: reset(me, g1, { apikey: 'unrelated' }),
    missingOnBehalfOf: reset(me, g1, { onBehalfOf: 'absent' }),
    unknownActor: reset(me, g1, { onBehalfOf: 'unknown' }),
    unknownGroup: reset(me, toGroup('nobody')),
    nonMember: reset(stranger, g1),
    malformedBody: reset(me, g1, { body: 'malformed', preserveOrder: 'true' }),
    emptyBody: reset(me, g2, { body: 'none', preserveOrder: 'absent' }),
    missingContentType: reset(me, g3, { body: 'untyped', preserveOrder: 'true' }),
    ...(isUserReset ? ofUsers : {}),
  };
  const groups = world.groups.map((group) =>
    joins && group.id === g1.id ? { ...group, members: [...group.members, newcomer] } : group,
  );
  const joining: readonly Step[] = joins ? [second, { do: 'join', from: newcomer, to: g1 }] : [];
  const scenario = watchedByAffected({
    users: [...world.users, stranger, ...(joins ? [newcomer] : [])],
    groups: [...groups, { id: silentGroup, members: [me] }],
    steps: [...world.begin, ...joining, ...Object.values(cases)],
  });
  return { scenario, cases };
}
