import { describe, expect, it } from 'vitest';
import { readClauses } from '../../fixtures/read-fixture.ts';
import { byTelling, isOfAnswer } from '../diagnosis/name.ts';
import type { Failure } from '../judgement/judge.ts';
import { planScenarios } from '../plan/plan.ts';
import { budgets } from '../report/document.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { requirements } from './all.ts';

const reading = readClauses();
if (!reading.ok) throw new Error(reading.refusal.join('\n'));
const { clauses } = reading.value;
const extent = { profile: referenceProfile, seed: 1 };

/** Told only by what shrinking could not remove; their checks never fail. */
const byShrinkingAlone = ['optional-fields', 'body-form', 'framing', 'percent-encoding', 'header-case'];

describe('the requirements', () => {
  it('should each have an id of its own', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    expect(requirements).toHaveLength(34);
  });

  it('should be named by the clauses that they name, and by no other', () => {
    const known = new Set(requirements.map(({ id }) => id));
    const checked = clauses.flatMap(({ id, fate }) => ('checks' in fate ? [{ id, checks: fate.checks }] : []));
    expect(checked.flatMap(({ checks }) => checks).filter((id) => !known.has(id))).toEqual([]);
    for (const requirement of requirements) {
      const naming = checked.filter(({ checks }) => checks.includes(requirement.id)).map(({ id }) => id);
      expect([requirement.id, requirement.clauses.toSorted()]).toEqual([requirement.id, naming.toSorted()]);
    }
  });

  it.each(budgets)('should each have a scenario of its own at the budget %s', (budget) => {
    const without = requirements.filter((one) => planScenarios([one], { ...extent, budget }).others.length === 0);
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it.each(requirements.filter(({ id }) => !isOfAnswer(id)))('should be ranked by what they tell: $id', ({ id }) => {
    const [unknown, own] = ['unknown', id].map((requirement) => ({ requirement }) as Failure);
    const [first] = byTelling([unknown, own].filter((one) => one !== undefined));
    expect(first?.requirement).toBe(byShrinkingAlone.includes(id) ? 'unknown' : id);
  });
});
