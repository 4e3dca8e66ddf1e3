import { describe, expect, it } from 'vitest';
import { readClauses } from '../../fixtures/testing/clauses.ts';
import { byTelling } from '../diagnosis/name.ts';
import type { Failure } from '../judgement/judge.ts';
import { planScenarios } from '../plan/plan.ts';
import { budgets } from '../report/document.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { requirements } from './all.ts';

const { clauses } = readClauses();
const extent = { profile: referenceProfile, seed: 1 };

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

  it('should be told in the order in which they stand', () => {
    const failures = ['confirmed-did-it', 'unknown', 'status-200', 'no-key-refused'];
    const told = byTelling(failures.map((requirement) => ({ requirement }) as Failure));
    expect(told.map(({ requirement }) => requirement)).toEqual([
      'no-key-refused',
      'confirmed-did-it',
      'status-200',
      'unknown',
    ]);
  });
});
