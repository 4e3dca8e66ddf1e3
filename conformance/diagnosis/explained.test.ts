import { expect, it } from 'vitest';
import type { Failure } from '../check/check-trace.ts';
import { reset } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import { checked } from '../testing/check-table.ts';
import { begin, ofA, ofB, refused, type TraceBuilder } from '../testing/trace-builder.ts';
import type { Diagnosis } from './diagnosis.ts';
import { explainedByOthers } from './explained.ts';

const byA = reset('a', toUser('me'));
const failureOf = (built: TraceBuilder): Failure => checked(built).failures[0] ?? expect.fail('nothing has failed');
/** Lost to the other side's reset, or to that of who looked. */
const sure = failureOf(begin().reset(byA).see({ me: 'g b' }));
const unsure = failureOf(begin().reset(ofB()).reset(byA).see({ me: 'g' }));
const refusal = failureOf(begin().reset(ofA(), refused()));

const diagnosisOf = (requirement: string, failure: Failure, times = 0): Diagnosis => ({
  ...{ requirement, failure, scenario: failure.trace.scenario, reproduced: { times, of: 3 } },
  ...{ isSmallest: false, also: [] },
});

/** What is explained, with the requirement that explains it. */
function explained(diagnoses: readonly Diagnosis[], failures: readonly Failure[] = []) {
  const byId = new Map(diagnoses.map((one) => [one.requirement, one]));
  return explainedByOthers(byId, failures).map(([id, by]) => [id, by.requirement]);
}

it('should explain what did not come back and another reset may have done by what only one may have done', () => {
  const other = diagnosisOf('confirmed-did-it', unsure);
  expect(explained([other, diagnosisOf('bystanders-untouched', sure)])).toEqual([
    ['confirmed-did-it', 'bystanders-untouched'],
  ]);
  expect(explained([other])).toEqual([]);
  expect(explained([other, diagnosisOf('rest-keeps-order', unsure)])).toEqual([]);
  expect(explained([other, diagnosisOf('user-reset-works', refusal)])).toEqual([]);
});

it('should explain by other effects that nothing was done where the place alone says so', () => {
  const undone = failureOf(begin().reset(ofA()).see({ me: 'g b a' }));
  const kept = failureOf(begin().reset(ofA()).see({ me: 'g b a', 'me a': '' }));
  const seen = [diagnosisOf('confirmed-did-it', undone), diagnosisOf('keeps-to-its-behaviour', kept)];
  expect(seen.map(({ failure }) => failure.requirement)).toEqual(['confirmed-did-it', 'keeps-to-its-behaviour']);
  expect(explained(seen)).toEqual([['confirmed-did-it', 'keeps-to-its-behaviour']]);
  const sureToo = failureOf(begin().reset(ofA()).see({ me: 'g b a', 'me a': '1' }));
  expect(explained(seen, [sureToo])).toEqual([]);
});

it('should leave what came back each time, and what was seen once after one reset alone, beside other violations', () => {
  const beside = diagnosisOf('bystanders-untouched', sure);
  expect(explained([beside, diagnosisOf('confirmed-did-it', unsure, 3)])).toEqual([]);
  expect(explained([beside, diagnosisOf('confirmed-did-it', unsure, 1)])).not.toEqual([]);
  // Shrinking has given it its name, or the run has seen it elsewhere.
  expect(explained([beside, diagnosisOf('quiet-after-concurrency', sure, 1)])).toEqual([]);
  const seen = { ...sure, requirement: 'confirmed-did-it' };
  expect(explained([beside, diagnosisOf('confirmed-did-it', unsure, 1)], [seen])).toEqual([]);
});
