import { describe, expect, it } from 'vitest';
import { axisValues, type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { findBehaviour } from '../behaviour/find-behaviour.ts';
import type { Names } from '../cases/case.ts';
import { floors, planCases } from '../cases/plan.ts';
import { type CaseRun, runCase } from '../play/run-case.ts';
import type { Report } from '../report.ts';
import { keys, openInMemory } from '../self-test/mock-targets.ts';
import { sampleCase, sampleRun } from '../self-test/sample-run.ts';
import { inParallel } from '../target/pool.ts';
import { judgeRun } from '../verdict.ts';
import { hiddenBy, unobservableUnder } from './unobservable.ts';

/** What a run with budget quick says of a mock with this behaviour; without repeating and shrinking. */
async function reportOn(behaviour: Behaviour): Promise<Report> {
  const target = await openInMemory({ behaviour });
  const found = await findBehaviour(target, keys.authOnlyKey);
  const runs = await inParallel(planCases(5, 'quick', found.known), 16, (scene, index) =>
    runCase(target, found.known, scene, { scope: `${target.prefix}${index}`, careful: false }),
  );
  const facts = { target: '', seed: 5, budget: 'quick', floor: floors.quick, requests: 0, durationMs: 0 } as const;
  return judgeRun(
    { kind: 'tested', found, runs, told: [], consistency: undefined, obstacles: [] },
    { ...facts, only: undefined, notes: [], stopped: undefined },
  );
}

const idsOf = ({ requirements }: Report, wanted: string): readonly string[] =>
  requirements.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);

const hidden = (axis: string, value: string): readonly string[] =>
  hiddenBy.filter((row) => row.axis === axis && row.value === value).map(({ requirement }) => requirement);

const otherValues = Object.entries(axisValues).flatMap(([axis, [, ...values]]) =>
  values.map((value) => [axis, value] as const),
);

describe.concurrent('what an axis value hides from view', () => {
  it('should be nothing under the reference behaviour', async () => {
    const report = await reportOn(referenceBehaviour);
    expect([idsOf(report, 'not-applicable'), idsOf(report, 'not-exercised')]).toEqual([[], []]);
    expect(hiddenBy.filter(({ axis, value }) => axisValues[axis][0] === value)).toEqual([]);
  });

  it.each(otherValues)('should be what the table has for %s: %s', async (axis, value) => {
    const report = await reportOn({ ...referenceBehaviour, [axis]: value });
    expect(idsOf(report, 'not-applicable')).toEqual(hidden(axis, value));
    expect(idsOf(report, 'not-exercised')).toEqual([]);
  });

  it.each(['path-actor', 'path-peer', 'path-peer-echo'] as const)('should be nothing for %s alone', async (form) => {
    const report = await reportOn({ ...referenceBehaviour, addressing: [form] });
    expect([idsOf(report, 'not-applicable'), idsOf(report, 'not-exercised')]).toEqual([[], []]);
  });

  it('should be no more where a reset that is not permanent shows nothing at all', async () => {
    const report = await reportOn({
      ...referenceBehaviour,
      withoutPreserveOrder: 'kept',
      messagesAfterReset: 'visible',
    });
    expect(idsOf(report, 'not-applicable')).toEqual(hidden('withoutPreserveOrder', 'kept'));
    expect(idsOf(report, 'not-exercised')).toEqual([]);
  });
});

describe('a requirement', () => {
  const run = (names: Names, unarrangeable?: string): CaseRun =>
    sampleRun({ case: { ...sampleCase, names }, unarrangeable });

  it('should say which axis value keeps it from showing', () => {
    expect(unobservableUnder('omitted-equals-false', { withoutPreserveOrder: 'kept' }, [])).toBe(
      'withoutPreserveOrder kept: with and without preserveOrder the effect is the same',
    );
    expect(unobservableUnder('omitted-equals-false', { withoutPreserveOrder: 'removed' }, [])).toBeUndefined();
    expect(unobservableUnder('user-order-kept', { withoutPreserveOrder: 'kept' }, [])).toBeUndefined();
  });

  it('should not show where the target refuses every id that looks like another', () => {
    const plain = run('plain');
    const refused = run('infix', 'creating the user a_user_b was answered with 400');
    expect(unobservableUnder('look-alikes-apart', {}, [plain, refused, refused])).toBe(
      'the target refuses to create such ids: creating the user a_user_b was answered with 400',
    );
    expect(unobservableUnder('look-alikes-apart', {}, [plain, refused, run('prefix')])).toBeUndefined();
    expect(unobservableUnder('look-alikes-apart', {}, [plain])).toBeUndefined();
    expect(unobservableUnder('bystanders-untouched', {}, [plain, refused])).toBeUndefined();
  });
});
