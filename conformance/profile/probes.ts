import type { Addressing } from '../../core/index.ts';
import { answer, pick, reset, scenarioOf, send, type World, worldOf } from '../plan/world.ts';
import { isReset, operationsOf, type Reset, type Scenario, type Step, toGroup, toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';

/**
 * How whole seconds may blur what is seen. `same second`: messages may be of the second of the reset.
 * `second elapsed`: they are of an earlier one. `distinct seconds`: each reset has its own, so that where a row goes is
 * no tie.
 */
export type Age = 'same second' | 'second elapsed' | 'distinct seconds';

const second: Step = { do: 'wait', until: 'second' };
const writers = ['both', 'both', 'me'] as const;

/** A row beside one whose messages are deleted cannot show what leaving the flag out means. */
const ofUsers: readonly Partial<Reset>[] = (
  [
    ['true', 'absent'],
    ['true', 'false'],
    ['true', 'true'],
    ['false', 'true'],
    ['false', 'false'],
    ['false', 'absent'],
  ] as const
).map(([preserveOrder, deleteMessagesPermanently]) => ({ preserveOrder, deleteMessagesPermanently }));
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

interface ProbeOptions {
  readonly index?: number;
  readonly age?: Age;
  /** Whether it asks for resets of groups and for unusual bodies too, which need no second form. */
  readonly isWhole?: boolean;
}

/** Every class of resets in one form, each on a row of its own that is neither the first nor the last. */
export function effectProbes(
  form: Addressing,
  { index = 0, age = 'same second', isWhole = false }: ProbeOptions,
): readonly Scenario[] {
  const inForm = (some: readonly Partial<Reset>[]) => some.map((one) => ['user', { ...one, form }] as const);
  const more = isWhole ? [...inForm(bodies), ...ofGroups.map((one) => ['group', one] as const)] : [];
  if (age !== 'distinct seconds') return [probe([...inForm(ofUsers), ...more], pick(writers, index), age)];
  // Side by side, as each waits for its second.
  return [inForm(ofUsers), more].flatMap((some) => {
    const free = some.filter(([, { preserveOrder }]) => preserveOrder !== 'true');
    return free.length === 0 ? [] : [probe(free, 'both', age)];
  });
}

/** A reset that every target shows, in each form, to find out which forms it accepts. */
export function formProbe(forms: readonly Addressing[], times: number): Scenario {
  const world = worldOf(['user', ...forms.flatMap(() => Array.from({ length: times }, () => 'user' as const)), 'user']);
  const resets = world.rows
    .slice(1, -1)
    .map((row, at) => reset(world.me, row, { form: pick(forms, at), deleteMessagesPermanently: 'true' }));
  return watchedByAffected(scenarioOf(world, resets));
}

function probe(
  settings: readonly (readonly [Peer['kind'], Partial<Reset>])[],
  writers: 'both' | 'me',
  age: Age,
): Scenario {
  const world = worldOf(
    ['user', 'user', ...settings.map(([kind]) => kind), 'user'],
    age === 'distinct seconds' ? { from: 'others' } : { messages: 2, from: writers },
  );
  const resets = settings.map(([, one], index) => reset(world.me, pick(world.rows, index + 2), one));
  // Of rows that tie by their ids, the second one made may stand first; the last one does then.
  const begin =
    age === 'distinct seconds'
      ? [...world.begin, second, answer(world, pick(world.rows, -1))]
      : raisedByMessages(world);
  return watchedByAffected({ ...scenarioOf(world, []), steps: timed(begin, resets, age) });
}

/**
 * What a message does to a row that was not there, by whoever writes first, and to one that stands lower, of either kind
 * and by either side.
 */
function raisedByMessages(world: World): readonly Step[] {
  const [first, second, last] = [0, 1, -1].map((at) => pick(world.rows, at)) as [Peer, Peer, Peer];
  const [theirs, own] = world.rows.filter(({ kind }) => kind === 'group');
  const others = world.begin.filter((step) => step.do !== 'send' || ![step.from, step.to.id].includes(first.id));
  // Alternately, as a target may list one kind before the other.
  return [
    ...[...others, send(world.me, first), answer(world, last)],
    ...(theirs === undefined ? [] : [answer(world, theirs)]),
    send(world.me, second),
    ...(own === undefined ? [] : [send(world.me, own)]),
  ];
}

/** What a probe has to show is what a reset does to the acting user and to the other one. */
function watchedByAffected(scenario: Scenario): Scenario {
  const resets = scenario.steps.flatMap(operationsOf).filter(isReset);
  const affected = new Set(resets.flatMap(({ actor, conversation }) => [actor, conversation.id]));
  return { ...scenario, watched: scenario.users.filter((uid) => affected.has(uid)) };
}

function timed(begin: readonly Step[], resets: readonly Step[], age: Age): readonly Step[] {
  if (age === 'same second') return [...begin, ...resets];
  if (age === 'second elapsed') return [...begin, second, ...resets];
  return [...begin, ...resets.flatMap((step) => [second, step])];
}

const toThe = toGroup('g-group');
const [news, kept] = [send('k-mate', toThe), reset('m-actor', toThe, { preserveOrder: 'true' })];
const prompt: Step = { do: 'together', operations: [news, kept], inOrder: true };

/**
 * A message and the reset of its conversation, three times. `same second`: at once, so that both are of one second but by
 * chance. `second elapsed`: each reset is of a later second than its message.
 */
export const promptProbe = (age: 'same second' | 'second elapsed'): Scenario => ({
  users: ['m-actor', 'k-mate'],
  groups: [{ id: toThe.id, members: ['m-actor', 'k-mate'] }],
  steps: age === 'same second' ? [prompt, prompt, prompt] : [news, news, news].flatMap((one) => [one, second, kept]),
});

/** The requests of which the answer counts, and what is seen of groups without a body, a type or a message. */
export function statusProbe(form: Addressing, isUserReset: boolean): Scenario {
  const kinds = ['group', 'group', 'group', 'user'] as const;
  const world = worldOf(kinds, { messages: 2 });
  const { me, rows } = world;
  const [g1, g2, g3, peer] = rows;
  if (g1 === undefined || g2 === undefined || g3 === undefined || peer === undefined) return scenarioOf(world, []);
  const quiet = 'n-silent';
  const stranger = 'o-stranger';
  return watchedByAffected({
    ...scenarioOf(world, []),
    users: [...world.users, stranger],
    groups: [...world.groups, { id: quiet, members: [me] }],
    steps: [
      ...world.begin,
      reset(me, g1, { apikey: 'absent' }),
      reset(me, g1, { apikey: 'unrelated' }),
      reset(me, g1, { onBehalfOf: 'absent' }),
      reset(me, g1, { onBehalfOf: 'unknown' }),
      reset(me, toGroup('nobody'), {}),
      reset(stranger, g1, {}),
      ...(isUserReset
        ? [
            reset(me, toUser('nobody'), { form }),
            reset(me, toUser(stranger), { form }),
            reset(me, toUser(me), { form: 'path-peer' }),
            reset(me, { kind: 'user', id: peer.id.toUpperCase() }, { form, deleteMessagesPermanently: 'true' }),
          ]
        : []),
      reset(me, g1, { body: 'malformed', preserveOrder: 'true' }),
      reset(me, g2, { body: 'none' }),
      reset(me, g3, { body: 'untyped', preserveOrder: 'true' }),
    ],
  });
}
