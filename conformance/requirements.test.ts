import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clauses } from '../fixtures/testing/clauses.ts';
import { checkTrace, type Failure } from './check/check-trace.ts';
import { byRank } from './diagnosis/name.ts';
import { requirements } from './requirements.ts';
import { checked } from './testing/check-table.ts';
import { begin, keep, ofA, refused, type TraceBuilder, unanswered, when } from './testing/trace-builder.ts';

/** All that a reset in place concerns, as it was. */
const seen = { me: 'g b a', a: 'mate me', b: 'me', 'me a': '1', 'a me': '1', 'me b': '2' };

describe('the requirements', () => {
  it('should each have an id of its own', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    expect(requirements).toHaveLength(34);
  });

  it('should be all that the files of the folder export, each about something', async () => {
    const names = readdirSync(new URL('requirements', import.meta.url)).map((name) => name.replace(/\.ts$/, ''));
    const sources = names.filter((name) => !name.endsWith('.test'));
    const files = await Promise.all(sources.map((name): Promise<object> => import(`./requirements/${name}.ts`)));
    const exported = files.flatMap((file) => Object.entries(file));
    expect(exported.filter(([name]) => name !== 'requirements')).toEqual([]);
    expect(new Set(exported.flatMap(([, some]) => some))).toEqual(new Set(requirements));
  });

  it('should be named by the clauses that they name, and by no other', () => {
    const known = new Set(requirements.map(({ id }) => id));
    const checked = clauses.flatMap((clause) => ('checks' in clause ? [clause] : []));
    expect(checked.flatMap(({ checks }) => checks).filter((id) => !known.has(id))).toEqual([]);
    for (const requirement of requirements) {
      const naming = checked.filter(({ checks }) => checks.includes(requirement.id)).map(({ id }) => id);
      expect([requirement.id, requirement.clauses.toSorted()]).toEqual([requirement.id, naming.toSorted()]);
    }
  });

  const aboutRefusals = ['no-key-refused', 'wrong-key-refused', 'no-acting-user-refused', 'refused-changed-nothing'];
  /** What an operation does not concern is as it was, whatever became of the operation. */
  const frame = [
    ...['other-participants-untouched', 'bystanders-untouched', 'false-deletes-none-for-others'],
    ...['rest-keeps-order', 'nothing-doubled-or-lost'],
  ];
  const works = ['user-reset-works', 'group-reset-works'];
  it.each<readonly [string, TraceBuilder, notFor: readonly string[]]>([
    ['a reset was refused', when(ofA(keep), seen, refused()), [...aboutRefusals, ...works]],
    ['a reset got no answer', when(ofA(keep), seen, unanswered), frame],
    ['nobody looked', begin().reset(ofA(keep), unanswered), []],
  ])('should count nothing where %s', (_, built, notFor) => {
    const others = requirements.filter(({ id }) => !notFor.includes(id));
    const { passed, failures } = checked(built, others);
    expect([Object.fromEntries(passed), failures]).toEqual([{}, []]);
  });

  it('should count nothing where the scenario is void, and find no failure', () => {
    const built = when(ofA(), seen);
    const { passed, failures } = checked(built);
    expect([passed.size > 0, failures.length > 0]).toEqual([true, true]);
    const ofVoid = checkTrace(built.trace({ void: 'a write got no answer' }), built.profile(), requirements);
    expect(ofVoid).toEqual({ passed: new Map(), failures: [], transitions: [] });
  });

  it('should be reported in the order of what they are about', () => {
    const inOrder = [
      ...['no-key-refused', 'acting-user-only', 'nothing-doubled-or-lost', 'rest-keeps-order'],
      ...['confirmed-did-it', 'status-200', 'unknown'],
    ];
    const failures = inOrder.toReversed().map((requirement) => ({ requirement }) as Failure);
    expect(byRank(failures).map(({ requirement }) => requirement)).toEqual(inOrder);
  });
});
