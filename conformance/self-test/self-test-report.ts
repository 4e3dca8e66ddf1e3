import type { Outcome } from './job.ts';
import { knownServer } from './known-servers.ts';
import { faultOf, type Subject } from './subject.ts';

/** How far the suite can be trusted: what came of each run. The JSON form of the self-test is this value. */
export interface SelfTestReport {
  readonly schemaVersion: 1;
  readonly kind: 'self-test';
  readonly mode: Mode;
  /** The first of the seeds; together with the mode it repeats the whole. */
  readonly seed: number;
  readonly seeds: readonly number[];
  /** The kinds that were asked for; all when left out. */
  readonly only?: readonly Subject['kind'][] | undefined;
  /** How many runs were meant to be made. */
  readonly planned: number;
  /** Why not everything was run, if so. */
  readonly stopped: string | undefined;
  readonly durationMs: number;
  readonly outcomes: readonly Outcome[];
}

export type Mode = 'quick' | 'full';

export type OutcomeOf<Kind extends Subject['kind']> = Outcome & {
  readonly subject: Subject & { readonly kind: Kind };
};

export const outcomesOf = <Kind extends Subject['kind']>(
  { outcomes }: Pick<SelfTestReport, 'outcomes'>,
  kind: Kind,
): readonly OutcomeOf<Kind>[] => outcomes.filter((one): one is OutcomeOf<Kind> => one.subject.kind === kind);

/** The requirement that the server breaks, of a fault of the first catalogue. */
export const requirementOf = ({ subject }: OutcomeOf<'first'>): string => faultOf(subject).requirement;

/**
 * Whether the suite said of the server what it has to say. A fault of the first catalogue has to be caught by the
 * requirement that it breaks, and to have done wrong; a permitted server has to be found to be what it is.
 */
export function isRight(outcome: Outcome): boolean {
  const { subject, verdict, violated, reached, axes } = outcome;
  if (subject.kind === 'first') {
    return reached !== 0 && violated.some(({ requirement }) => requirement === faultOf(subject).requirement);
  }
  if (subject.kind === 'permitted') return verdict === 'conforms' && (axes?.wrong.length ?? 0) === 0;
  return knownServer(subject).right.includes(verdict);
}

/** The full self-test wants at least this part of the second catalogue to be caught; the quick one draws too few to say. */
const secondWanted = 0.95;

/** Whether nothing that was run speaks against the suite. */
export function isClean(report: SelfTestReport): boolean {
  const second = outcomesOf(report, 'second');
  const isEnough = report.mode === 'quick' || second.filter(isRight).length >= second.length * secondWanted;
  return isEnough && report.outcomes.every((outcome) => outcome.subject.kind === 'second' || isRight(outcome));
}

/** Whether it is clean, and everything was run. */
export const isComplete = (report: SelfTestReport): boolean =>
  isClean(report) && report.outcomes.length === report.planned;
