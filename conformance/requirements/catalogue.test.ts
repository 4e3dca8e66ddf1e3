import { describe, expect, it } from 'vitest';
import { readClauses } from '../../fixtures/read-fixture.ts';
import { isRequirementId, requirements } from './catalogue.ts';

const reading = readClauses();
if (!reading.ok) throw new Error(reading.refusal.join('\n'));
const { clauses, sha256, specification } = reading.value;
const checked = clauses.flatMap(({ fate }) => ('checks' in fate ? fate.checks : []));
const ids = requirements.map(({ id }) => id);

describe('the catalogue', () => {
  it('should hold no requirement that no sentence of the specification stands for', () => {
    expect(ids.filter((id) => !checked.includes(id))).toEqual([]);
  });

  it('should hold every requirement that a sentence of the specification names', () => {
    expect(
      clauses.flatMap(({ id, fate }) => ('checks' in fate ? fate.checks.map((check) => [id, check]) : [])),
    ).toEqual(
      clauses.flatMap(({ id, fate }) =>
        'checks' in fate ? fate.checks.filter(isRequirementId).map((check) => [id, check]) : [],
      ),
    );
  });

  it('should have each id once, in kebab-case, with a clause and a title', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, clause, title, level } of requirements) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(clause).toMatch(/^[A-Z]/);
      expect(title).toMatch(/^[a-z].*[^.]$/);
      expect(['required', 'derived']).toContain(level);
    }
  });

  it('should point to sections that the specification has', () => {
    const sections = new Set(clauses.map(({ section }) => section));
    const headed = (clause: string) => clause.split(/[:,]/)[0] ?? '';
    const known = [...sections].map((section) => section.toLowerCase());
    const strays = requirements.filter(
      ({ clause }) => !known.some((it) => it.startsWith(headed(clause).toLowerCase())),
    );
    expect(strays.map(({ id, clause }) => [id, clause])).toEqual([]);
  });

  it('should know its own ids only', () => {
    expect(ids.every(isRequirementId)).toBe(true);
    expect(['', 'toString', 'status-201', 'STATUS-200'].filter(isRequirementId)).toEqual([]);
  });
});

describe('the pinned text', () => {
  it('should be named, with its sum', () => {
    expect(specification).toBe('Conversation Reset API');
    // Another sum means that another text was read: go through clauses.yaml and the catalogue before changing this one.
    expect(sha256).toBe('749978615e000e79d9f5589c17d6245d97aa0f82897a158afcb73df7b30109c9');
  });
});
