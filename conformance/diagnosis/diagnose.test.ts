import { expect, it } from 'vitest';
import { get, set, type Uid, type User } from '../../core/index.ts';
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
  found,
  me,
  namesOf,
  ofRequirement,
  once,
  openFaulty,
  scenarioWith,
  second,
  withoutKey,
  world,
} from '../testing/diagnosing.ts';
import { begin, ofA, referenceProfile, unanswered } from '../testing/trace-builder.ts';
import { misreading, mistaking, showing } from '../testing/wraps.ts';
import { diagnose } from './diagnose.ts';
import { diagnosisLine } from './words.ts';

/** Nothing usual is known. */
const plainProfile: Profile = { ...unknownProfile, forms: ['path-actor'] };

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
  ['that can be read again', { what: 'messages returned', texts: ['1'] }, 'can be read again'],
  ['that nobody has seen yet', { what: 'messages lost', texts: ['9'] }, 'cannot be read'],
] as const)('should blame no refused request for a message %s and does not come back', async (_, difference, words) => {
  const failures = ofRequirement('no-key-refused', await failuresOn(await openFaulty(refusesAndDoes), withoutKey));
  const other = failures.map((failure) => ({ ...failure, difference }));
  const [diagnosis] = (await diagnosedOn(await openInMemory({}), other)).diagnoses;
  expect(diagnosis?.requirement).toBe('nothing-doubled-or-lost');
  expect(diagnosis && diagnosisLine(diagnosis)).toContain(
    `A reset without an apikey was answered 401; after that 1 message ${words} by `,
  );
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
