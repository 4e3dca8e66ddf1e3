import { expect, it } from 'vitest';
import { checked } from '../testing/check-table.ts';
import { begin, ofA, ofB } from '../testing/trace-builder.ts';
import { counterexampleOf } from './counterexample.ts';
import { asFound } from './diagnosis.ts';

it('should say where there was a wait between two operations', () => {
  const { failures } = checked(begin().reset(ofB()).wait().reset(ofA()).see({ me: 'g', mate: '' }));
  const [failure = expect.fail('every requirement holds')] = failures;
  const { steps } = counterexampleOf(asFound(failure, failure.trace.scenario, 3));
  const acts = steps.filter(({ phase }) => phase !== 'look').map(({ what, curl }) => curl || what);
  expect(acts.slice(-2)).toEqual(['sleep 1', expect.stringMatching(/^me resets user:a/)]);
});
