import { randomInt } from 'node:crypto';
import { chooseJobs, type Plan } from './choose-jobs.ts';
import type { Outcome } from './job.ts';
import { runJobs } from './job-pool.ts';
import type { SelfTestReport } from './self-test-report.ts';

export interface SelfTestOptions extends Pick<Plan, 'budget' | 'only'> {
  /** The first seed; left out, it is 1 for `quick` and drawn at random for `default`. */
  readonly seed?: number | undefined;
  /** Called after each run. */
  readonly onProgress?: (event: SelfTestProgress) => void;
  /** Stops it; it resolves to what it has. */
  readonly signal?: AbortSignal;
}

export interface SelfTestProgress {
  readonly done: number;
  readonly of: number;
  readonly outcome: Outcome;
}

const seedsOf = { quick: 1, default: 20 } as const;

/** Runs the suite on broken servers, which it has to catch, correct ones, which it must not accuse, and controls. */
export async function selfTest(options: SelfTestOptions): Promise<SelfTestReport> {
  const { budget, onProgress, signal, only } = options;
  const seed = options.seed ?? (budget === 'quick' ? 1 : randomInt(1_000_000));
  const seeds = Array.from({ length: seedsOf[budget] }, (_, index) => seed + index);
  const plan: Plan = { budget, seeds, only };
  const planned = chooseJobs(plan).length;
  const begun = performance.now();
  const outcomes: Outcome[] = [];
  const onOutcome = (outcome: Outcome) => {
    outcomes.push(outcome);
    onProgress?.({ done: outcomes.length, of: planned, outcome });
  };
  await runJobs(plan, onOutcome, signal);
  const stopped = signal?.aborted ? `stopped after ${outcomes.length} of ${planned} runs` : undefined;
  const durationMs = Math.round(performance.now() - begun);
  return {
    ...{ schemaVersion: 1, kind: 'self-test', ...plan, seed, durationMs, stopped, planned },
    outcomes: outcomes.toSorted((a, b) => a.subject.name.localeCompare(b.subject.name) || a.seed - b.seed),
  };
}
