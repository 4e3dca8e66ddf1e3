import { expect, it } from 'vitest';
import type { Comparison } from '../check/check.ts';
import { type Checked, checkTrace } from '../check/check-trace.ts';
import type { Requirement } from '../check/requirement.ts';
import { requirements } from '../requirements.ts';
import type { TraceBuilder } from './trace-builder.ts';

/** What a requirement says of a trace. */
export interface Row {
  readonly says: 'pass' | 'fail' | 'skip';
  readonly built: TraceBuilder;
  readonly comparison?: string | Partial<Comparison>;
}

export const passes = (built: TraceBuilder): Row => ({ says: 'pass', built });
/** Nothing of the trace counts. */
export const skips = (built: TraceBuilder): Row => ({ says: 'skip', built });
/** Of the comparison it is written what is expected, `me: g b` of a list and `me a: 1` of messages, or a part of it. */
export const fails = (built: TraceBuilder, comparison: string | Partial<Comparison>): Row => {
  return { says: 'fail', built, comparison };
};

type Table = Readonly<Record<string, Row>>;

/** One row for each of these. */
export const rowsOf = <One>(all: readonly One[], rowOf: (one: One) => readonly [name: string, row: Row]): Table =>
  Object.fromEntries(all.map(rowOf));

export const requirementOf = (id: string): Requirement =>
  requirements.find((one) => one.id === id) ?? expect.fail(`there is no requirement ${id}`);

/** What all requirements say of a trace, or these. */
export const checked = (built: TraceBuilder, some: readonly Requirement[] = requirements): Checked =>
  checkTrace(built.trace(), built.profile(), some);

/** The tests of one requirement, row by row. */
export function checkTable(id: string, table: Table): void {
  const requirement = requirementOf(id);
  const rows = Object.entries(table).map(([what, row]) => [row.says, what, row] as const);
  it.each(rows)(`${id} should %s: %s`, (says, _, { built, comparison }) => {
    const { passed, failures } = checked(built, [requirement]);
    const comparisons = failures.map(({ comparison }) => comparison);
    if (typeof comparison === 'string') expect(comparisons.map(short)).toEqual([comparison]);
    else if (says === 'fail') expect(comparisons).toEqual([expect.objectContaining(comparison ?? {})]);
    else expect([passed.get(id) ?? 0, comparisons]).toEqual([says === 'pass' ? 1 : 0, []]);
  });
}

function short(comparison: Comparison): string {
  if (comparison.of === 'answer') return `${comparison.expected}, not ${comparison.seen}`;
  const { owner, expected } = comparison;
  const names = expected.map((one) => one.replace(/^user:|^group:|^message /, ''));
  return [`${comparison.of === 'list' ? owner : `${owner} ${comparison.peer.id}`}:`, ...names].join(' ');
}
