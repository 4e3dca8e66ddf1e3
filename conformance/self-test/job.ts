import { faultNamed } from '../../mock-server/faults/catalogue.ts';
import type { Budget, Report } from '../report/document.ts';
import { isRequirementId } from '../requirements/all.ts';
import type { DriverFactory } from '../target/driver.ts';
import { restDriver } from '../target/rest-driver.ts';
import { verify } from '../verify.ts';
import { broken, type Over } from './broken-servers.ts';
import { type Difference, differences } from './found-exactly.ts';
import { connectTo } from './in-process.ts';
import { type PermittedServer, permitted } from './permitted-servers.ts';
import { serve } from './serve.ts';

/** One run of the suite against one server; plain data, so that a thread can be asked for it. */
export type Job =
  | {
      readonly kind: 'broken';
      readonly fault: string;
      readonly over: Over;
      readonly seed: number;
      readonly budget: Budget;
    }
  | {
      readonly kind: 'permitted';
      readonly server: PermittedServer;
      /** Whether requests go over a socket; without one a run takes half the time. */
      readonly wire: boolean;
      readonly seed: number;
      readonly budget: Budget;
    };

export type Outcome = BrokenOutcome | PermittedOutcome;

export interface BrokenOutcome {
  readonly kind: 'broken';
  readonly fault: string;
  readonly requirement: string;
  readonly over: Over;
  readonly seed: number;
  readonly verdict: Report['verdict'];
  /** How often the server did wrong while the suite looked. */
  readonly reached: number;
  /** What was found violated. */
  readonly caughtBy: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
}

export interface PermittedOutcome {
  readonly kind: 'permitted';
  readonly server: PermittedServer;
  readonly seed: number;
  readonly verdict: Report['verdict'];
  /** What was held against it, each with its summary. */
  readonly alarms: readonly { readonly requirement: string; readonly summary: string }[];
  /** Why the run was incomplete, if it was. */
  readonly reason: string | undefined;
  /** How many axes it was to find, and which it did not find as they are. */
  readonly axes: number;
  readonly differences: readonly Difference[];
  readonly requests: number;
  readonly durationMs: number;
}

const keys = { apiKey: 'Self-Test-Key-0123456789', authOnlyKey: 'Self-Test-Key-auth-only' };

/** Starts the server, lets the suite loose on it, and stops it. */
export const runJob = (job: Job, signal?: AbortSignal): Promise<Outcome> =>
  job.kind === 'broken' ? runBroken(job, signal) : runPermitted(job, signal);

async function runBroken(
  job: Extract<Job, { kind: 'broken' }>,
  signal: AbortSignal | undefined,
): Promise<BrokenOutcome> {
  const { over, seed, budget } = job;
  const fault = faultNamed(job.fault);
  if (fault === undefined) throw new Error(`there is no fault ${job.fault}`);
  const { requirement } = fault;
  if (!isRequirementId(requirement)) throw new Error(`the fault ${fault.name} names no requirement of the suite`);
  const { handle, reached, close } = await broken(fault, over, keys, seed);
  try {
    const report = await verify({
      ...keys,
      ...inProcess(over, handle),
      driver: withoutTidyingUp,
      seed,
      budget,
      stopAt: requirement,
      signal,
    });
    const { verdict, requests, durationMs } = report;
    const caughtBy = report.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    return {
      kind: 'broken',
      fault: fault.name,
      requirement,
      over,
      seed,
      verdict,
      reached: reached(),
      caughtBy,
      requests,
      durationMs,
    };
  } finally {
    await close();
  }
}

/** No wire in between: what servers do has nothing to do with it, and most of a run's time would go there. */
const inProcess = (over: Over, handle: Parameters<typeof connectTo>[0]) => ({
  baseUrl: `http://${over}.invalid/v3`,
  connect: connectTo(handle),
});

/** What is thrown away as a whole need not be tidied up. */
const withoutTidyingUp: DriverFactory = (target) => ({
  ...restDriver(target),
  removeUser: async () => {},
  removeGroup: async () => {},
});

async function runPermitted(
  job: Extract<Job, { kind: 'permitted' }>,
  signal: AbortSignal | undefined,
): Promise<PermittedOutcome> {
  const { server, seed, budget } = job;
  const { handle, close } = await permitted(server, keys);
  const served = job.wire ? await serve(handle) : undefined;
  try {
    const report = await verify({
      ...keys,
      ...(served === undefined ? inProcess(server.over, handle) : { baseUrl: served.url }),
      seed,
      budget,
      signal,
    });
    const { verdict, requests, durationMs, reason } = report;
    const alarms = report.requirements.flatMap(({ id, outcome, counterexample }) =>
      outcome === 'fail' ? [{ requirement: id, summary: counterexample?.diagnosis ?? '' }] : [],
    );
    const { axes, wrong } = differences(report, server);
    return { kind: 'permitted', server, seed, verdict, alarms, reason, axes, differences: wrong, requests, durationMs };
  } finally {
    await served?.close();
    await close();
  }
}
