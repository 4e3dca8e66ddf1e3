import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { version } from '../../fixtures/command-line/version.ts';
import { type Requirement, rowOf } from '../check/requirement.ts';
import type { FaultDomain } from '../plan/fault-domain.ts';
import type { FoundProfile } from '../profile/profile.ts';
import type { ProgressEvent, Report, RequirementResult } from '../report/document.ts';
import { withoutSecrets } from '../report/without-secrets.ts';
import { keySent } from '../scenario/reset-request.ts';
import { keyDefects } from '../scenario/scenario.ts';
import type { Settled } from '../settle-options.ts';
import { NotRun } from '../target/not-run.ts';
import { secretsOf } from '../target/secrets.ts';
import { type Created, openTarget, type Target } from '../target/target.ts';
import { startTimeLimit } from '../target/time-limit.ts';
import { verdictOf } from './verdict.ts';

/** What a run on a target came to. */
export interface Verified {
  readonly results: readonly RequirementResult[];
  readonly found?: FoundProfile | undefined;
  /** How many resets were sent. */
  readonly resets: number;
  /** Why not everything could be judged, where nobody stopped it. */
  readonly whyPartial: string | undefined;
  readonly faultDomain?: FaultDomain;
  readonly notes?: readonly string[];
}

export interface Run {
  readonly target: Target;
  readonly options: Settled;
  readonly progress: (event: ProgressEvent) => void;
}

/** While tidying up, a target may ask for so long; where somebody waits for the end, for less. */
const patienceMs = { ended: 70_000, stopped: 15_000 } as const;

/**
 * Opens the target, lets it be verified, tidies up whatever happened, and makes the report. Where `verifyIt` throws
 * `NotRun`, nothing was judged. Ends by itself within the time limit, and when it is stopped.
 */
export async function runOnTarget(
  options: Settled,
  requirements: readonly Requirement[],
  verifyIt: (run: Run) => Promise<Verified>,
): Promise<Report> {
  const { baseUrl, apiKey, authOnlyKey, concurrency } = options;
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  let tidyingMs = (): number => 0;
  const limit = startTimeLimit({
    limitMs: options.timeLimitMs,
    begunAt: options.begunAt ?? begun,
    tidyingMs: () => tidyingMs(),
  });
  const own = new AbortController();
  const stopped = anyOf(options.signal, limit.testing, own.signal);
  const tidyingSignal = anyOf(options.tidyingSignal, limit.tidying);
  const progress = (event: ProgressEvent) => options.onProgress?.(event);
  const otherKeys = [...(authOnlyKey === undefined ? [] : [authOnlyKey]), ...wrongKeys(apiKey)];
  const target = openTarget(
    {
      ...{ baseUrl, apiKey, otherKeys, tidyingSignal },
      driver: options.driver,
      connections: concurrency * 6,
      deadlineMs: options.deadlineMs,
      settleMs: options.settleMs,
      rate: options.rate,
      prefix: `cr${randomBytes(4).toString('hex').slice(0, 6)}-`,
      signal: stopped,
      onWait: ({ status, ms }) =>
        progress({ phase: 'waiting', status, seconds: Math.ceil(ms / 1_000), requests: target.requests() }),
    },
    options.connect,
  );
  tidyingMs = () => {
    const requestMs = (performance.now() - begun) / Math.max(target.requests(), 1);
    return target.created.length * Math.max(requestMs, target.latencyMs() / widthFor(target, concurrency));
  };
  let left: readonly Created[] = [];
  let verified: Verified | NotRun;
  let why: string | undefined;
  try {
    verified = await verifyIt({ target, options: { ...options, signal: stopped }, progress });
  } catch (error) {
    if (!stopped.aborted && !(error instanceof NotRun)) throw error;
    verified = error instanceof NotRun ? error : new NotRun();
  } finally {
    why = whyStopped(stopped);
    // Ends what is still under way, so that nothing is created behind the back of the tidying up.
    own.abort(new Error('the run is over'));
    progress({ phase: 'tidying-up', requests: target.requests() });
    const patience = why === undefined ? patienceMs.ended : patienceMs.stopped;
    left = await target.tidyUp(patience, widthFor(target, concurrency), () =>
      progress({ phase: 'tidying-up', requests: target.requests() }),
    );
    limit.end();
    await target.close();
  }
  const durationMs = Math.round(performance.now() - begun);
  // Somebody may have stopped it while it tidied up.
  why ??= whyStopped(options.signal) ?? whyStopped(limit.testing);
  const report = reportOf(options, requirements, {
    ...{ target, left, startedAt, durationMs },
    ...{ verified, stopped: why },
  });
  return withoutSecrets(report, secretsOf(apiKey, otherKeys));
}

/** A target whose answers take their time is asked for more at once. */
export const widthFor = (target: Target, concurrency: number): number =>
  target.latencyMs() > 10 ? concurrency * 3 : concurrency;

/** All of them; most say so much about the right one that no report may hold them. */
const wrongKeys = (apiKey: string): readonly string[] =>
  keyDefects.map((defect) => keySent(apiKey, defect)).filter((key) => key !== '');

/** Why somebody stopped a run; undefined where nobody did. What was judged until then is not the whole. */
export function whyStopped(signal: AbortSignal | undefined): string | undefined {
  if (!signal?.aborted) return undefined;
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason.message : String(reason);
}

interface Facts extends Pick<Report, 'startedAt' | 'durationMs'> {
  readonly target: Target;
  readonly verified: Verified | NotRun;
  readonly left: readonly Created[];
  /** Why somebody stopped the run. */
  readonly stopped: string | undefined;
}

function reportOf({ name, seed, budget }: Settled, requirements: readonly Requirement[], facts: Facts): Report {
  const { target, verified, left, stopped, startedAt, durationMs } = facts;
  const {
    results,
    found,
    resets,
    faultDomain,
    notes = [],
    ...outcome
  } = verified instanceof NotRun ? nothingJudged(stopped ?? verified.message, requirements) : verified;
  const leftText = left.length === 0 ? undefined : 'not all that the run created could be removed';
  const { verdict, reason } =
    verified instanceof NotRun
      ? ({ verdict: stopped === undefined ? 'not-run' : 'incomplete', reason: outcome.whyPartial } as const)
      : verdictOf({ results, whyPartial: stopped ?? outcome.whyPartial ?? leftText });
  const why = reason ?? (verdict === 'violates' ? stopped : undefined);
  const lag = target.lags() ? [whatWaited] : [];
  return {
    schemaVersion: 1,
    verdict,
    ...(why === undefined ? {} : { reason: why }),
    target: target.baseUrl,
    ...(name === undefined ? {} : { name }),
    suite: version(),
    ...{ seed, budget, startedAt, durationMs },
    requests: target.requests(),
    requirements: results,
    resets,
    behaviour: found?.behaviour ?? {},
    behaviourUnknown: found?.unknown ?? [],
    evidence: found?.evidence ?? {},
    ...faultDomain,
    notes: [...(found?.notes ?? []), ...notes, ...lag],
    ...(left.length === 0 ? {} : { left: left.map(({ kind, id }) => ({ kind, id })) }),
  };
}

const whatWaited =
  'What is written shows or counts only later; from when that was known, every observation, and every reset after a ' +
  'message, waited for the settling time.';

const nothingJudged = (because: string, requirements: readonly Requirement[]): Verified => ({
  results: requirements.map((one) => ({ ...rowOf(one), outcome: 'not-exercised', exercised: 0, because })),
  ...{ resets: 0, whyPartial: because },
});

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const any = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  // Every request in flight listens to it.
  setMaxListeners(0, any);
  return any;
}
