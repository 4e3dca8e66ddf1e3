import type { Budget, Report } from '../report/document.ts';
import { verify } from '../verify.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { axes, type Difference, differences } from './found-exactly.ts';
import { connectTo, serve } from './handle.ts';
import { keys } from './mock-targets.ts';
import { isRight } from './self-test-report.ts';
import type { Server, Subject } from './servers.ts';

/** One run of the suite against one server. */
export interface Job {
  readonly server: Server;
  /** Whether requests go over a socket; without one a run takes half the time. */
  readonly wire: boolean;
  readonly seed: number;
  readonly budget: Budget;
}

/** What came of it; plain data. */
export interface Outcome extends Omit<Job, 'server'>, Pick<Report, 'verdict' | 'requests' | 'durationMs'> {
  readonly subject: Subject;
  /** Why it is incomplete or judged nothing. */
  readonly reason: string | undefined;
  /** What was found violated. */
  readonly violated: readonly { readonly requirement: string; readonly diagnosis: string }[];
  /** How often the server did wrong, where it can say so. */
  readonly reached: number | undefined;
  /** Of a permitted server: how many axes were to be found, and which were not found as they are. */
  readonly axes: { readonly of: number; readonly wrong: readonly Difference[] } | undefined;
  /** Requests until testing ended, which it does at the first catch, without those that repeat and shrink it. */
  readonly requestsToCatch: number;
}

/** A run on a broken server ends at the first violation that counts; if that is taken back, it is made in full. */
export async function runJob(job: Job): Promise<Outcome> {
  const { breaks, right } = job.server.subject;
  const stopAt = breaks ?? (right.includes('violates') ? 'any' : undefined);
  const { outcome, isCutShort } = await runOnce(job, stopAt);
  return isRight(outcome) || !isCutShort ? outcome : (await runOnce(job)).outcome;
}

async function runOnce({ server, ...job }: Job, stopAt?: string) {
  const { seed, budget, wire } = job;
  const testing = { done: 0, of: 0 };
  let requestsToCatch: number | undefined;
  const { choices, subject } = server;
  const { report, reached } = await reportOn(server, {
    ...{ seed, budget, stopAt, wire },
    onProgress: (event) => {
      if (event.phase === 'testing') Object.assign(testing, event);
      if (event.phase === 'shrinking') requestsToCatch ??= event.requests;
    },
  });
  const { verdict, requests, durationMs, reason } = report;
  const outcome: Outcome = {
    ...{ subject, ...job, verdict, reason, requests, durationMs, reached },
    violated: report.requirements.flatMap(({ id, outcome, counterexample }) =>
      outcome === 'fail' ? [{ requirement: id, diagnosis: counterexample?.diagnosis ?? '' }] : [],
    ),
    axes: choices && { of: axes.length, wrong: differences(report, choices.behaviour, choices.style) },
    requestsToCatch: requestsToCatch ?? requests,
  };
  return { outcome, isCutShort: testing.done < testing.of };
}

type RunOptions = Omit<VerifyOptions, 'baseUrl'> & Pick<Job, 'wire' | 'seed'>;

/** Starts a server, lets the suite run against it, and stops it; the server has the seed of the run. */
export async function reportOn({ start, deadlineMs }: Server, { wire, ...options }: RunOptions) {
  const { handle, reached } = start(options.seed);
  const served = wire ? await serve(handle) : undefined;
  const where = served ? { baseUrl: served.url } : { baseUrl: 'http://memory/v3', connect: connectTo(handle) };
  try {
    return { report: await verify({ ...keys, deadlineMs, ...options, ...where }), reached: reached?.() };
  } finally {
    await served?.close();
  }
}
