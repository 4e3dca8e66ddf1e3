import { expect, it } from 'vitest';
import type { ChatState } from '../../core/index.ts';
import type { HttpRequest } from '../../mock-server/http-message.ts';
import { answer, reset } from '../plan/world.ts';
import { type Profile, unknownProfile } from '../profile/profile.ts';
import { isReset, openInMemory, type Wrap } from '../self-test/mock-targets.ts';
import {
  diagnosedOn,
  failuresOn,
  first,
  found,
  me,
  namesOf,
  ofRequirement,
  once,
  openFaulty,
  scenarioWith,
  second,
  third,
  withoutKey,
  world,
} from '../testing/diagnosing.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { refusing, refusingSoon } from '../testing/wraps.ts';
import { counterexampleOf } from './counterexample.ts';
import { staleFor } from './stale.ts';
import { diagnosisLine } from './words.ts';

/** Nothing usual is known. */
const plainProfile: Profile = { ...unknownProfile, forms: ['path-actor'] };

/** Refuses a user's resets for so long after one of them. */
function lockedFor(ms: number): Wrap {
  const doneAt = new Map<string, number>();
  return refusing((request) => {
    const isSoon = performance.now() - (doneAt.get(request.url) ?? Number.NEGATIVE_INFINITY) < ms;
    if (isReset(request) && !isSoon) doneAt.set(request.url, performance.now());
    return isReset(request) && isSoon;
  }, 423);
}

it.concurrent.each([
  ['a refused reset', reset(me, third, { onBehalfOf: 'absent' as const })],
  ['a message', { do: 'send', from: third.id, to: { kind: 'user', id: me } } as const],
  ['another reset', reset(me, third, { deleteMessagesPermanently: 'true' })],
])('should take what comes late for the effect of the reset, and not of %s after it', async (_, after) => {
  const target = await openFaulty('both-sides-reset-late', 500);
  const between = reset(me, second, { deleteMessagesPermanently: 'true' });
  const scenario = scenarioWith(reset(me, first), between, after);
  const failures = await failuresOn(target, scenario, referenceProfile, { from: 0 });
  expect(namesOf(failures)).not.toContain('other-participants-untouched');
  const { diagnoses } = await diagnosedOn(target, failures);
  expect(diagnoses).toMatchObject([{ requirement: 'other-participants-untouched', reproduced: { times: 3, of: 3 } }]);
  expect(diagnoses[0]?.scenario.steps.at(-1)).toMatchObject(reset(me, first));
});

it('should take for late what comes after other operations than before, and not for theirs', async () => {
  const target = await openInMemory({ settleMs: 300, wrap: againAfter(100) });
  const forGood = reset(me, first, { deleteMessagesPermanently: 'true' });
  const others = [reset(me, second), reset(me, third)];
  const { diagnoses } = await found(target, scenarioWith(forGood, answer(world, first), ...others));
  expect(namesOf(diagnoses)).toEqual(['confirmed-did-it']);
  const steps = diagnoses.flatMap(({ scenario }) => scenario.steps.slice(-2));
  expect(steps).toMatchObject([forGood, answer(world, first)]);
});

it.concurrent('should take for no late effect what was done before the reset', async () => {
  const target = await openFaulty('chunked-body-refused-with-effect');
  const chunked = { wire: ['chunked'] } as const;
  const failing = scenarioWith(reset(me, first, chunked), reset(me, third), reset(me, second, chunked));
  const failures = ofRequirement(
    'refused-changed-nothing',
    await failuresOn(target, failing, referenceProfile, { from: 0 }),
  );
  const { diagnoses } = await diagnosedOn(target, failures.slice(-1));
  expect(namesOf(diagnoses)).toEqual(['framing']);
  expect(diagnoses[0]?.scenario.steps.at(-1)).toMatchObject(reset(me, second, chunked));
});

it('should take for no stale read what needs a message soon after a reset', async () => {
  // Only what is waited for counts, however slow the machine is.
  const waited = (): number => performance.eventLoopUtilization().idle;
  let resetAt = Number.NEGATIVE_INFINITY;
  /** Confirms each message right after a reset, and drops it. */
  const drops: Wrap = (healthy) => (state, request) => {
    const handled = healthy(state, request);
    if (isReset(request)) resetAt = waited();
    const isSoon = request.url.endsWith('/messages') && waited() - resetAt < 500;
    return request.method === 'POST' && isSoon ? { ...handled, state } : handled;
  };
  const target = await openInMemory({ wrap: drops, settleMs: 1_000 });
  const { diagnoses } = await found(target, scenarioWith(reset(me, first), answer(world, first)));
  const [{ reproduced, scenario } = expect.fail('nothing was found')] = diagnoses;
  expect(namesOf(diagnoses)).toEqual(['confirmed-did-it']);
  expect([reproduced.times, scenario.steps.map((step) => step.do).slice(-2)]).toEqual([3, ['reset', 'send']]);
});

it.concurrent('should take what shows only before the target has settled for reads that lag', async () => {
  const target = await openInMemory({ settleMs: 300, wrap: lateBy(150) });
  // As reads have shown elsewhere in a run.
  target.noteSignOfLag();
  const { failed, diagnoses } = await found(target, withoutKey, plainProfile);
  expect([failed.length > 0, diagnoses]).toEqual([true, []]);
  expect(target.lags()).toBe(true);
});

it.concurrent('should take reads for late that came before it was known that the target lags, once it is', async () => {
  const one = await failuresOn(await openFaulty('both-sides-reset'), once);
  const other = await failuresOn(await openFaulty('first-row-reset-instead'), once);
  const foundOn = async (lagsAtLast: boolean) => {
    const healthy = await openInMemory({});
    const onProgress = (done: number, of: number) => lagsAtLast && done === of - 1 && healthy.noteLag();
    return diagnosedOn(healthy, [...one, ...other], referenceProfile, { onProgress });
  };
  expect((await foundOn(false)).diagnoses.length).toBeGreaterThan(1);
  expect(await foundOn(true)).toMatchObject({ diagnoses: [], explained: new Map() });
});

it.concurrent('should take resets that are refused only right after a message for lag', async () => {
  const target = await openInMemory({ settleMs: 300, wrap: refusingSoon(150) });
  expect(await found(target, once)).toMatchObject({ failed: ['user-reset-works'], diagnoses: [], doubts: new Map() });
  expect(target.lags()).toBe(true);
  // It is known of others then.
  expect(await found(target, once)).toMatchObject({ failed: [], diagnoses: [] });
});

it.concurrent('should take resets that are refused only right after another one for lag', async () => {
  const target = await openInMemory({ settleMs: 300, wrap: lockedFor(150) });
  const twice = scenarioWith(reset(me, first), answer(world, first), reset(me, first));
  expect(await found(target, twice)).toMatchObject({ failed: ['user-reset-works'], diagnoses: [], doubts: new Map() });
  expect(target.lags()).toBe(true);
});

it.concurrent.each([
  ['always', () => true],
  ['every other time', (nth: number) => nth % 2 === 1],
  ['every fifth time', (nth: number) => nth % 5 === 1],
])('should report resets that are refused %s', async (_, isRefused) => {
  let resets = 0;
  const target = await openInMemory({ settleMs: 100, wrap: refusing((one) => isReset(one) && isRefused(++resets)) });
  expect(await found(target, once)).toMatchObject({ diagnoses: [{ requirement: 'user-reset-works' }] });
  expect(target.lags()).toBe(false);
});

it.concurrent('should look as long after an operation as when it failed', async () => {
  const target = await openInMemory({ settleMs: 20, wrap: undoneAfter(300) });
  const later = await failuresOn(target, { ...once, lookAfter: 1 });
  const failures = later.map((failure) => ({ ...failure, trace: { ...failure.trace, scenario: once } }));
  const { diagnoses } = await diagnosedOn(target, failures);
  expect(diagnoses).toMatchObject([{ requirement: 'confirmed-did-it', reproduced: { times: 3, of: 3 } }]);
  const line = /was done: 2 s later user:\S+ has appeared in the list of \S+\.$/;
  expect(diagnoses.map(diagnosisLine)).toEqual([expect.stringMatching(line)]);
  const [steps] = diagnoses.map((diagnosis) => counterexampleOf(diagnosis).steps.slice(-2));
  expect(steps).toMatchObject([{ what: 'wait 2 s', curl: 'sleep 2' }, { phase: 'look' }]);
});

it.concurrent('should say for how long a list was stale that does not show a reset when the target has settled', async () => {
  const target = await openInMemory({ settleMs: 100, wrap: lateBy(600) });
  const { diagnoses } = await found(target, once);
  expect(diagnoses.map(diagnosisLine)).toEqual([
    expect.stringMatching(
      /has changed\. The list was stale for at most 1 s, longer than the run allows \(--settle\)\.$/,
    ),
  ]);
});

it('should not say that a list was stale where it shows the reset at once when that is sent again', async () => {
  let isIgnored = true;
  const wrap: Wrap = (healthy) => (state, request) =>
    isIgnored && isReset(request) ? { ...healthy(state, request), state } : healthy(state, request);
  const target = await openInMemory({ settleMs: 20, wrap });
  const [failure] = await failuresOn(target, once);
  isIgnored = false;
  const means = { target, profile: referenceProfile, failures: [], isSpent: () => false };
  expect(await staleFor(failure ?? expect.fail('nothing failed'), once, means)).toBeUndefined();
});

it.concurrent('should repeat a reset that is not done soon after another one, and is not by the time the target has settled', async () => {
  const doneAt = new Map<string, number>();
  const wrap: Wrap = (healthy) => (state, request) => {
    const handled = healthy(state, request);
    if (!isReset(request)) return handled;
    const said = [request.url, request.body].join(' ');
    const isSoon = performance.now() - (doneAt.get(said) ?? Number.NEGATIVE_INFINITY) < 400;
    if (!isSoon) doneAt.set(said, performance.now());
    return isSoon ? { ...handled, state } : handled;
  };
  const target = await openInMemory({ settleMs: 500, wrap });
  const soon = scenarioWith(reset(me, second), answer(world, second), reset(me, second));
  const { diagnoses } = await found(target, soon);
  expect(diagnoses).toMatchObject([{ requirement: 'confirmed-did-it', reproduced: { times: 3, of: 4 } }]);
});

/** Does a permanent deletion once more, when so much has been waited after it: however slow the machine is. */
function againAfter(ms: number): Wrap {
  return (healthy) => {
    const waited = (): number => performance.eventLoopUtilization().idle;
    const due: { readonly request: HttpRequest; readonly at: number }[] = [];
    return (state, request) => {
      const [first] = due;
      const isDue = first !== undefined && waited() >= first.at;
      const handled = healthy(isDue ? healthy(state, first.request).state : state, request);
      if (isDue) due.shift();
      if (/"deleteMessagesPermanently":true/.test(request.body)) due.push({ request, at: waited() + ms });
      return handled;
    };
  };
}

const lateBy = (ms: number): Wrap => showingTheOld((age) => age < ms);
const undoneAfter = (ms: number): Wrap => showingTheOld((age) => age >= ms);

/** A user's reads show what was there before that user's last reset that was done, at such times after it. */
function showingTheOld(isDue: (age: number) => boolean): Wrap {
  return (healthy) => {
    const old = new Map<unknown, { readonly state: ChatState; readonly at: number }>();
    return (state, request) => {
      const actor = request.headers['onbehalfof'];
      const before = request.method === 'GET' ? old.get(actor) : undefined;
      if (before && isDue(performance.now() - before.at)) return { ...healthy(before.state, request), state };
      const handled = healthy(state, request);
      if (isReset(request) && handled.state !== state) old.set(actor, { state, at: performance.now() });
      return handled;
    };
  };
}
