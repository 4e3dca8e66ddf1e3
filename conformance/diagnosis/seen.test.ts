import { expect, it } from 'vitest';
import { checked } from '../testing/check-table.ts';
import { begin, ofA, type TraceBuilder } from '../testing/trace-builder.ts';
import { restsOnPrediction } from './seen.ts';

/** What fails, and whether that rests on what messages usually do to lists. */
const resting = (built: TraceBuilder) =>
  checked(built).failures.map((failure) => [failure.requirement, restsOnPrediction(failure)]);

it('should take the order of rows for predicted where a message came, and for seen where none did', () => {
  const ordered = (built: TraceBuilder) => resting(built.reset(ofA()).see({ me: 'b g' }));
  expect(ordered(begin())).toEqual([['rest-keeps-order', false]]);
  expect(ordered(begin().knowing({ messageRaises: false }).send('mate', 'a'))).toEqual([['rest-keeps-order', true]]);
});
