import { expect, it } from 'vitest';
import type { Failure } from '../check/check-trace.ts';
import type { Executed } from '../execution/trace.ts';
import { reset } from '../plan/world.ts';
import { isReset, openInMemory, type Wrap } from '../self-test/mock-targets.ts';
import {
  diagnosedOn,
  failuresOn,
  first,
  me,
  namesOf,
  ofRequirement,
  once,
  openFaulty,
  scenarioWith,
  second,
  withoutKey,
} from '../testing/diagnosing.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { misreading } from '../testing/wraps.ts';

/** What a server shows that resets both sides, where one reset was sent, and where another one came before it. */
async function ofBothSides() {
  const broken = await openFaulty('both-sides-reset');
  const longer = scenarioWith(reset(me, second), reset(me, first));
  const more = await failuresOn(broken, longer, referenceProfile, { from: 0 });
  return {
    texts: ofRequirement(
      'false-deletes-none-for-others',
      await failuresOn(broken, once, referenceProfile, { from: 0 }),
    ),
    more,
    ofTheLast: more.filter(({ transition }) => transition.step === longer.steps.length - 1),
    rowsAlone: ofRequirement('other-participants-untouched', await failuresOn(broken, once)),
  };
}

/** What a server shows that moves a row that was to keep its place. */
const ofPlaces = async (): Promise<readonly Failure[]> =>
  failuresOn(await openFaulty('user-order-lost-to-the-top'), scenarioWith(reset(me, first, { preserveOrder: 'true' })));

/** The failures, as if what shows them had come after these operations. */
const cameAfter = (
  failures: readonly Failure[],
  since: (interval: Failure['transition']['intervals'][number], failure: Failure) => Executed[],
): readonly Failure[] =>
  failures.map((failure) => {
    const { intervals } = failure.transition;
    const later = intervals.map((one) => ({ ...one, since: since(one, failure) }));
    return { ...failure, transition: { ...failure.transition, intervals: later } };
  });

/** As if all of these operations had come before. */
const pooledWith = (others: readonly Failure[], failures: readonly Failure[]): readonly Failure[] =>
  cameAfter(failures, () => others.map(({ transition }) => transition.executed));

/** As if who looked had reset the conversation too, which explains what is seen as well. */
const besideTheirOwn = (failures: readonly Failure[]): readonly Failure[] =>
  cameAfter(failures, ({ since, observation }, { transition: { executed } }) => [
    ...since,
    { ...executed, operation: reset(observation.view.owner, { kind: 'user', id: me }) },
  ]);

/** The names under which failures are reported that do not come back. */
const namedOnHealthy = async (failures: readonly Failure[]): Promise<readonly string[]> =>
  namesOf((await diagnosedOn(await openInMemory({ settleMs: 200 }), failures)).diagnoses);

it.concurrent('should name what happens at times by what ranks first of all that such operations failed', async () => {
  const { texts, more } = await ofBothSides();
  expect(await namedOnHealthy(texts)).toEqual(['false-deletes-none-for-others']);
  expect(await namedOnHealthy([...texts, ...more])).toEqual(['other-participants-untouched']);
  // Also where it was sent at once with what explains nothing of it.
  const atOnce = more.map(({ transition, ...rest }) => {
    return { ...rest, transition: { ...transition, together: [transition.executed] } };
  });
  expect(await namedOnHealthy([...texts, ...atOnce])).toEqual(['other-participants-untouched']);
});

it.concurrent('should not name what happens at times by what a reset of who looked explains as well', async () => {
  const { texts, more, rowsAlone } = await ofBothSides();
  expect(await namedOnHealthy([...texts, ...besideTheirOwn(more)])).toEqual(['false-deletes-none-for-others']);
  // That is no second violation beside what is sure.
  const own = besideTheirOwn(ofRequirement('false-deletes-none-for-others', more));
  expect(await namedOnHealthy(own)).toEqual(['false-deletes-none-for-others']);
  expect(await namedOnHealthy([...own, ...rowsAlone])).toEqual(['other-participants-untouched']);
});

it.concurrent('should take any reset after which something was observed for what may have led to it', async () => {
  const { more } = await ofBothSides();
  const places = await ofPlaces();
  expect(await namedOnHealthy([...places, ...more])).toEqual(['other-participants-untouched', 'user-order-kept']);
  expect(await namedOnHealthy([...pooledWith(more, places), ...more])).toEqual(['other-participants-untouched']);
  const rows = ofRequirement('other-participants-untouched', more);
  const unsure = besideTheirOwn(pooledWith([...rows, ...places], rows));
  expect(await namedOnHealthy([...unsure, ...places])).toEqual(['user-order-kept']);
});

it.concurrent('should name what happens at times by what was seen before, where another part of it comes back', async () => {
  const { texts, more, ofTheLast } = await ofBothSides();
  let resets = 0;
  const takesAnother: Wrap = (healthy) => (state, request) => {
    const handled = healthy(state, request);
    resets += isReset(request) ? 1 : 0;
    if (!isReset(request) || resets % 2 === 1) return handled;
    const body = request.body.replace(first.id, second.id);
    return { ...handled, state: healthy(handled.state, { ...request, body }).state };
  };
  const taking = await openInMemory({ settleMs: 200, wrap: takesAnother });
  const namedFirst = async (failures: readonly Failure[]) =>
    namesOf((await diagnosedOn(taking, failures, referenceProfile, { stopAt: 'any' })).diagnoses);
  expect(await namedFirst(texts)).toEqual(['nothing-doubled-or-lost']);
  expect(await namedFirst([...texts, ...ofTheLast])).toEqual(['other-participants-untouched']);

  let deletions = 0;
  const deletesAtTimes = misreading((fields) => ({ ...fields, deleteMessagesPermanently: ++deletions % 2 === 0 }));
  const deleting = await openInMemory({ settleMs: 200, wrap: deletesAtTimes });
  expect(namesOf((await diagnosedOn(deleting, [...texts, ...more])).diagnoses)).toEqual([
    'other-participants-untouched',
  ]);
});

it.concurrent('should doubt what does not come back beside what comes back each time', async () => {
  const { more } = await ofBothSides();
  const failures = [...(await ofPlaces()), ...more];
  const found = await diagnosedOn(await openFaulty('user-order-lost-to-the-top'), failures);
  expect([namesOf(found.diagnoses), ...found.explained.keys()]).toEqual([['user-order-kept']]);
  // Also what one of them explains.
  expect(new Set(found.doubts.keys())).toEqual(new Set(namesOf(more)));
  expect(found.doubts.get('other-participants-untouched')).toMatch(
    /^it failed and did not come back, beside a violation/,
  );
});

it.concurrent('should doubt what came back once beside a lost answer', async () => {
  /** Takes resets without a key for right ones, so many of them. */
  const confirms = (most: number): Wrap => {
    let wrong = 0;
    return (healthy) => (state, request) => {
      if (!isReset(request) || request.headers['apikey'] !== undefined) return healthy(state, request);
      wrong += 1;
      const key = wrong > most ? {} : { apikey: 'a-Key-of-3-words' };
      return healthy(state, { ...request, headers: { ...request.headers, ...key } });
    };
  };
  const failures = ofRequirement(
    'no-key-refused',
    await failuresOn(await openInMemory({ wrap: confirms(9) }), withoutKey),
  );
  const beside = failures.map((failure) => ({ ...failure, trace: { ...failure.trace, lost: 1 } }));
  const came = async (some: readonly Failure[]) => diagnosedOn(await openInMemory({ wrap: confirms(1) }), some);
  expect((await came(failures)).diagnoses).toMatchObject([{ reproduced: { times: 1 } }]);
  const { diagnoses, doubts } = await came(beside);
  expect([diagnoses.length, doubts.get('no-key-refused')]).toEqual([
    0,
    expect.stringContaining('beside a lost answer'),
  ]);
});
