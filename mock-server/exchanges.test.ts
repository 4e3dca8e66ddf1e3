import { describe, expect, it } from 'vitest';
import { addressingForms, axisValues, type Behaviour, statusCases } from '../core/index.ts';
import { exchangeMismatches } from '../fixtures/testing/exchange-mismatches.ts';
import { type ExchangeSequence, exchangeFiles } from '../fixtures/testing/exchanges.ts';
import { findRoute, routes } from './route.ts';
import { executeSequence } from './testing/execute-sequence.ts';

describe.each(exchangeFiles)('exchanges/$name', ({ sequences }) => {
  it.each(sequences)('should be answered as written: $title', (sequence) => {
    expect(mismatchesOf(sequence)).toEqual([]);
  });
});

// An axis whose exchanges would be answered the same with another value is not covered by them.
describe('the exchanges', () => {
  const choices = [
    ...Object.entries(axisValues).map(([axis, values]) => ({ axis, values: [...values] as readonly unknown[] })),
    { axis: 'addressing', values: addressingForms.map((form) => [form]) },
  ];

  it.each(choices)('should distinguish every value of $axis from every other', ({ axis, values }) => {
    for (const value of values) {
      const about = sequencesAbout(axis).filter(({ behaviour }) => same(Object(behaviour)[axis], value));
      for (const other of values.filter((candidate) => !same(candidate, value))) {
        const isNoticed = about.some((one) => mismatchesOf(one, { ...one.behaviour, [axis]: other }).length > 0);
        expect(isNoticed, `${axis}: ${value} or ${other}`).toBe(true);
      }
    }
  });

  const asked = exchangeFiles.flatMap(({ sequences }) =>
    sequences.flatMap(({ steps }) => steps.map(({ request }) => findRoute(request))),
  );

  it.each(routes)('should ask $method $path', (route) => {
    expect(asked.some((found) => found.ok && found.value.route === route)).toBe(true);
  });

  it.each(statusCases)('should notice another status of %s', (name) => {
    const isNoticed = sequencesAbout('statuses').some((one) => {
      const statuses = { ...one.behaviour.statuses, [name]: 499 };
      return mismatchesOf(one, { ...one.behaviour, statuses }).length > 0;
    });
    expect(isNoticed).toBe(true);
  });
});

// Helpers

const sequencesAbout = (axis: string): readonly ExchangeSequence[] =>
  exchangeFiles.flatMap(({ sequences }) => sequences.filter(({ follows }) => follows.includes(`design: ${axis}`)));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the answers have that they should not. */
const mismatchesOf = (sequence: ExchangeSequence, behaviour?: Behaviour): readonly string[] =>
  executeSequence(sequence, behaviour).flatMap(({ step, reply, hasEffect }, index) => {
    const mismatches = [...exchangeMismatches(step.expect, reply)];
    if (reply.status >= 400 && hasEffect) mismatches.push('it is refused, with an effect');
    return mismatches.map((mismatch) => `step ${index + 1}, ${step.line}: ${mismatch}`);
  });
