import { describe, expect, it } from 'vitest';
import type { Comparison } from '../check/check.ts';
import { type Checked, checkTrace } from '../check/check-trace.ts';
import type { Requirement } from '../check/requirement.ts';
import { requirements } from '../requirements.ts';
import type { TraceBuilder } from './trace-builder.ts';

type Rows<Row> = Readonly<Record<string, Row>>;

/**
 * Traces with which a requirement counts, fails with a comparison, and does not count. Of a comparison it is written what
 * is expected, `me: g b` of a list and `me a: 1` of messages, or a part of it.
 */
export interface CheckTable {
  readonly passes?: Rows<TraceBuilder>;
  readonly fails?: Rows<readonly [TraceBuilder, string | Partial<Comparison>]>;
  readonly doesNotCount: Rows<TraceBuilder>;
}

/** One row for each of these. */
export const rowsOf = <One, Row>(
  all: readonly One[],
  rowOf: (one: One) => readonly [name: string, row: Row],
): Rows<Row> => Object.fromEntries(all.map(rowOf));

export const requirementOf = (id: string): Requirement =>
  requirements.find((one) => one.id === id) ?? expect.fail(`there is no requirement ${id}`);

/** What all requirements say of a trace, or these. */
export const checked = (built: TraceBuilder, some: readonly Requirement[] = requirements): Checked =>
  checkTrace(built.trace(), built.profile(), some);

/** The tests of one requirement, row by row. */
export function checkTable(id: string, { passes = {}, fails = {}, doesNotCount }: CheckTable): void {
  const requirement = requirementOf(id);
  const judged = (built: TraceBuilder) => {
    const { passed, failures } = checked(built, [requirement]);
    return { times: passed.get(id) ?? 0, comparisons: failures.map(({ failed }) => failed.comparison) };
  };
  describe(id, () => {
    it.each(Object.entries(passes))('should hold: %s', (_, built) => {
      expect(judged(built)).toEqual({ times: 1, comparisons: [] });
    });
    it.each(Object.entries(fails))('should fail: %s', (_, [built, comparison]) => {
      const { comparisons } = judged(built);
      if (typeof comparison === 'string') expect(comparisons.map(short)).toEqual([comparison]);
      else expect(comparisons).toEqual([expect.objectContaining(comparison)]);
    });
    it.each(Object.entries(doesNotCount))('should not count: %s', (_, built) => {
      expect(judged(built)).toEqual({ times: 0, comparisons: [] });
    });
  });
}

function short(comparison: Comparison): string {
  if (comparison.of === 'answer') return `${comparison.expected}, not ${comparison.seen}`;
  const { owner, expected } = comparison;
  const names = expected.map((one) => one.replace(/^user:|^group:|^message /, ''));
  return [`${comparison.of === 'list' ? owner : `${owner} ${comparison.peer.id}`}:`, ...names].join(' ');
}
