import { expect, it } from 'vitest';
import type { HttpRequest } from '../../mock-server/http-message.ts';
import type { Failure } from '../check/check-trace.ts';
import { answer, reset, scenarioOf, times, together, worldOf } from '../plan/world.ts';
import { openInMemory } from '../self-test/mock-targets.ts';
import { checked } from '../testing/check-table.ts';
import { failuresOn, first, me, openFaulty, scenarioWith, second, world } from '../testing/diagnosing.ts';
import { begin, ofA, people, referenceProfile } from '../testing/trace-builder.ts';
import { misreading, mistaking, refusing, showing } from '../testing/wraps.ts';
import { concernedBy, repeat, reproduce } from './reproduce.ts';
import { retry } from './retry.ts';

it('should let all observe again who saw that something is wrong, and whoever acted', () => {
  const { failures } = checked(begin().reset(ofA()).see({ a: '', mate: '', me: 'g b' }));
  const [failure] = failures.filter(({ requirement }) => requirement === 'other-participants-untouched');
  expect(failure && concernedBy(failure).toSorted()).toEqual(['a', 'mate', 'me']);
});

it.each([
  ['three times', Number.POSITIVE_INFINITY, 3],
  ['once where two more would cost too much', 20, 1],
])('should repeat what does not come back %s', async (_, most, times) => {
  const means = { target: await openInMemory(), profile: referenceProfile, failures: [] };
  const scenario = { ...people, steps: [ofA()] };
  const tried = await repeat({ ...means, isSpent: (more = 0) => more > most }, scenario, () => false);
  expect(tried).toHaveLength(times);
});

it('should come back to the last step, where another one fails so before it', async () => {
  const target = await openFaulty('both-sides-reset');
  const means = { target, profile: referenceProfile, failures: [], isSpent: () => false };
  const world = worldOf(['user', 'user']);
  const steps = world.rows.map((row) => reset(world.me, row));
  const scenario = scenarioOf(world, steps);
  const isSame = ({ requirement }: Failure) => requirement === 'other-participants-untouched';
  const { failures, found } = await retry(means, scenario, isSame, { from: 0 });
  expect(new Set(failures.filter(isSame).map(({ transition }) => transition.reset))).toEqual(new Set(steps));
  expect(found?.transition.reset).toEqual(steps.at(-1));
});

it('should look after each of what was sent at once only at what it concerns, where that is tried one after the other', async () => {
  const target = await openFaulty('group-order-lost-under-load');
  const means = { target, profile: referenceProfile, failures: [], isSpent: () => false };
  const world = worldOf(times(9, () => 'group'));
  const scenario = scenarioOf(world, [
    together(world.rows.map((row) => reset(world.me, row, { preserveOrder: 'true' }))),
  ]);
  const isSame = ({ requirement }: Failure) => requirement === 'group-order-kept';
  const { found } = await retry(means, scenario, isSame);
  const { inTurn } = await reproduce(found as Failure, scenario, isSame, means);
  const read = inTurn?.trace.events.flatMap((event) => {
    const seen = event.kind === 'observations' ? event.observations.filter(({ view }) => view.of === 'messages') : [];
    return seen.length === 0 ? [] : [seen.length];
  });
  expect(read?.slice(0, 10)).toEqual([9, ...times(9, () => 1)]);
});

// Only what is waited for counts, however slow the machine is.
const waited = (): number => performance.eventLoopUtilization().idle;

it('should let a second end before the last step where it does not come back without', async () => {
  let writtenAt = 0;
  const noting = refusing((request) => {
    if (request.method === 'POST' && request.url.endsWith('/messages')) writtenAt = waited();
    return false;
  });
  const moving = misreading((fields) => (waited() - writtenAt > 500 ? { ...fields, preserveOrder: false } : fields));
  const target = await openInMemory({ wrap: (healthy) => moving(noting(healthy)), settleMs: 20 });
  const scenario = scenarioWith(reset(me, first, { preserveOrder: 'true' }));
  const [failure] = await failuresOn(await openFaulty('user-order-lost-to-the-top'), scenario);
  const isSame = ({ requirement }: Failure) => requirement === 'user-order-kept';
  const means = { target, profile: referenceProfile, failures: [], isSpent: () => false };
  const { start } = await reproduce(failure ?? expect.fail('nothing failed'), scenario, isSame, means);
  expect(start?.scenario.steps.slice(-2)).toEqual([{ do: 'wait', until: 'second' }, scenario.steps.at(-1)]);
});

it('should find the reset that takes late what was written since', async () => {
  const deletedAt = new Map<string, number>();
  const pairOf = ({ url, headers }: HttpRequest): string =>
    [headers['onbehalfof'], /(?<=users\/)[^/]+/.exec(url)?.[0]].toSorted().join(' ');
  const noting = mistaking((request) => {
    if (request.body.includes('"deleteMessagesPermanently":true')) deletedAt.set(pairOf(request), waited());
    return request;
  });
  const late = showing('/messages', (texts, request) =>
    waited() - (deletedAt.get(pairOf(request)) ?? Number.POSITIVE_INFINITY) > 150 ? [] : texts,
  );
  const target = await openInMemory({ wrap: (healthy) => late(noting(healthy)), settleMs: 200 });
  const deletes = reset(me, first, { form: 'path-peer', deleteMessagesPermanently: 'true' });
  const scenario = scenarioWith(deletes, answer(world, first), reset(me, second));
  const [failure = expect.fail('nothing failed')] = await failuresOn(target, scenario);
  const isSame = ({ requirement }: Failure) =>
    requirement === 'confirmed-did-it' || requirement === failure.requirement;
  const means = { target, profile: referenceProfile, failures: [], isSpent: () => false };
  const { late: cause } = await reproduce(failure, scenario, isSame, means);
  const { steps, lookAfter } = cause?.trace.scenario ?? expect.fail('no cause was found');
  expect([steps.slice(-2), lookAfter]).toEqual([[deletes, answer(world, first)], 1]);
});
