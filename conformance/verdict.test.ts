import { describe, expect, it } from 'vitest';
import type { Found } from './behaviour/find-behaviour.ts';
import type { ToldViolation } from './findings/violations.ts';
import { type RequirementId, requirements } from './requirements/catalogue.ts';
import { sampleCase, sampleRun } from './self-test/sample-run.ts';
import { judgeRun, type RunFacts, type Tested } from './verdict.ts';

const found: Found = {
  behaviour: { withoutPreserveOrder: 'removed' },
  unknown: ['nonMember'],
  evidence: { nonMember: 'no answer' },
  notes: ['a difference'],
  known: {
    forms: ['path-actor'],
    effects: {},
    omittedIsPermanent: { preserved: false, free: false },
    permanentForEveryone: true,
    caseSensitive: false,
  },
};

const facts: RunFacts = {
  target: 'http://target/v3',
  seed: 1,
  budget: 'quick',
  floor: 4,
  requests: 100,
  durationMs: 10,
  only: undefined,
  notes: ['a note'],
  stopped: undefined,
};

const times = (number: number) => new Map(requirements.map(({ id }) => [id, number] as const));
/** Three runs in which each requirement was exercised six times together. */
const enough = [1, 2, 3].map((exercised) => sampleRun({ exercises: times(exercised), observed: exercised }));

type Whole = Extract<Tested, { kind: 'tested' }>;

const judge = (change: Partial<Whole> = {}, facing: Partial<RunFacts> = {}) =>
  judgeRun(
    {
      kind: 'tested',
      found,
      runs: enough,
      told: [],
      consistency: undefined,
      obstacles: [],
      ...change,
    },
    { ...facts, ...facing },
  );

const told = (requirement: RequirementId, steps = 1, shrunk = true): ToldViolation => ({
  requirement,
  counterexample: {
    summary: `${steps} steps`,
    story: Array(steps).fill({ phase: 'act', what: '', curl: '', answer: '' }),
    comparison: { of: 'answer', subject: '', expected: '', seen: '' },
    reproduced: { times: 3, of: 3 },
    shrunk,
    case: sampleCase,
  },
});

describe('a run in which everything was exercised', () => {
  it('should conform, and tell what it found', () => {
    const report = judge();
    expect(report).toMatchObject({
      schemaVersion: 1,
      verdict: 'conforms',
      target: 'http://target/v3',
      observedResets: 6,
      behaviour: found.behaviour,
      behaviourUnknown: ['nonMember'],
      notes: ['a difference', 'a note'],
    });
    expect(report).not.toHaveProperty('reason');
    expect(report.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(new Set(report.requirements.map(({ outcome, exercised }) => `${outcome} ${exercised}`))).toEqual(
      new Set(['pass 6']),
    );
  });

  it('should violate where one requirement failed, whatever else is open', () => {
    const report = judge({ told: [told('framing')], runs: [], obstacles: ['silence'] }, { stopped: 'stopped by hand' });
    expect(report).toMatchObject({ verdict: 'violates', reason: 'stopped by hand' });
    expect(report.requirements.find(({ id }) => id === 'framing')).toMatchObject({ outcome: 'fail', exercised: 0 });
  });

  it('should tell the shortest story of each violation, and rather one that was shrunk', () => {
    const storyOf = (...violations: readonly ToldViolation[]) =>
      judge({ told: violations }).requirements.find(({ id }) => id === 'framing')?.counterexample?.summary;
    expect(storyOf(told('framing', 5), told('framing', 2), told('body-form', 1))).toBe('2 steps');
    expect(storyOf(told('framing', 5), told('framing', 2, false))).toBe('5 steps');
  });
});

describe('what went wrong', () => {
  const atTimes = (requirement: RequirementId): ToldViolation => {
    const { counterexample } = told(requirement);
    return { requirement, counterexample: { ...counterexample, reproduced: { times: 1, of: 3 } } };
  };

  it('may have one cause where several requirements failed at times, and only there', () => {
    const notesOf = (...violations: readonly ToldViolation[]) => judge({ told: violations }).notes.join();
    expect(notesOf(atTimes('framing'), atTimes('body-form'))).toContain('2 violations did not come back each time');
    expect(notesOf(atTimes('framing'), told('body-form'))).toContain('1 violation did not come back each time');
    expect(notesOf(told('framing'), told('body-form'))).not.toContain('each time');
  });

  it('should explain why less was exercised than is needed', () => {
    const exercises = new Map([...times(6), ['framing', 3] as const]);
    const report = judge({ runs: [sampleRun({ exercises })], told: [told('body-form')] });
    expect(report.requirements.find(({ id }) => id === 'framing')?.because).toBe(
      'exercised 3 times, 4 are needed; a case ends where something else is violated, so mend that and run again',
    );
  });
});

describe('a run that is not whole', () => {
  it('should be incomplete below the floor of a single requirement', () => {
    const exercises = new Map([...times(6), ['framing', 3] as const]);
    const report = judge({ runs: [sampleRun({ exercises })] });
    expect(report).toMatchObject({
      verdict: 'incomplete',
      reason: '1 requirement not exercised often enough',
    });
    expect(report.requirements.find(({ id }) => id === 'framing')).toMatchObject({
      outcome: 'not-exercised',
      because: 'exercised 3 times, 4 are needed',
    });
  });

  it('should be incomplete when somebody stopped it, or the target fell silent, however much was judged', () => {
    const stopped = { verdict: 'incomplete', reason: 'stopped by hand' };
    expect(judge({}, { stopped: 'stopped by hand' })).toMatchObject(stopped);
    expect(judgeRun({ kind: 'not-run', reason: 'early' }, { ...facts, stopped: 'stopped by hand' })).toMatchObject(
      stopped,
    );
    expect(judge({ obstacles: ['no answer'] })).toMatchObject({
      verdict: 'incomplete',
      reason: 'no answer',
      notes: ['a difference', 'Some cases could not be played: no answer.', 'a note'],
    });
  });

  it('should bear the loss of a case now and then', () => {
    expect(judge({ runs: Array(40).fill(enough[2]), obstacles: ['no answer', 'no answer'] }).verdict).toBe('conforms');
  });

  it('should name what could not be arranged', () => {
    const { notes } = judge({ runs: [...enough, sampleRun({ unarrangeable: 'such ids are refused' })] });
    expect(notes).toContain('Some cases could not be played: such ids are refused.');
  });

  it('should judge nothing where nothing was judged', () => {
    const report = judgeRun({ kind: 'not-run', reason: 'nobody there' }, facts);
    expect(report).toMatchObject({ verdict: 'not-run', reason: 'nobody there', observedResets: 0, notes: ['a note'] });
    expect(new Set(report.requirements.map(({ outcome, because }) => `${outcome} ${because}`))).toEqual(
      new Set(['not-exercised nobody there']),
    );
  });
});

describe('what cannot show', () => {
  it('should not count against the verdict', () => {
    const exercises = new Map([...times(6), ['omitted-equals-false', 0] as const]);
    const report = judge({
      runs: [sampleRun({ exercises })],
      found: { ...found, behaviour: { withoutPreserveOrder: 'kept' } },
    });
    expect(report.verdict).toBe('conforms');
    expect(report.requirements.find(({ id }) => id === 'omitted-equals-false')).toMatchObject({
      outcome: 'not-applicable',
      because: expect.stringContaining('withoutPreserveOrder kept'),
    });
  });
});

describe('a run of some requirements only', () => {
  it('should speak of no other', () => {
    const report = judge({ told: [told('body-form')] }, { only: ['framing'] });
    expect(report.requirements.map(({ id }) => id)).toEqual(['framing']);
    expect(report.verdict).toBe('conforms');
  });
});

describe('what somebody else judged', () => {
  const [row] = requirements;
  if (row === undefined) throw new Error('there are no requirements');

  it('should be taken over', () => {
    const results = [{ ...row, outcome: 'pass', exercised: 3 } as const];
    expect(judgeRun({ kind: 'judged', found, results }, facts)).toMatchObject({
      verdict: 'conforms',
      requirements: results,
      behaviour: found.behaviour,
    });
  });

  it('should be incomplete with what is open, and say why', () => {
    const results = [{ ...row, outcome: 'not-exercised', exercised: 0, because: 'wire only' } as const];
    expect(judgeRun({ kind: 'judged', found: undefined, results, reason: 'wire only' }, facts)).toMatchObject({
      verdict: 'incomplete',
      reason: 'wire only',
      behaviour: {},
    });
  });
});
