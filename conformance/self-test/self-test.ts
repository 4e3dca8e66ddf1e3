import { randomInt } from 'node:crypto';
import { chooseJobs } from './choose-jobs.ts';
import type { Outcome } from './job.ts';
import { runJobs } from './job-pool.ts';
import type { Mode, SelfTestReport } from './self-test-report.ts';
import { describeSubject, type Subject } from './subject.ts';
import type { SubjectKind } from './subject-kinds.ts';

export interface SelfTestOptions {
  /** `quick`: one seed, small budgets, some servers of each kind. `full`: twenty seeds at the default budget, everything. */
  readonly mode: Mode;
  /** The first seed; left out, it is 1 for `quick` and drawn at random for `full`. */
  readonly seed?: number | undefined;
  /** Only servers of these kinds, and all of them. */
  readonly only?: readonly SubjectKind[] | undefined;
  /** Only servers of these names, and all of them. */
  readonly named?: readonly string[];
  readonly onProgress?: (event: SelfTestProgress) => void;
  /** Stops it; it resolves to what it has. */
  readonly signal?: AbortSignal;
}

export interface SelfTestProgress {
  readonly done: number;
  readonly of: number;
}

const seedsOf: Readonly<Record<Mode, number>> = { quick: 1, full: 20 };

/**
 * Runs the suite on servers of which it is known what they do: broken ones, which it has to catch, correct ones, which
 * it must not accuse, and controls, which show that catching and not catching mean something.
 */
export async function selfTest(options: SelfTestOptions): Promise<SelfTestReport> {
  const { mode, onProgress, signal, only, named } = options;
  const seed = options.seed ?? (mode === 'quick' ? 1 : randomInt(1_000_000));
  const count = seedsOf[mode];
  const seeds = Array.from({ length: count }, (_, index) => seed + index);
  const isChosen = (subject: Subject): boolean =>
    (only?.includes(subject.kind) ?? true) && (named?.includes(describeSubject(subject)) ?? true);
  const chosen = only === undefined && named === undefined ? undefined : isChosen;
  const jobs = seeds.flatMap((each, index) => chooseJobs(mode, { seed: each, index, seeds: count }, chosen));
  const begun = performance.now();
  const outcomes: Outcome[] = [];
  const onOutcome = (outcome: Outcome) => {
    outcomes.push(outcome);
    onProgress?.({ done: outcomes.length, of: jobs.length });
  };
  await runJobs(jobs, onOutcome, signal);
  const stopped = signal?.aborted ? `stopped after ${outcomes.length} of ${jobs.length} runs` : undefined;
  const durationMs = Math.round(performance.now() - begun);
  const name = ({ subject }: Outcome) => describeSubject(subject);
  const inOrder = outcomes.toSorted((a, b) => name(a).localeCompare(name(b)) || a.seed - b.seed);
  return {
    ...{ schemaVersion: 1, kind: 'self-test', mode, seed, seeds, only, durationMs, stopped },
    ...{ planned: jobs.length, outcomes: inOrder },
  };
}
