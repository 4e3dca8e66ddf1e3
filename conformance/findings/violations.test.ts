import { describe, expect, it } from 'vitest';
import type { Case, Reset } from '../cases/case.ts';
import type { Mismatch } from '../play/play.ts';
import type { CaseRun } from '../play/run-case.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import { sampleCase, sampleRun } from '../self-test/sample-run.ts';
import type { Session } from '../session.ts';
import { type Target, TargetSilent } from '../target/target.ts';
import { tellAsMet, tellViolations, type Violation } from './violations.ts';

const reset: Reset = {
  do: 'reset',
  by: 'protagonist',
  row: 1,
  preserveOrder: 'true',
  permanently: 'false',
  form: 0,
  wire: 'plain',
};

const scene: Case = { ...sampleCase, steps: [{ do: 'send', row: 0, from: 'other' }, reset, reset, reset] };

const mismatch = (requirement: RequirementId, step: number, summary: string = requirement): Mismatch => ({
  requirement,
  summary,
  comparison: { of: 'answer', subject: '', expected: '', seen: '' },
  step,
  taints: true,
});

const met = (requirement: RequirementId, change: Partial<Violation> = {}): Violation => ({
  case: scene,
  mismatch: mismatch(requirement, 2, `${requirement} as met`),
  story: [],
  patient: true,
  ...change,
});

/** A session whose target shows what `play` gives for the n-th play. */
function sessionOf(
  play: (played: Case, nth: number, manner: 'careful' | 'quick') => Partial<CaseRun> | 'silence',
  { lags = false } = {},
) {
  const played: Case[] = [];
  const session: Pick<Session, 'again' | 'concurrency'> & { readonly target: Pick<Target, 'lags'> } = {
    concurrency: 4,
    target: { lags: () => lags },
    again: async (again, manner) => {
      played.push(again);
      const shown = play(again, played.length - 1, manner);
      if (shown === 'silence') throw new TargetSilent('no answer');
      return sampleRun({ case: again, ...shown });
    },
  };
  return { session: session as Session, played };
}

const fails = (requirement: RequirementId, { steps }: Case): Partial<CaseRun> => {
  const at = steps.findLastIndex((step) => step.do === 'reset');
  return at === -1 ? {} : { mismatches: [mismatch(requirement, at)] };
};

const tell = (session: Session, ...violations: readonly Violation[]) =>
  tellViolations(session, violations, 1_000, () => {});

describe('a violation that comes back each time', () => {
  it('should be shrunk, and told as the smallest case shows it', async () => {
    const { session } = sessionOf((played) => fails('user-reset-works', played));
    expect(await tell(session, met('user-reset-works'))).toMatchObject([
      {
        requirement: 'user-reset-works',
        counterexample: {
          summary: 'user-reset-works',
          reproduced: { times: 3, of: 3 },
          shrunk: true,
          case: { rows: [{ messages: 1 }], steps: [{ do: 'reset', row: 0 }] },
        },
      },
    ]);
  });

  it('should be repeated up to the step that showed it', async () => {
    const { session, played } = sessionOf(() => ({}));
    await tell(session, met('user-reset-works'));
    expect(played.map(({ steps }) => steps.length)).toEqual([3, 3, 3]);
  });

  it('should be told for the step that it began with, where every repetition blames that', async () => {
    const { session } = sessionOf((played) =>
      played.steps.some(({ do: deed }) => deed === 'reset')
        ? { mismatches: [mismatch('permanent-deletes-no-other', 1)] }
        : {},
    );
    expect(await tell(session, met('nothing-doubled-or-lost'))).toMatchObject([
      { requirement: 'permanent-deletes-no-other', counterexample: { reproduced: { times: 3, of: 3 }, shrunk: true } },
    ]);
  });

  it('should not be about concurrency where it shows one after the other, be it in the other order', async () => {
    const acts = [
      { ...reset, row: 0 },
      { ...reset, row: 1 },
    ];
    const burst: Case = { ...scene, steps: [{ do: 'together', acts }] };
    const { session } = sessionOf((played) => {
      const rows = played.steps.flatMap((step) => (step.do === 'reset' ? [step.row] : []));
      return rows[0] === 1 ? { mismatches: [mismatch('user-order-kept', played.steps.length - 1)] } : {};
    });
    const told = await tell(session, met('quiet-after-concurrency', { case: burst }));
    expect(told.map(({ requirement }) => requirement)).toEqual(['user-order-kept']);
  });

  it('should be told as it was met, where the repetitions do not agree on another', async () => {
    const { session } = sessionOf((_, nth) =>
      nth === 1 ? {} : { mismatches: [mismatch('permanent-deletes-no-other', 1)] },
    );
    expect(await tell(session, met('nothing-doubled-or-lost'))).toMatchObject([
      { requirement: 'nothing-doubled-or-lost', counterexample: { reproduced: { times: 0, of: 3 }, shrunk: false } },
    ]);
  });

  it('should be told as it was met, where some repetitions end in silence', async () => {
    const { session } = sessionOf((_, nth) =>
      nth === 1 ? 'silence' : { mismatches: [mismatch('permanent-deletes-no-other', 1)] },
    );
    expect(await tell(session, met('nothing-doubled-or-lost'))).toMatchObject([
      { requirement: 'nothing-doubled-or-lost', counterexample: { reproduced: { times: 0, of: 3 }, shrunk: false } },
    ]);
  });

  it('should be told for what its smallest case still needs', async () => {
    const chunked: Case = { ...scene, steps: scene.steps.map((step) => ({ ...step, wire: 'chunked' }) as Reset) };
    const { session } = sessionOf((played) =>
      played.steps.some((step) => step.do === 'reset' && step.wire === 'chunked')
        ? fails('user-order-kept', played)
        : {},
    );
    const told = await tell(session, met('user-order-kept', { case: chunked }));
    expect(told.map(({ requirement }) => requirement)).toEqual(['framing']);
  });

  it('should not be told again for its wire where it shows on a plain one', async () => {
    const onWire: Case = { ...scene, steps: [reset, reset, { ...reset, wire: 'chunked' }] };
    const { session } = sessionOf((played) => fails('user-order-kept', played));
    const both = [met('user-order-kept'), met('user-order-kept', { case: onWire })];
    // Without time to shrink the chunks stay.
    const told = await tellViolations(session, both, 0, () => {});
    expect(told.map(({ requirement }) => requirement)).toEqual(['user-order-kept']);
    const alone = await tellViolations(session, both.slice(1), 0, () => {});
    expect(alone.map(({ requirement }) => requirement)).toEqual(['framing']);
  });

  it.each([
    ['user-order-kept', 'the same goes wrong one after the other'],
    ['quiet-after-concurrency', 'it takes all at once'],
  ] as const)('should be told as %s where %s', async (requirement, _when) => {
    const burst: Case = { ...sampleCase, steps: [{ do: 'together', acts: [reset, reset] }] };
    const { session } = sessionOf((played) => {
      const isBurst = played.steps.some((step) => step.do === 'together');
      if (isBurst) return { mismatches: [mismatch('quiet-after-concurrency', 0)] };
      return requirement === 'user-order-kept' ? fails(requirement, played) : {};
    });
    const seen = mismatch('quiet-after-concurrency', 0);
    const told = await tellViolations(session, [met(seen.requirement, { case: burst, mismatch: seen })], 0, () => {});
    expect(told.map((one) => one.requirement)).toEqual([requirement]);
  });

  it('should not slip to another requirement while it shrinks', async () => {
    const { session } = sessionOf((played) =>
      fails(played.rows.length < 2 ? 'nothing-doubled-or-lost' : 'rest-keeps-order', played),
    );
    const [told] = await tell(session, met('rest-keeps-order'));
    expect(told).toMatchObject({ requirement: 'rest-keeps-order' });
    expect(told?.counterexample.case.rows).toHaveLength(2);
  });
});

describe('a violation that comes back now and then', () => {
  it('should be told with how often, and not be shrunk', async () => {
    const { session, played } = sessionOf((again, nth) => (nth === 1 ? fails('status-200', again) : {}));
    const [told] = await tell(session, met('status-200'));
    expect(told?.counterexample).toMatchObject({ reproduced: { times: 1, of: 3 }, shrunk: false });
    expect(told?.counterexample.case.steps).toHaveLength(3);
    expect(played).toHaveLength(3);
  });

  it('should be told as it was met where it does not come back at all', async () => {
    const { session } = sessionOf(() => ({}));
    const [told] = await tell(session, met('status-200'));
    expect(told).toMatchObject({
      requirement: 'status-200',
      counterexample: { summary: 'status-200 as met', reproduced: { times: 0, of: 3 }, shrunk: false },
    });
  });

  it('should be told as first seen where its smallest case does not show it again', async () => {
    const { session } = sessionOf((again, _, manner) =>
      manner === 'careful' && again.rows.length < 2 ? {} : fails('status-200', again),
    );
    const [told] = await tell(session, met('status-200'));
    expect(told?.counterexample).toMatchObject({ reproduced: { times: 3, of: 3 }, shrunk: false });
    expect(told?.counterexample.case).toEqual({ ...scene, steps: scene.steps.slice(0, 3) });
  });

  it('should be told as it was met where the target has gone silent', async () => {
    const { session } = sessionOf(() => 'silence');
    expect(await tell(session, met('status-200'))).toMatchObject([
      { requirement: 'status-200', counterexample: { reproduced: { times: 0, of: 3 } } },
    ]);
  });
});

describe('what is no violation', () => {
  it('should be what was read before it was known that reads lag, and does not come back', async () => {
    const { session } = sessionOf(() => ({}), { lags: true });
    expect(await tell(session, met('status-200', { patient: false }))).toEqual([]);
    expect(await tell(session, met('status-200', { patient: true }))).toHaveLength(1);
  });

  it('should be what cannot be read back even without a reset', async () => {
    const { session } = sessionOf(() => ({ unarrangeable: 'message 1 cannot be read' }));
    expect(await tell(session, met('status-200'))).toEqual([]);
  });
});

describe('many violations', () => {
  it('should be looked into once for each kind, the smallest of them', async () => {
    const small: Case = { ...scene, rows: scene.rows.slice(1), steps: scene.steps.slice(0, 3) };
    const { session, played } = sessionOf(() => ({}));
    await tell(session, met('status-200'), met('status-200', { case: small }), met('status-200'));
    expect(played.map(({ rows }) => rows.length)).toEqual([1, 1, 1]);
  });

  it('should tell how far the telling is', async () => {
    const seen: (readonly [number, number])[] = [];
    const { session } = sessionOf(() => ({}));
    const violations = [met('status-200'), met('media-type'), met('success-true')];
    await tellViolations(session, violations, 100, (done, of) => seen.push([done, of]));
    expect(seen).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });
});

describe('what was met when the run was stopped', () => {
  it('should be told without being repeated, unless a lag may explain it', () => {
    const { session, played } = sessionOf(() => ({}), { lags: true });
    const told = tellAsMet(session, [met('status-200'), met('media-type', { patient: false })]);
    expect(told).toMatchObject([
      { requirement: 'status-200', counterexample: { reproduced: { times: 1, of: 1 }, shrunk: false } },
    ]);
    expect(told[0]?.counterexample.case.steps).toHaveLength(3);
    expect(played).toEqual([]);
  });
});
