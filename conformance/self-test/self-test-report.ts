import type { Plan } from './choose-jobs.ts';
import type { Outcome } from './job.ts';

/** The first and the second catalogue of broken servers, the two sets of correct ones, and what stands beside them. */
export const subjectKinds = ['first', 'second', 'permitted', 'second-permitted', 'slow', 'control'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** How far the suite can be trusted: what came of each run. The JSON form of the self-test is this value. */
export interface SelfTestReport extends Plan {
  readonly schemaVersion: 1;
  readonly kind: 'self-test';
  /** The first of the seeds; together with the budget it repeats the whole. */
  readonly seed: number;
  /** How many runs were meant to be made. */
  readonly planned: number;
  /** Why not everything was run, if so. */
  readonly stopped: string | undefined;
  readonly durationMs: number;
  readonly outcomes: readonly Outcome[];
}

export const outcomesOf = ({ outcomes }: Pick<SelfTestReport, 'outcomes'>, kind: SubjectKind): readonly Outcome[] =>
  outcomes.filter(({ subject }) => subject.kind === kind);

/**
 * Whether the suite said of the server what it has to say. A fault of the first catalogue has to be caught by the
 * requirement that it breaks, and to have done wrong; a permitted server has to be found to be what it is.
 */
export function isRight({ subject, verdict, violated, reached, axes }: Outcome): boolean {
  const { right, breaks } = subject;
  const isNamed = breaks === undefined || violated.some(({ requirement }) => requirement === breaks);
  return right.includes(verdict) && isNamed && reached !== 0 && (axes?.wrong.length ?? 0) === 0;
}

/** The full self-test wants at least this part of the second catalogue to be caught; the quick one draws too few to say. */
const secondWanted = 0.95;

/** Whether nothing that was run speaks against the suite. */
export function isClean(report: SelfTestReport): boolean {
  const second = outcomesOf(report, 'second');
  const isEnough = report.budget === 'quick' || second.filter(isRight).length >= second.length * secondWanted;
  return isEnough && report.outcomes.every((outcome) => outcome.subject.kind === 'second' || isRight(outcome));
}

/** Whether it is clean, and everything was run. */
export const isComplete = (report: SelfTestReport): boolean =>
  isClean(report) && report.outcomes.length === report.planned;
