import { randomInt } from 'node:crypto';
import { faults } from '../../mock-server/faults/catalogue.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { randomNumbers } from '../../mock-server/faults/random-numbers.ts';
import type { Budget } from '../report/document.ts';
import { canBreak, type Over } from './broken-servers.ts';
import type { Job, Outcome } from './job.ts';
import { type PoolSize, runJobs } from './job-pool.ts';
import { listedServers, randomServer } from './permitted-servers.ts';
import type { Mode, SelfTestReport } from './self-test-report.ts';
import { summarise } from './summarise.ts';

export interface SelfTestOptions {
  /**
   * `quick`: one seed, small budgets, two faults of each requirement and some of the permitted servers. `full`: twenty
   * seeds at the default budget, everything.
   */
  readonly mode: Mode;
  /** The first seed; left out, it is 1 for `quick` and drawn at random for `full`. */
  readonly seed?: number;
  /** How many seeds, in place of the mode's own number. */
  readonly seeds?: number;
  /** Only faults whose name this holds for; permitted servers are then left out. */
  readonly only?: (fault: string) => boolean;
  readonly pool?: PoolSize;
  readonly onProgress?: (event: SelfTestProgress) => void;
  /** Stops it; it resolves to what it has. */
  readonly signal?: AbortSignal;
}

export interface SelfTestProgress {
  readonly done: number;
  readonly of: number;
  /** What was just finished. */
  readonly outcome: Outcome;
}

const seedsOf: Readonly<Record<Mode, number>> = { quick: 1, full: 20 };
const permittedInQuick = 6;
const faultsInQuick = 2;
const usualPool: PoolSize = { threads: 2, jobsEach: 8 };

/**
 * Lets the suite loose on servers of which it is known what they do: broken ones, each of which it has to catch by the
 * requirement that is broken, and permitted ones, whose behaviour it has to find and which it must not accuse.
 */
export async function selfTest(options: SelfTestOptions): Promise<SelfTestReport> {
  const { mode, onProgress, signal } = options;
  const seed = options.seed ?? (mode === 'quick' ? 1 : randomInt(1_000_000));
  const seeds = Array.from({ length: options.seeds ?? seedsOf[mode] }, (_, index) => seed + index);
  const jobs = seeds.flatMap((each, index) => jobsFor(each, index, seeds.length, options));
  const begun = performance.now();
  let done = 0;
  const outcomes = await runJobs(
    jobs,
    options.pool ?? usualPool,
    (outcome) => {
      done += 1;
      onProgress?.({ done, of: jobs.length, outcome });
    },
    signal,
  );
  const stopped = signal?.aborted ? `stopped after ${outcomes.length} of ${jobs.length} runs` : undefined;
  const durationMs = Math.round(performance.now() - begun);
  return summarise(outcomes, { mode, seed, seeds, durationMs, planned: jobs.length, stopped });
}

/**
 * The runs of one seed. Every fault has one, now and then over the naive server, which takes longer; of the listed
 * permitted servers each has one over all seeds, and each seed draws another server at random, behind a wire.
 */
function jobsFor(seed: number, index: number, seeds: number, { mode, only }: SelfTestOptions): readonly Job[] {
  const budget = (fault: { readonly budget?: Budget }): Budget =>
    mode === 'full' ? 'default' : (fault.budget ?? 'quick');
  const chosen =
    only === undefined ? (mode === 'full' ? faults : sample(seed)) : faults.filter(({ name }) => only(name));
  const broken = chosen.map((fault): Job => {
    const turn: Over = (faults.indexOf(fault) + seed) % 4 === 0 ? 'naive' : 'mock';
    const over = canBreak(fault, turn) ? turn : 'mock';
    return { kind: 'broken', fault: fault.name, over, seed, budget: budget(fault) };
  });
  if (only !== undefined) return broken;
  const listed = listedServers();
  const mine =
    mode === 'full'
      ? listed.filter((_, at) => at % seeds === index)
      : Array.from(
          { length: permittedInQuick },
          (_, at) => listed[(seed * permittedInQuick + at * 11) % listed.length],
        );
  const drawn = randomServer(seed);
  const permitted = [...mine, drawn].flatMap((server): readonly Job[] =>
    server === undefined
      ? []
      : [{ kind: 'permitted', server, wire: server === drawn, seed, budget: mode === 'full' ? 'default' : 'quick' }],
  );
  // The longest first, so that no thread is left alone with one at the end.
  return [...permitted, ...broken];
}

/** A few faults of each requirement, drawn by the seed. */
function sample(seed: number): readonly Fault[] {
  const chance = randomNumbers(`faults ${seed}`);
  const keyed = faults.map((fault) => ({ fault, key: chance() })).toSorted((a, b) => a.key - b.key);
  const drawn = keyed.map(({ fault }) => fault);
  return drawn.filter((fault, at) => {
    const before = drawn.slice(0, at).filter(({ requirement }) => requirement === fault.requirement);
    return before.length < faultsInQuick;
  });
}
