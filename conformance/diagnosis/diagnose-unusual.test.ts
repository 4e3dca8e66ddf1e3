import { expect, it } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import type { Failure } from '../check/check-trace.ts';
import { observationsIn } from '../execution/trace.ts';
import { answer, reset, times, together } from '../plan/world.ts';
import { openInMemory } from '../self-test/mock-targets.ts';
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
  world,
} from '../testing/diagnosing.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { misreading } from '../testing/wraps.ts';
import { diagnoseUnusual, notUsual } from './diagnose-unusual.ts';

/** Unusual effects of a server that keeps the place of every row. */
const kept = async (): Promise<readonly Failure[]> => {
  const wrap = misreading((fields) => ({ ...fields, preserveOrder: true }));
  return (await failuresOn(await openInMemory({ wrap }), once)).filter(({ isUnusual }) => isUnusual);
};

/** What they are diagnosed as on a server where they do not come back. */
async function namedOnHealthy(unusual: readonly Failure[], { isSettled, lags }: Record<'isSettled' | 'lags', boolean>) {
  for (const one of unusual.flatMap(({ trace }) => observationsIn(trace))) Object.assign(one, { isSettled });
  const healthy = await openInMemory({});
  if (lags) healthy.noteLag();
  return namesOf((await diagnosedOn(healthy, unusual)).diagnoses);
}

it.concurrent('should take an unusual effect for a stale read that was seen too early, and once where none lags', async () => {
  const [one, more] = [await kept(), await kept()];
  const early = { isSettled: false, lags: false };
  expect(await namedOnHealthy(one, early)).toEqual([]);
  expect(await namedOnHealthy(one, { ...early, isSettled: true })).toEqual(['keeps-to-its-behaviour']);
  expect(await namedOnHealthy([...one, ...more], early)).toEqual(['keeps-to-its-behaviour']);
  expect(await namedOnHealthy([...one, ...more], { ...early, lags: true })).toEqual([]);
});

it.concurrent('should doubt an unusual effect beside a lost answer', async () => {
  const unusual = [await kept(), await kept()].flat();
  const beside = unusual.map((failure) => ({ ...failure, trace: { ...failure.trace, lost: 1 } }));
  const { diagnoses, doubts } = await diagnosedOn(await openInMemory({}), beside);
  expect([diagnoses, ...doubts.keys()]).toEqual([[], 'keeps-to-its-behaviour']);
});

/** As if nobody had seen where the rows stood. */
const predicted = (unusual: readonly Failure[]): readonly Failure[] => {
  for (const interval of unusual.flatMap(({ transition }) => transition.intervals)) {
    Object.assign(interval, { isPredicted: interval.observation.view.of === 'list' });
  }
  return unusual;
};

it.concurrent('should compare what was seen, also where nobody saw where the row had stood', async () => {
  const visible = await openInMemory({ behaviour: { ...referenceBehaviour, messagesAfterReset: 'visible' } });
  const messages = (await failuresOn(visible, once)).filter(({ isUnusual }) => isUnusual);
  const [settled, rows] = [{ isSettled: true, lags: false }, await kept()];
  expect(await namedOnHealthy(predicted(messages), settled)).toEqual(['keeps-to-its-behaviour']);
  expect(await namedOnHealthy(predicted(rows), settled)).toEqual(['keeps-to-its-behaviour']);
  // A message that was late has brought the row back.
  expect(await namedOnHealthy(rows, { ...settled, lags: true })).toEqual([]);
});

it.concurrent('should compare what leaves preserveOrder out with what says false, each as often as it says', async () => {
  const target = await openFaulty('omitted-order-means-true');
  expect(await found(target, scenarioWith(reset(me, second, { preserveOrder: 'absent' })))).toMatchObject({
    diagnoses: [{ requirement: 'omitted-equals-false', reproduced: { times: 3, of: 3 }, other: {} }],
  });
});

it.concurrent('should ask for nothing else of the requests without a body that came before', async () => {
  const form = 'path-peer';
  const resets = new Map<string, number>();
  // Keeps every other one in its place, which the specification leaves open, and takes none without a body for one.
  const wrap = misreading((fields, { url }) => {
    resets.set(url, (resets.get(url) ?? 0) + 1);
    return { ...fields, preserveOrder: resets.get(url) === 2 };
  });
  const target = await openInMemory({ wrap, behaviour: { ...referenceBehaviour, emptyBody: 'rejected' } });
  const leftOut = { form, preserveOrder: 'absent' } as const;
  const silent = reset(me, first, { ...leftOut, body: 'none', deleteMessagesPermanently: 'absent' });
  const steps = [reset(me, first, { form }), answer(world, first), silent, reset(me, first, leftOut)];
  const failures = ofRequirement('omitted-equals-false', await failuresOn(target, scenarioWith(...steps)));
  const [failure = expect.fail('nothing has failed')] = failures;
  const means = { target, profile: referenceProfile, failures, isSpent: () => false };
  expect(await notUsual(failure, failure.trace.scenario, means)).toBe('unspecified');
});

it.concurrent('should say that a flag left out is what has now one effect and now another, where nothing else has', async () => {
  let leftOut = 0;
  const wrap = misreading(({ preserveOrder = leftOut++ % 3 === 1, ...rest }) => ({ ...rest, preserveOrder }));
  const target = await openInMemory({ wrap });
  const many = times(24, () => [reset(me, second, { preserveOrder: 'absent' }), answer(world, second)]);
  const { failures, diagnoses } = await found(target, scenarioWith(...many.flat()));
  expect(namesOf(diagnoses)).toEqual(['omitted-equals-false']);
  const few = await diagnosedOn(target, failures.slice(0, 2));
  expect(namesOf(few.diagnoses)).toEqual(['keeps-to-its-behaviour']);
});

it('should compare what a reset does at once with others with what it does alone', async () => {
  const keeps = misreading((fields, { url }) => (url.includes(third.id) ? { ...fields, preserveOrder: true } : fields));
  const target = await openInMemory({ wrap: keeps });
  const form = 'path-peer';
  const atOnce = scenarioWith(together([reset(me, first, { form }), reset(me, third, { form })]));
  const unusual =
    (await failuresOn(target, atOnce)).find(({ isUnusual }) => isUnusual) ?? expect.fail('nothing failed');
  const means = { target, profile: referenceProfile, failures: [unusual], isSpent: () => false };
  const shrunk = { scenario: atOnce, isSmallest: true };
  expect(await diagnoseUnusual(unusual, shrunk, means)).toBe('unspecified');
  // Where it never comes back beside the others, they are no cause of it.
  const healthy = { ...means, target: await openInMemory() };
  expect(await diagnoseUnusual(unusual, shrunk, healthy)).toMatchObject({ requirement: 'keeps-to-its-behaviour' });
});
