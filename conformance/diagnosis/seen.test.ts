import { expect, it } from 'vitest';
import { checked } from '../testing/check-table.ts';
import { begin, forGood, ofA, type TraceBuilder } from '../testing/trace-builder.ts';
import { restsOnPrediction } from './seen.ts';

/** What fails, and whether that rests on what messages usually do to lists. */
const resting = (built: TraceBuilder) =>
  checked(built).failures.map((failure) => [failure.requirement, restsOnPrediction(failure)]);

it('should take the order of rows for predicted where a message came, and for seen where none did', () => {
  const ordered = (built: TraceBuilder) => resting(built.reset(ofA()).see({ me: 'b g' }));
  expect(ordered(begin())).toEqual([['rest-keeps-order', false]]);
  expect(ordered(begin().knowing({ messageRaises: false }).send('mate', 'a'))).toEqual([['rest-keeps-order', true]]);
});

it('should take what stays readable for seen wherever messages put the rows, once the target has settled', () => {
  const left = (built: TraceBuilder) => resting(built.see({ me: 'b g', 'me a': [1], 'a me': '' }));
  const deleted = begin().send('b', 'me').reset(ofA(forGood));
  expect(left(deleted.settled())).toEqual([['permanent-deletes-all', false]]);
  const early = begin().send('b', 'me').reset(ofA(forGood));
  expect(left(early)).toEqual([['permanent-deletes-all', true]]);
});
