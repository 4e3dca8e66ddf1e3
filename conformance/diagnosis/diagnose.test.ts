import { expect, it } from 'vitest';
import { type ChatState, get, set, type Uid, type User } from '../../core/index.ts';
import type { Failure } from '../check/check-trace.ts';
import { answer, pick, reset, scenarioOf, worldOf } from '../plan/world.ts';
import { type Profile, unknownProfile } from '../profile/profile.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isReset, openInMemory, type Wrap } from '../self-test/mock-targets.ts';
import type { Peer } from '../target/driver.ts';
import {
  both,
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
import { begin, ofA, referenceProfile, unanswered } from '../testing/trace-builder.ts';
import { misreading, mistaking, refusing, refusingSoon, showing } from '../testing/wraps.ts';
import { counterexampleOf } from './counterexample.ts';
import { diagnose } from './diagnose.ts';
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

const refusesAndDoes = 'missing-key-refused-with-effect';

it.concurrent('should report what does not come back as that, and doubt it where an answer was lost', async () => {
  const failures = ofRequirement('no-key-refused', await failuresOn(await openFaulty(refusesAndDoes), withoutKey));
  const healthy = await openInMemory({});
  expect(await diagnosedOn(healthy, failures)).toMatchObject({
    diagnoses: [{ requirement: 'no-key-refused', reproduced: { times: 0, of: 3 } }],
    doubts: new Map(),
  });

  // It may be carried out at any later time.
  const { events } = begin().reset(ofA(), unanswered).trace();
  const doubt = new Map([
    ['no-key-refused', 'no-key-refused failed beside a lost answer, and did not come back each time'],
  ]);
  for (const beside of [{ lost: 1 }, { events }]) {
    const some = failures.map((failure) => ({ ...failure, trace: { ...failure.trace, ...beside } }));
    expect(await diagnosedOn(healthy, some)).toMatchObject({ diagnoses: [], doubts: doubt });
  }
});

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

it.concurrent('should look into nothing that a violation of the same operation explains', async () => {
  const failures = await failuresOn(await openFaulty('both-sides-reset'), once, referenceProfile, { from: 0 });
  expect(namesOf(failures)).toEqual(expect.arrayContaining(['false-deletes-none-for-others']));
  const costOf = async (some: readonly Failure[]): Promise<number> => {
    const target = await openFaulty('both-sides-reset');
    expect(namesOf((await diagnosedOn(target, some)).diagnoses)).toEqual(['other-participants-untouched']);
    return target.cost();
  };
  expect(await costOf(failures)).toBe(await costOf(ofRequirement('other-participants-untouched', failures)));
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

it.concurrent('should report no error of the server that does not come back, as what was done is looked at', async () => {
  let resets = 0;
  const wrap: Wrap = (healthy) => (state, request) => {
    const { state: next, reply } = healthy(state, request);
    return { state: next, reply: isReset(request) && ++resets === 1 ? { ...reply, status: 500 } : reply };
  };
  const target = await openInMemory({ wrap });
  const { failed, diagnoses, doubts } = await found(target, once);
  expect([failed, diagnoses, doubts]).toEqual([['user-reset-works', 'status-200'], [], new Map()]);
});

it.concurrent('should report what comes back when every observation waits', async () => {
  const target = await openFaulty(refusesAndDoes, 300);
  expect((await found(target, withoutKey)).diagnoses).toMatchObject([{ requirement: 'no-key-refused' }]);
  expect(target.lags()).toBe(false);
});

it.concurrent('should name an operation by what ranks first of all that is seen of it', async () => {
  const target = await openInMemory({ wrap: actsForTheOther });
  const effectless = ofRequirement('confirmed-did-it', await failuresOn(target, once));
  const { diagnoses, explained } = await diagnosedOn(target, effectless);
  expect(diagnoses).toMatchObject([{ requirement: 'acting-user-only', also: ['confirmed-did-it'] }]);
  expect([...explained]).toEqual([['confirmed-did-it', 'acting-user-only']]);
});

/** Resets the conversation for the other side. */
const actsForTheOther = mistaking((request) => {
  const { conversationWith, ...flags } = JSON.parse(request.body);
  const body = JSON.stringify({ ...flags, conversationWith: request.headers['onbehalfof'] });
  const headers = { ...request.headers, onbehalfof: conversationWith };
  return { ...request, url: `/v3/users/${conversationWith}/conversation`, headers, body };
});

it.concurrent('should name what is sent at once by what goes wrong one after the other, and differs', async () => {
  const target = await openInMemory({ wrap: undoesTheLast });
  const { failed, diagnoses } = await found(target, both);
  expect([failed, namesOf(diagnoses)]).toEqual([['confirmed-did-it'], ['nothing-doubled-or-lost']]);
});

/** A reset undoes what the one before it did to the list of the same user. */
const undoesTheLast: Wrap = (healthy) => {
  const before = new Map<Uid, User>();
  return (state, request) => {
    if (!isReset(request)) return healthy(state, request);
    const actor = request.headers['onbehalfof'] as Uid;
    const [met, undone] = [get(state.users, actor), before.get(actor)];
    if (met !== undefined) before.set(actor, met);
    return healthy(undone === undefined ? state : { ...state, users: set(state.users, actor, undone) }, request);
  };
};

it.concurrent('should look into one of requests sent at once, as the plainer ones may come back beside others alone', async () => {
  const broken = await openInMemory({ wrap: denies(() => true) });
  const all = [...Array<Scenario>(4).fill(withoutKey), both].map((one) => failuresOn(broken, one));
  const failures = ofRequirement('refused-changed-nothing', (await Promise.all(all)).flat());
  const target = await openInMemory({ wrap: denies((wasReset) => wasReset) });
  const named = async (some: readonly Failure[]) => {
    const { diagnoses } = await diagnosedOn(target, some);
    return diagnoses.map(({ requirement, reproduced }) => [requirement, reproduced.times > 0]);
  };
  expect(await named(failures)).toEqual([['refused-changed-nothing', true]]);
  // Where it also failed without any sent at once, they do not name it.
  const atOnce = failures.filter(({ transition }) => transition.together.length > 0);
  expect(await named(atOnce)).toEqual([['quiet-after-concurrency', true]]);
});

/** Refuses resets that it has done, where it is said so of what the same user did just before. */
const denies =
  (isDue: (wasReset: boolean) => boolean): Wrap =>
  (healthy) => {
    const reset = new Set<string | undefined>();
    return (state, request) => {
      const handled = healthy(state, request);
      const actor = request.headers['onbehalfof'];
      const isDenied = isReset(request) && isDue(reset.has(actor));
      if (isReset(request)) reset.add(actor);
      else reset.delete(actor);
      return isDenied ? { ...handled, reply: { ...handled.reply, status: 403, body: '{}' } } : handled;
    };
  };

it.concurrent('should take what shows only before the target has settled for reads that lag', async () => {
  const target = await openInMemory({ settleMs: 300, wrap: lateBy(150) });
  // As reads have shown elsewhere in a run.
  target.noteSignOfLag();
  const { failed, diagnoses } = await found(target, withoutKey, plainProfile);
  expect([failed.length > 0, diagnoses]).toEqual([true, []]);
  expect(target.lags()).toBe(true);
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

it.concurrent('should hold a request that has no effect the second time against no spelling', async () => {
  const seen = new Set<string>();
  const wrap: Wrap = (healthy) => (state, request) => {
    const said = [request.url, request.headers['onbehalfof'], request.body].join(' ');
    const handled = healthy(state, request);
    return isReset(request) && seen.size === seen.add(said).size ? { ...handled, state } : handled;
  };
  const target = await openInMemory({ wrap });
  const twice = scenarioWith(reset(me, second), answer(world, second), reset(me, second));
  expect(namesOf((await found(target, twice)).diagnoses)).toEqual(['confirmed-did-it']);
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

it.concurrent('should report nothing that was expected and not seen, as where a message leaves its row where it is', async () => {
  const target = await openInMemory({ wrap: byName });
  const groups = worldOf(['group', 'group']);
  const [one, other] = groups.rows as readonly [Peer, Peer];
  const keep = reset(groups.me, one, { preserveOrder: 'true' });
  // Nobody looks at the other member's list before the end.
  const unseen = scenarioOf(groups, [keep, answer(groups, other), keep, keep]);
  const wrong = { ...plainProfile, messageRaises: true };
  const failures = await failuresOn(target, unseen, wrong);
  expect(namesOf(failures)).toContain('other-participants-untouched');
  target.noteLag();
  expect(await diagnosedOn(target, failures, wrong)).toMatchObject({ diagnoses: [], doubts: new Map() });
});

/** Every list is in the order of the names. */
const byName = showing<{ readonly conversationId: string }>('/conversations', (rows) =>
  rows.toSorted((one, other) => (one.conversationId < other.conversationId ? -1 : 1)),
);

it('should hold nothing against resets that is seen without them as well', async () => {
  const target = await openInMemory({ wrap: showing('/messages', () => []) });
  const { failures, failed, diagnoses, doubts } = await found(target, once);
  expect([diagnoses, [...doubts.keys()].toSorted()]).toEqual([[], [...new Set(failed)].toSorted()]);
  expect([...doubts.values()].every((why) => why.startsWith('without any reset too 1 message can'))).toBe(true);
  // It is a finding like others: what follows is looked into only where that is not too much.
  const means = { target, profile: referenceProfile, patience: () => ({ executions: 0, until: 0, cost: 0 }) };
  const spent = await diagnose(failures, { ...means, isSpent: () => true });
  expect([spent.doubts.size, spent.open.size]).toEqual([1, doubts.size - 1]);
});

it('should hold no change of an order against resets where an order changes without any', async () => {
  let reads = 0;
  let resets = 0;
  // One user's list is turned round by each reset, another one's by each look.
  const shuffled = showing<{ readonly conversationType: string }>('/conversations', (rows, { headers }) => {
    const isOwn = rows.every(({ conversationType }) => conversationType === 'user');
    if (headers['onbehalfof']?.endsWith('mate')) reads += 1;
    return (isOwn ? resets : reads) % 2 === 0 ? rows : rows.toReversed();
  });
  const wrap: Wrap = (healthy) => (state, request) => {
    if (isReset(request)) resets += 1;
    return shuffled(healthy)(state, request);
  };
  const target = await openInMemory({ wrap });
  const groups = worldOf(['group', 'group', 'group']);
  const inGroup = scenarioOf(groups, [reset(me, pick(groups.rows, 0), { preserveOrder: 'true' })]);
  const kept = scenarioWith(reset(me, second, { preserveOrder: 'true' }));
  const [own, others] = [await failuresOn(target, kept), await failuresOn(target, inGroup)];
  const alone = await diagnosedOn(target, ofRequirement('rest-keeps-order', own));
  expect(namesOf(alone.diagnoses)).toEqual(['rest-keeps-order']);
  const ofOthers = ofRequirement('other-participants-untouched', others);
  const { diagnoses, doubts } = await diagnosedOn(target, [...ofRequirement('rest-keeps-order', own), ...ofOthers]);
  expect([diagnoses, [...doubts.keys()].toSorted()]).toEqual([
    [],
    ['other-participants-untouched', 'rest-keeps-order'],
  ]);
});

it.each([
  [0, 1],
  [99, 2],
])('should have everybody look at last where it could be made small: in %i executions', async (executions, lookers) => {
  const looked = new Set<unknown>();
  const unordered = misreading((fields) => ({ ...fields, preserveOrder: false }));
  const wrap: Wrap = (healthy) => (state, request) => {
    if (request.url.endsWith('/conversations')) looked.add(request.headers['onbehalfof']?.slice(-7));
    return unordered(healthy)(state, request);
  };
  const target = await openInMemory({ wrap });
  const failures = ofRequirement(
    'user-order-kept',
    await failuresOn(target, scenarioWith(reset(me, second, { preserveOrder: 'true' }))),
  );
  looked.clear();
  const limits = { executions, until: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };
  const { diagnoses } = await diagnose(failures, {
    ...{ target, profile: referenceProfile, patience: () => limits, isSpent: () => false },
  });
  expect([namesOf(diagnoses), looked.size]).toEqual([['user-order-kept'], lookers]);
});

it('should name nothing by a spelling that it could not rule out', async () => {
  const target = await openFaulty('user-order-ignored');
  const spelled = scenarioWith(reset(me, second, { preserveOrder: 'true', wire: ['escaped'] }));
  const means = { target, profile: referenceProfile, patience: () => ({ executions: 0, until: 0, cost: 0 }) };
  const { diagnoses } = await diagnose(await failuresOn(target, spelled), { ...means, isSpent: () => true });
  expect(namesOf(diagnoses)).toEqual(['user-order-kept']);
});
