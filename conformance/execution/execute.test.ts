import { describe, expect, it } from 'vitest';
import type { ChatState } from '../../core/index.ts';
import { openKnowledge } from '../check/knowledge.ts';
import { reset, send, times, together } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { isReset, type Scenario, type Step } from '../scenario/scenario.ts';
import { openInMemory, openOn, type Wrap } from '../self-test/mock-targets.ts';
import type { Target } from '../target/target.ts';
import { countingAtOnce } from '../testing/counting.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { refusing, showing, silentTo } from '../testing/wraps.ts';
import { execute } from './execute.ts';
import type { ObservationPlan } from './observation-plan.ts';
import { runScenarios } from './run-scenarios.ts';
import { executedIn, observationsIn, requestsOf, type Trace, viewKey } from './trace.ts';
import { allViews, listOf, touchedViews } from './views.ts';

const scenarioWith = (...steps: readonly Step[]): Scenario => ({
  users: ['me', 'a', 'mate'],
  groups: [{ id: 'g', members: ['mate', 'me'] }],
  steps: [send('a', toUser('me')), { ...send('mate', toGroup('g')), times: 2 }, ...steps],
});
const ofA = reset('me', toUser('a'));

const follow = (scenario: Scenario) => openKnowledge(scenario, referenceProfile);
const twoAtOnce = { width: 2, plan: () => 'pooled' as const, follow };

const begin = (target: Target, scenario: Scenario, plan: ObservationPlan = 'pooled') =>
  execute(target, scenario, { plan, follower: follow(scenario) });
const traceOf = async (target: Target, scenario: Scenario, plan?: ObservationPlan) =>
  (await begin(target, scenario, plan)).finish();

/** A trace in short: the steps that were done, and what was seen where. */
const short = ({ events }: Trace): readonly string[] =>
  events.map((event) =>
    event.kind === 'operations'
      ? `step ${event.step}: ${event.operations.map(({ answer, texts }) => answer ?? texts.join(' ')).join(', ')}`
      : event.observations.map(({ view, seen }) => `${viewKey(view)}: ${seen.join(' ')}`.trim()).join(', '),
  );

/** The same of a scenario on a target of its own. */
const shown = async (scenario: Scenario, plan?: ObservationPlan): Promise<readonly string[]> =>
  short(await traceOf(await openInMemory(), scenario, plan));

it('should create many users side by side', async () => {
  const { handle, most } = countingAtOnce(({ method, url }) => method === 'POST' && url.endsWith('/users'));
  await begin(await openOn(handle), { users: times(40, (at) => `u${at}`), groups: [], steps: [] });
  expect(most()).toBe(32);
});

describe('the trace of a scenario', () => {
  const [first, second] = ['step 0: message 1', 'step 1: message 2 message 3'];
  /** What was not seen before can be missed by nobody. */
  const every = 'list me: group:g user:a, list a: user:me, list mate: group:g';

  it('should look at each list before a reset, at what it may change after it, and at everything at the end', async () => {
    // However slow the machine is, nothing has settled before the end.
    let settleMs = 600_000;
    const target: Target = Object.defineProperty(await openInMemory(), 'settleMs', { get: () => settleMs });
    const execution = await begin(target, scenarioWith(ofA));
    settleMs = 0;
    const trace = await execution.finish();
    expect(short(trace)).toEqual([
      ...[first, second, every, 'step 2: confirmed', 'list me: group:g, messages me user:a:'],
      'list me: group:g, list a: user:me, list mate: group:g, messages a user:me: message 1, messages me user:a:, ' +
        'messages mate group:g: message 2 message 3, messages me group:g: message 2 message 3',
    ]);
    expect(trace).toMatchObject({ scope: 'cr0f1e2d-0001-', lost: 0 });
    expect(trace.void).toBeUndefined();
    const settled = trace.events.map((event) => observationsIn({ events: [event] }).some(({ isSettled }) => isSettled));
    expect(settled).toEqual([...Array(5).fill(false), true]);
  });

  it('should read beside what is done at once, and keep the reading apart from what is observed', async () => {
    const scenario = scenarioWith(
      together([{ do: 'read', from: 'a', to: toUser('me') }, ofA, reset('a', toUser('me'))]),
    );
    const trace = await traceOf(await openInMemory(), scenario);
    const event = trace.events.find((one) => one.kind === 'operations' && one.step === 2);
    expect(event).toMatchObject({
      operations: [{ answer: 'confirmed' }, { answer: 'confirmed' }],
      reads: [{ together: 3 }],
    });
    const [reading] = event?.kind === 'operations' ? (event.reads ?? []) : [];
    expect(reading?.exchanges.map(({ request }) => request.path.split('?')[0])).toEqual([
      ...['/conversations', '/users/cr0f1e2d-0001-me/messages'],
    ]);
    const deaf = refusing(({ method, headers }) => method === 'GET' && headers['onbehalfof']?.endsWith('-a') === true);
    const refused = await traceOf(await openInMemory({ wrap: deaf }), { ...scenario, watched: ['me'] });
    expect(refused.void).toBeUndefined();
    expect(
      short(await traceOf(await openInMemory(), scenarioWith({ do: 'read', from: 'a', to: toUser('me') }))),
    ).toEqual(await shown(scenarioWith()));
  });

  it('should leave what comes after the others to the end, and look at everything before it', async () => {
    const again = reset('me', toGroup('g'));
    const execution = await begin(await openInMemory(), scenarioWith(ofA, { do: 'wait', until: 'others' }, again));
    const isDone = (): readonly number[] =>
      execution.trace().events.flatMap((event) => (event.kind === 'operations' ? event.step : []));
    expect(isDone()).toEqual([0, 1, 2]);
    const all = short(await execution.finish());
    const at = all.findIndex((line) => line.startsWith('step 4'));
    expect(all[at - 1]?.split(', ')).toHaveLength(7);
    expect(all.slice(at)).toHaveLength(3);
  });

  it('should look at everything after every step from the one on that is asked for, and from the first reset on', async () => {
    const reread = reset('me', toGroup('g'), { preserveOrder: 'true' });
    const lines = await shown(scenarioWith(ofA, send('me', toUser('a')), reread), { from: 0 });
    expect(lines.map((line) => line.split(',').length)).toEqual([1, 1, 7, 1, 7, 1, 7, 1, 7, 7]);
    expect(lines.at(-2)).toBe(lines.at(-1));
  });

  it('should look at lists after every step, and at what that step concerns, where that is asked for', async () => {
    const read = (line: string) => line.match(/messages \S+ \S+(?=:)/g) ?? [];
    const lines = await shown(scenarioWith(ofA, reset('me', toGroup('g'))), { from: 0, of: listOf('me') });
    const [ofUser, ofMembers] = ['messages me user:a', 'messages me group:g'];
    expect(lines.slice(2, -1).map(read)).toEqual([[ofUser, ofMembers], [], [ofUser], [], [ofMembers]]);
    expect(lines.filter((line) => line.startsWith('list me: '))).toHaveLength(2);
  });

  it.each([
    ['operations', () => true],
    ['resets', isReset],
  ] as const)('should look at what %s may have changed before another operation may hide it', async (plan, mayChange) => {
    const ofGroup = reset('me', toGroup('g'), { preserveOrder: 'true' });
    const steps = [ofA, send('a', toUser('me')), ofGroup, { ...ofA, apikey: 'absent' }, ofGroup, ofA] as const;
    const scenario = scenarioWith(...steps);
    const trace = await traceOf(await openInMemory(), scenario, plan);
    expect(short(trace)[0]).toBe('list me:, list a:, list mate:');
    const changed = new Set<string>();
    let count = 0;
    for (const event of trace.events) {
      if (event.kind === 'observations') {
        for (const { view } of event.observations) changed.delete(viewKey(view));
        continue;
      }
      for (const { operation } of event.operations) {
        const hides = 'apikey' in operation ? [] : touchedViews(scenario, operation);
        const unseen = hides.filter((view) => changed.has(viewKey(view)) && (isReset(operation) || view.of === 'list'));
        expect({ operation, unseen }).toEqual({ operation, unseen: [] });
        count += 1;
        if (mayChange(operation)) for (const view of allViews(scenario)) changed.add(viewKey(view));
      }
    }
    expect(count).toBe(8);
  });

  it('should not take for settled what is looked at as soon as it was arranged', async () => {
    // As old as this process: far more than arranging takes.
    const settleMs = performance.now();
    const target = Object.defineProperty(await openInMemory(), 'settleMs', { value: settleMs });
    const { trace } = await begin(target, scenarioWith(), 'operations');
    expect(observationsIn(trace())[0]).toMatchObject({ isSettled: false });
  });

  it('should look no more than it has to at what is known to be refused, as it is in no list', async () => {
    const again = [ofA, ofA, reset('me', toUser('a'), { preserveOrder: 'true' })];
    const seenOf = async (kind: ObservationPlan) => {
      const all = await shown(scenarioWith(...again), kind);
      return all.slice(all.indexOf('step 2: confirmed') + 1, -1);
    };
    const after = 'list me: group:g, messages me user:a:';
    expect(await seenOf('pooled')).toEqual([after, 'step 3: refused', 'step 4: refused']);
    // The others are known from a message alone.
    const others = 'list a: user:me, list mate: group:g';
    const seen = [after, others, 'step 3: refused', 'list me: group:g', 'step 4: refused'];
    expect(await seenOf('operations')).toEqual(seen);
  });

  it('should let somebody join a group that was created without them, and look at what they see of it', async () => {
    const join = { do: 'join', from: 'a', to: toGroup('g') } as const;
    const scenario = {
      ...scenarioWith(join, reset('a', toGroup('g')), send('mate', toGroup('g'))),
      groups: [{ id: 'g', members: ['mate', 'me', 'a'] }],
    };
    // Were the list seen when it has settled, it would be known that the group is not in it.
    const trace = await traceOf(await openInMemory({ settleMs: 200 }), scenario);
    expect(trace.arranged[3]).toMatchObject({ what: 'create the group g of mate, me' });
    const seen = ['step 2: ', every, 'messages a group:g: message 2 message 3', 'step 3: refused'];
    expect(short(trace).slice(2, 6)).toEqual(seen);
  });

  it('should name as in the scenario whoever it has named, be it nobody', async () => {
    const wrap = showing('/conversations', (_, { headers }) => [
      { conversationWith: { uid: headers['onbehalfof']?.replace(/[^-]+$/, 'nobody') } },
    ]);
    const trace = await traceOf(await openInMemory({ wrap }), scenarioWith(reset('me', toUser('nobody'))));
    expect(short(trace).at(-1)).toContain('list me: user:nobody, list a: user:nobody');
  });

  it('should name as in the scenario what the target shows in another case', async () => {
    const groups = [{ id: 'G', members: ['mate', 'me'] }];
    const steps = [send('mate', toGroup('G')), reset('mate', toGroup('G'), { preserveOrder: 'true' })];
    expect((await shown({ ...scenarioWith(), groups, steps })).at(-1)).toContain('list me: group:G');
  });

  it('should send what is done in order one after the other, with no observation between', async () => {
    const steps = { do: 'together', operations: [ofA, send('a', toUser('me')), ofA], inOrder: true } as const;
    const seen = await shown(scenarioWith(steps));
    const sent = ['step 2: confirmed', 'step 2: message 4', 'step 2: confirmed'];
    expect(seen.slice(2, -1)).toEqual([every, ...sent, 'list me: group:g, messages me user:a:']);
  });

  it('should let a refusal share its observation with the next reset', async () => {
    const bad = { ...ofA, apikey: 'absent' } as const;
    const lines = await shown(scenarioWith(bad, { ...bad, body: 'malformed' }, ofA));
    expect(lines.slice(2, 8)).toEqual([
      ...[every, 'step 2: refused', 'step 3: refused', 'list me: group:g user:a, messages me user:a: message 1'],
      ...['step 4: confirmed', 'list me: group:g, messages me user:a:'],
    ]);
  });

  it('should hold what is sent at once as one step, and look when all have answered', async () => {
    const both = together([ofA, reset('me', toGroup('g')), send('a', toUser('mate'))]);
    const trace = await traceOf(await openInMemory(), scenarioWith(both));
    expect(short(trace)[3]).toBe('step 2: confirmed, confirmed, message 4');
    expect(short(trace)[4]).toMatch(/^list me:, messages me user:a:, messages me group:g:$/);
    expect(executedIn(trace).map(({ log }) => log.together)).toEqual([undefined, undefined, 3, 3, 3]);
  });
});

describe('a scenario that cannot be arranged or seen', () => {
  const silenced = refusing(({ url }) => url.includes('/messages'));
  it('should be void, say why, and end there', async () => {
    const target = await openInMemory({ wrap: silenced });
    const trace = await traceOf(target, scenarioWith(ofA));
    expect(trace.void).toContain('403');
    expect([short(trace), trace.lost]).toEqual([[], 0]);
  });

  it('should be executed again on fresh ids where an answer was lost, and only then', async () => {
    const ended = async (options: Parameters<typeof openInMemory>[0]) => {
      const [trace] = await runScenarios([scenarioWith(ofA)], { ...twoAtOnce, target: await openInMemory(options) });
      return [trace?.void === undefined, trace?.scope, trace?.lost === 0];
    };
    expect(await ended({ wrap: silentTo((nth) => nth === 6) })).toEqual([true, 'cr0f1e2d-0002-', true]);
    expect(await ended({ wrap: silentTo((nth) => nth > 5) })).toEqual([false, 'cr0f1e2d-0003-', false]);
    expect(await ended({ wrap: silenced })).toEqual([false, 'cr0f1e2d-0001-', true]);
  });
});

it('should give the traces of several scenarios in their order', async () => {
  const target = await openInMemory();
  const many = [1, 2, 3, 4].map((times) => scenarioWith({ ...send('me', toUser('a')), times }));
  const done: number[] = [];
  const all = await runScenarios(many, { ...twoAtOnce, target, onDone: () => done.push(1) });
  expect([all.map(({ scenario }) => scenario), done.length]).toEqual([many, 4]);
  expect(new Set(all.map(({ scope }) => scope)).size).toBe(4);
});

it('should begin what waits for the others before them, and go on with it when they have ended, and not too soon', async () => {
  const again = reset('me', toGroup('g'));
  const scenarios = [scenarioWith(ofA), scenarioWith(ofA, { do: 'wait', until: 'others', seconds: 1 }, again)];
  const [other, lasting] = await runScenarios(scenarios, { ...twoAtOnce, width: 1, target: await openInMemory() });
  const timesOf = (trace: Trace | undefined) =>
    trace?.events.flatMap((event) => (event.kind === 'operations' ? event.at : [])) ?? [];
  const [first = 0, ...others] = timesOf(other);
  const [begun = 0, , before = 0, after = 0] = timesOf(lasting);
  expect([begun < first, after > Math.max(...others), after - before >= 1_000]).toEqual([true, true, true]);
});

it('should create groups with roles and write texts of a length, which are no part of what is seen', async () => {
  const groups = [{ id: 'g', members: ['mate', 'me', 'a'], admins: ['me'], moderators: ['a'] }];
  const scenario = { ...scenarioWith({ ...send('a', toUser('me')), length: 1_001 }, ofA), groups };
  const target = await openInMemory();
  const trace = await traceOf(target, scenario);
  const whole = JSON.stringify(trace);
  expect(whole).toContain('create the group g of mate, me (admin), a (moderator)');
  expect(whole).toContain('a writes message 4 to user:me, 1001 characters, also marks and letters beyond ASCII');
  expect(whole).toMatch(/admins\W+cr0f1e2d-0001-me/);
  expect(/message 4\. .{900,}字/.test(whole)).toBe(true);
  expect(short(trace).at(-1)).toContain('messages a user:me: message 1 message 4,');
  expect(requestsOf(trace)).toBe(target.cost());
});

describe('reads that lag behind writes', () => {
  it('should be read again until they are explained, and be known from the second time on', async () => {
    const target = await openInMemory({ settleMs: 20_000, wrap: stale(4) });
    const trace = (await begin(target, scenarioWith(ofA))).trace();
    expect(short(trace).at(-1)).toBe('list me: group:g, messages me user:a:');
    expect(observationsIn(trace).at(-1)).toMatchObject({ isSettled: false });
    expect(target.lags()).toBe(false);
    target.noteSignOfLag();
    expect(target.lags()).toBe(true);
  });

  it('should be what was seen when the settling time is over', async () => {
    const target = await openInMemory({ settleMs: 5, wrap: stale(1_000) });
    const trace = await traceOf(target, scenarioWith(ofA));
    expect(short(trace).slice(-2, -1)).toEqual(['list me: group:g user:a, messages me user:a: message 1']);
    expect(observationsIn({ events: trace.events.slice(-2, -1) }).every(({ isSettled }) => isSettled)).toBe(true);
    expect(target.lags()).toBe(false);
  });

  it('should be waited for before every observation once they are known', async () => {
    const target = await openInMemory({ settleMs: 10 });
    target.noteLag();
    expect(observationsIn(await traceOf(target, scenarioWith(ofA))).filter(({ isSettled }) => !isSettled)).toEqual([]);
  });

  it.each([
    ['where that is asked for', false, 'resets'],
    ['where they are known', true, undefined],
  ] as const)('should be waited for before a reset that something was done before, %s', async (_, isKnown, waits) => {
    const target = await openInMemory({ settleMs: 40 });
    if (isKnown) target.noteLag();
    const inOrder = { do: 'together', operations: [send('a', toUser('me')), ofA, ofA, ofA], inOrder: true } as const;
    const scenario = scenarioWith(inOrder);
    const options = { plan: 'pooled', waits, follower: follow(scenario) } as const;
    const { events } = (await execute(target, scenario, options)).trace();
    const [sent = 0, first = 0, second = 0, third = 0] = events
      .filter(({ kind }) => kind === 'operations')
      .slice(-4)
      .map(({ at }) => at);
    // The second one is refused.
    expect([first - sent >= 40, second - first >= 40, third - second < 40]).toEqual([true, true, true]);
  });
});

it('should know a text by its own part, whatever a target adds to it or spells in capitals', async () => {
  const change = (text: string) => `> ${text.toUpperCase()}\n-- sent from a desk`;
  const target = await openInMemory({
    wrap: (healthy) => (state, request) => {
      if (!request.url.endsWith('/messages') || request.method !== 'POST') return healthy(state, request);
      const { data, ...rest } = JSON.parse(request.body);
      return healthy(state, { ...request, body: JSON.stringify({ ...rest, data: { text: change(data.text) } }) });
    },
  });
  expect(short(await traceOf(target, scenarioWith())).at(-1)).toContain('messages me user:a: message 1,');
});

it('should look before the first reset where many messages have come', async () => {
  const many = { ...send('mate', toGroup('g')), times: 10 };
  const seen = (await shown(scenarioWith(many, ofA)))[3];
  expect(seen).toMatch(/list mate: group:g, messages mate group:g: message 2 .* message 13$/);
  expect((await shown(scenarioWith(send('mate', toGroup('g')), ofA)))[3]).not.toContain('messages');
});

it('should leave out rows that the scenario has not created', async () => {
  const ofOthers = ['support', 'CR0F1E2D-zzzz-b'].map((uid) => ({
    conversationType: 'user',
    conversationWith: { uid },
  }));
  const target = await openInMemory({ wrap: showing('/conversations', (rows) => [...ofOthers, ...rows]) });
  const lists = observationsIn(await traceOf(target, scenarioWith()));
  expect(lists.find(({ view }) => viewKey(view) === 'list a')?.seen).toEqual(['user:me']);
});

/** Answers so many reads after a reset with what was there before it. */
function stale(reads: number): Wrap {
  return (healthy) => {
    let [old, left]: [ChatState | undefined, number] = [undefined, 0];
    return (state, request) => {
      if (request.method === 'DELETE') [old, left] = [state, reads];
      if (request.method !== 'GET' || old === undefined || left === 0) return healthy(state, request);
      left -= 1;
      return { ...healthy(old, request), state };
    };
  };
}
