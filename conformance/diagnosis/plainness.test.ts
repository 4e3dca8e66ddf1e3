import { expect, it } from 'vitest';
import type { Failure } from '../check/check-trace.ts';
import { begin, ofA, ofB, type TraceBuilder } from '../testing/trace-builder.ts';
import { plainestFirst, shortestFirst } from './plainness.ts';

/** The last operation of a trace, as if it failed. */
function failureOf(built: TraceBuilder): Failure {
  const transition = built.transitions().at(-1) ?? expect.fail('nothing was done');
  const comparison = { of: 'answer', expected: '', seen: '' } as const;
  return { requirement: 'user-order-kept', trace: built.trace(), transition, failed: { comparison } };
}

it('should put a plain request before what the spec calls the same, that before what it is silent on, and all that before two at once', () => {
  const plain = failureOf(begin().reset(ofA()));
  const spelled = failureOf(begin().reset(ofA({ wire: ['charset'] })));
  const withoutKey = failureOf(begin().reset(ofA({ apikey: 'absent' })));
  const undocumented = failureOf(begin().reset(ofA({ extra: { colour: 'red' } })));
  const atOnce = failureOf(begin().together(ofA(), ofB()));
  const all = [plain, spelled, withoutKey, undocumented, atOnce];
  expect(plainestFirst([atOnce, undocumented, spelled, withoutKey, plain])).toEqual(all);
});

it('should put the shorter way first', () => {
  const short = failureOf(begin().reset(ofA()));
  const long = failureOf(begin().reset(ofB()).reset(ofA()));
  expect(shortestFirst([long, short])).toEqual([short, long]);
});
