import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from '../../core/arbitrary/law.ts';
import { bursts } from '../plan/bursts.ts';
import { combinations } from '../plan/combinations.ts';
import { deviationKinds } from '../plan/deviations.ts';
import { randomWalks } from '../plan/random-walks.ts';
import { reset, send, together } from '../plan/world.ts';
import { onlySent } from '../scenario/as-sent.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { isReset, operationsOf, type Reset, type Scenario, withOperations } from '../scenario/scenario.ts';
import { problemsOf } from '../testing/scenario-problems.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import {
  inItsConversation,
  plainer,
  plainerScenarios,
  plainerWays,
  relatedScenarios,
  withFewerMessages,
} from './smaller.ts';

const smallerScenarios = (scenario: Scenario): readonly Scenario[] =>
  [relatedScenarios, withFewerMessages, ...plainerWays].flatMap((way) => way(scenario));

const plans: readonly ((seed: number) => readonly Scenario[])[] = [
  (seed) => randomWalks({ budget: 'default', seed }),
  (seed) => bursts({ budget: 'quick', profile: referenceProfile, seed }),
  (seed) => combinations(['none'], { budget: 'quick', profile: referenceProfile, seed }).others,
  (seed) => combinations(deviationKinds, { budget: 'quick', profile: referenceProfile, seed }).others,
];

/** A scenario of a plan, up to some reset or burst. */
const anyScenario = fc
  .tuple(fc.constantFrom(...plans), fc.nat({ max: 999 }), fc.nat(), fc.nat())
  .map(([plan, seed, which, end]): Scenario => {
    const all = plan(seed);
    const scenario = all[which % all.length] as Scenario;
    const ends = scenario.steps.flatMap((step, at) => (step.do === 'reset' || step.do === 'together' ? [at] : []));
    const whole = { ...scenario, steps: scenario.steps.slice(0, (ends[end % ends.length] ?? 0) + 1) };
    return withOperations(whole, (one) => (isReset(one) ? onlySent(one) : one));
  });

/** How much there is of everything; a shrink makes none of it more, and something less. */
const sizes = ({ users, groups, steps }: Scenario): readonly number[] => {
  const operations = steps.flatMap(operationsOf);
  return [
    users.length,
    groups.reduce((sum, { id: _, ...people }) => sum + Object.values(people).flat().length + 1, 0),
    steps.reduce((sum, step) => sum + (step.do === 'together' ? step.operations.length : 1), 0),
    operations.reduce((sum, one) => sum + (one.do === 'send' ? (one.times ?? 1) : 0), 0),
    operations.filter((one) => one.do === 'send' && one.length !== undefined).length,
    operations.reduce((sum, one) => sum + (one.do === 'reset' ? oddities(one) : 0), 0),
    steps.filter((step) => step.do === 'together').length,
  ];
};
const oddities = ({ wire = [], extra = {}, form, preserveOrder, deleteMessagesPermanently, ...rest }: Reset): number =>
  wire.length +
  Object.keys(extra).length +
  [form !== 'path-actor', preserveOrder !== 'false'].filter(Boolean).length +
  (deleteMessagesPermanently === 'false' ? 0 : 1) +
  Object.keys(rest).length;
const textOf = (value: unknown): string => JSON.stringify(value);
const total = (scenario: Scenario): number => sizes(scenario).reduce((sum, size) => sum + size);

/** What holds of every scenario and what is offered in its place. */
const lawOfShrinking = (title: string, holds: (scenario: Scenario, smaller: readonly Scenario[]) => void): void =>
  law(title, [anyScenario], (scenario) => holds(scenario, smallerScenarios(scenario)), { numRuns: 30 });

describe('smaller scenarios', () => {
  lawOfShrinking('should be valid, and none of them twice or the one given', (scenario, smaller) => {
    expect(smaller.flatMap(problemsOf)).toEqual([]);
    expect(new Set([scenario, ...smaller].map(textOf)).size).toBe(smaller.length + 1);
  });

  lawOfShrinking('should have no more of anything, and less of something or plainer names', (scenario, smaller) => {
    const before = sizes(scenario);
    for (const one of smaller) {
      expect(sizes(one).every((size, at) => size <= (before[at] ?? 0))).toBe(true);
      const isPlainer = one.users.every((uid) => /^[a-z]-user\d+$/.test(uid)) && textOf(one) !== textOf(scenario);
      const isReordered = one.steps.length > scenario.steps.length;
      expect(total(one) < total(scenario) || isPlainer || isReordered).toBe(true);
    }
  });

  lawOfShrinking('should keep the last step or its parts', (scenario, smaller) => {
    const kinds = ({ steps }: Scenario) => steps.slice(-1).flatMap((step) => operationsOf(step).map((one) => one.do));
    for (const one of smaller) {
      expect(kinds(one).length).toBeGreaterThan(0);
      expect(kinds(scenario)).toEqual(expect.arrayContaining(kinds(one)));
    }
  });

  lawOfShrinking('should come to an end', (scenario) => {
    let [one, steps]: [Scenario | undefined, number] = [scenario, 0];
    for (; one !== undefined; steps += 1) one = smallerScenarios(one)[0];
    expect(steps).toBeLessThan(100);
  });
});

const world = { users: ['me', 'a', 'b', 'c'], groups: [{ id: 'g', members: ['me', 'b', 'c'] }] };
const last = reset('me', toUser('a'), { preserveOrder: 'true', wire: ['spaced'] });
const stepsOf = (scenario: Scenario) => smallerScenarios(scenario).map(({ steps }) => steps);

it('should first offer the messages of the conversation alone, without anybody who is in nothing', () => {
  const scenario = { ...world, steps: [send('a', toUser('me')), send('b', toGroup('g')), last] };
  expect(smallerScenarios(scenario)[0]).toEqual({ users: ['me', 'a'], groups: [], steps: [scenario.steps[0], last] });
});

it('should soon offer the messages that make the list of somebody who looks', () => {
  const [own, theirs, other] = [send('a', toUser('me')), send('b', toUser('a')), send('b', toUser('c'))];
  const scenario = { ...world, groups: [], steps: [own, theirs, other, other, other, last], watched: ['me', 'a'] };
  const [first, second] = [
    [own, last],
    [own, theirs, last],
  ];
  expect(stepsOf(scenario).slice(0, 2)).toEqual([first, second]);
});

it('should offer the resets before the last step as they are mostly spelled, and one after the other', () => {
  const [plain, news] = [reset('me', toUser('a')), send('a', toUser('me'))];
  const spelled: Reset = { ...plain, wire: ['chunked'], extra: { colour: 'red' } };
  const offered = stepsOf({ ...world, steps: [news, spelled, news, last] });
  expect(offered.map(textOf)).toContain(textOf([news, plain, news, last]));
  const atOnce = stepsOf({ ...world, steps: [news, together([plain, news]), last] });
  expect(atOnce.map(textOf)).toContain(textOf([news, plain, news, last]));
});

it('should offer fewer messages, and a group of those who do something', () => {
  const many = { ...send('b', toGroup('g')), times: 9 };
  const steps = [many, send('me', toGroup('g')), reset('b', toGroup('g'))];
  const scenario = { ...world, users: ['me', 'b', 'c'], steps };
  const offered = stepsOf(scenario).map(textOf);
  for (const times of [4, 8]) expect(offered).toContain(textOf(scenario.steps.with(0, { ...many, times })));
  expect(offered).toContain(textOf(scenario.steps.with(0, send('b', toGroup('g')))));
  expect(smallerScenarios(scenario).some(({ groups }) => textOf(groups[0]?.members) === '["me","b"]')).toBe(true);
});

it('should keep whom a foreign field names as long as it stands there', () => {
  const extra = { guid: '~group:g', colours: [{ sender: '~b' }] };
  const scenario = { ...world, steps: [send('a', toUser('me')), reset('me', toUser('a'), { extra })] };
  for (const { users, groups, steps } of smallerScenarios(scenario)) {
    const there = [...users.map((uid) => `~${uid}`), ...groups.map(({ id }) => `~group:${id}`)];
    const named = [...textOf(steps).matchAll(/"(~[^"]+)"/g)].map(([, name]) => name);
    expect(named.filter((name) => !there.includes(name ?? ''))).toEqual([]);
  }
});

it('should offer what was sent at once one after the other, in each order, and with one less', () => {
  const [one, two, three] = ['a', 'b', 'c'].map((id) => reset('me', toUser(id))) as [Reset, Reset, Reset];
  const offered = stepsOf({ ...world, groups: [], steps: [together([one, two, three])] }).map(textOf);
  for (const steps of [[one, two, three], [three, two, one], [one, three, two], [together([one, three])]]) {
    expect(offered).toContain(textOf(steps));
  }
});

it('should make a request plainer one thing at a time, and never take away what is wrong with it', () => {
  const settings = (one: Reset) => plainer(one).map(({ do: _, actor: _actor, conversation: _with, ...rest }) => rest);
  const plain = reset('me', toUser('a'));
  expect(plainer(plain)).toEqual([]);
  expect(plainer({ ...plain, apikey: 'absent' })).toEqual([]);
  expect(plainer({ ...plain, form: 'path-peer' })).toEqual([plain]);
  expect(plainer({ ...plain, preserveOrder: 'true' })).toEqual([plain]);
  expect(plainer({ ...plain, wire: ['spaced', 'escaped'] })).toEqual([
    plain,
    { ...plain, wire: ['spaced'] },
    { ...plain, wire: ['escaped'] },
  ]);
  expect(plainer({ ...plain, extra: { colour: 'red' }, deleteMessagesPermanently: 'absent' })).toEqual([
    { ...plain, deleteMessagesPermanently: 'absent' },
    { ...plain, extra: { colour: 'red' } },
  ]);
  expect(plainer({ ...plain, extra: { colour: 'red', uid: '~b' } })).toEqual([
    plain,
    { ...plain, extra: { colour: 'red' } },
    { ...plain, extra: { uid: '~b' } },
  ]);
  expect(settings({ ...plain, apikey: 'empty', onBehalfOf: 'absent' })).toHaveLength(2);
  // Without a body the form says nothing of its own, and a field nothing at all.
  const silent: Reset = { ...plain, body: 'none', preserveOrder: 'absent', deleteMessagesPermanently: 'absent' };
  expect(plainer(silent)).toEqual([]);
  const before = { ...world, steps: [silent] };
  expect(plainerScenarios(before).map(textOf)).not.toContain(textOf(before));
  const odd = reset('me', toUser('you'), { wire: ['spaced'], deleteMessagesPermanently: 'true' });
  expect(plainerScenarios({ ...world, steps: [odd] }).map(({ steps }) => steps)).toEqual([
    [reset('me', toUser('you'), { deleteMessagesPermanently: 'true' })],
    [reset('me', toUser('you'), { wire: ['spaced'] })],
    [{ ...odd, actor: 't-user1' }],
  ]);
  const bare = { users: ['a-user1'], groups: [], steps: [reset('a-user1', toGroup('g'), { preserveOrder: 'absent' })] };
  expect(plainerScenarios(bare).map(({ steps }) => steps)).toEqual([[reset('a-user1', toGroup('g'))]]);
  expect(plainer({ ...plain, body: 'none', form: 'path-peer' })).toEqual([]);
  expect(plainer(reset('me', toGroup('g'), { deleteMessagesPermanently: 'true' }))).toEqual([]);
});

it('should try the last step after the messages of its conversation, and after its resets where it has any', () => {
  const [row, other] = [toUser('a'), toUser('b')];
  const users = ['me', 'a', 'b'];
  const [mine, theirs] = [send('me', row), send('b', toUser('me'))];
  const triedFor = (...steps: Scenario['steps']) =>
    inItsConversation({ users, groups: [], steps }).map((one) => [one.steps, one.users]);
  const last = reset('me', row);
  expect(triedFor(mine, theirs, reset('me', other), last)).toEqual([
    [
      [mine, last],
      ['me', 'a'],
    ],
  ]);
  expect(triedFor(mine, last, theirs, last)).toEqual([
    [
      [mine, last],
      ['me', 'a'],
    ],
    [
      [mine, last, last],
      ['me', 'a'],
    ],
  ]);
});
