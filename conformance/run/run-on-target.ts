import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { referenceBehaviour } from '../../core/index.ts';
import { version } from '../../fixtures/command-line/version.ts';
import { type Row, rowOf } from '../check/requirement.ts';
import type { FaultDomain } from '../plan/fault-domain.ts';
import type { FoundProfile } from '../profile/profile.ts';
import type { Progress, Report, RequirementResult } from '../report/document.ts';
import { withoutSecrets } from '../report/without-secrets.ts';
import { keyDefects } from '../scenario/choices.ts';
import { keySent } from '../scenario/reset-request.ts';
import type { Settled } from '../settle-options.ts';
import { NotRun } from '../target/not-run.ts';
import { secretsOf } from '../target/secrets.ts';
import { type Created, openTarget, type Target } from '../target/target.ts';
import { startTimeLimit } from '../target/time-limit.ts';
import { verdictOf } from './verdict.ts';

/** What a run on a target came to. */
export interface Verified extends FaultDomain {
  readonly results: readonly RequirementResult[];
  readonly found?: FoundProfile | undefined;
  /** Why not everything could be judged, where nobody stopped it. */
  readonly whyPartial: string | undefined;
  readonly notes?: readonly string[];
}

export interface Run {
  readonly target: Target;
  readonly options: Settled;
  readonly progress: (event: Progress) => void;
  /** How many scenarios run side by side: a target whose answers take their time is asked for more at once. */
  readonly width: () => number;
}

/** While tidying up, a target may ask for so long; where somebody waits for the end, for less. */
const patienceMs = { ended: 70_000, stopped: 15_000 } as const;

/**
 * Opens the target, lets it be verified, tidies up whatever happened, and makes the report. Where `verifyIt` throws
 * `NotRun`, nothing was judged. Ends by itself within the time limit, and when it is stopped.
 */
export async function runOnTarget(
  options: Settled,
  requirements: readonly Row[],
  verifyIt: (run: Run) => Promise<Verified>,
): Promise<Report> {
  const { apiKey, authOnlyKey, concurrency } = options;
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const limit = startTimeLimit(options.timeLimitMs, options.begunAt ?? begun, () => {
    const requestMs = (performance.now() - begun) / Math.max(target.requests(), 1);
    return target.created.length * Math.max(requestMs, target.latencyMs() / width());
  });
  const stop = anyOf(options.signal, limit.testing);
  const own = new AbortController();
  const signal = anyOf(stop, own.signal);
  const over = new AbortController();
  const tidyingSignal = anyOf(options.tidyingSignal, limit.tidying, over.signal);
  const progress = (event: Progress) => options.onProgress?.({ ...event, requests: target.requests() });
  const otherKeys = [...(authOnlyKey === undefined ? [] : [authOnlyKey]), ...wrongKeys(apiKey)];
  let waitedMs = 0;
  const target = openTarget(
    {
      ...{ ...options, otherKeys, signal, tidyingSignal, connections: concurrency * 6 },
      prefix: `cr${randomBytes(4).toString('hex').slice(0, 6)}-`,
      onWait: ({ status, ms }) => {
        waitedMs += ms;
        progress({ phase: 'waiting', status, seconds: Math.ceil(ms / 1_000) });
      },
    },
    options.connect,
  );
  const width = () => (target.latencyMs() > 10 ? concurrency * 3 : concurrency);
  const verifying = verifyIt({ target, options: { ...options, signal }, progress, width }).catch((error: unknown) => {
    if (!signal.aborted && !(error instanceof NotRun)) throw error;
    return error instanceof NotRun ? error : new NotRun();
  });
  // A bug of ours is reported once everything is tidied up.
  await verifying.catch(() => {});
  // Ends what is still under way, so that nothing is created behind the back of the tidying up.
  own.abort(new Error('the run is over'));
  const tidying = () => progress({ phase: 'tidying-up' });
  tidying();
  const patience = stop.aborted ? patienceMs.stopped : patienceMs.ended;
  // What is removed needs one connection, where requests at once need several.
  const left = await target.tidyUp(patience, 2 * width(), tidying);
  limit.end();
  await target.close();
  // Node keeps a signal made of others for as long as something listens to it.
  over.abort(new Error('the run is over'));
  const verified = await verifying;
  const durationMs = Math.round(performance.now() - begun);
  // Also while it tidied up.
  const stopped = whyStopped(stop);
  const report = reportOf(options, requirements, { target, verified, left, stopped, waitedMs, startedAt, durationMs });
  return withoutSecrets(report, secretsOf(apiKey, otherKeys));
}

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
  /** How long the target had it wait. */
  readonly waitedMs: number;
}

function reportOf({ name, seed, budget }: Settled, requirements: readonly Row[], facts: Facts): Report {
  const { target, verified, left, stopped, waitedMs, startedAt, durationMs } = facts;
  const isNotRun = verified instanceof NotRun;
  const judged = isNotRun ? nothingJudged(stopped ?? verified.message, requirements) : verified;
  const { results, found, notes = [], whyPartial, ...faultDomain } = judged;
  const leftText = left.length === 0 ? undefined : 'not all that the run created could be removed';
  const { verdict, reason } = verdictOf({ results, whyPartial: stopped ?? whyPartial ?? leftText });
  const waiting = [...(target.lags() ? [whatWaited] : []), ...(waitedMs > 0 ? [askedToWait(waitedMs)] : [])];
  return {
    schemaVersion: 1,
    verdict: isNotRun && stopped === undefined ? 'not-run' : verdict,
    ...(reason === undefined ? {} : { reason }),
    target: target.baseUrl,
    ...(name === undefined ? {} : { name }),
    suite: version(),
    ...{ seed, budget, startedAt, durationMs },
    requests: target.requests(),
    requirements: results,
    resets: target.resets(),
    behaviour: found?.behaviour ?? {},
    behaviourUnknown: found?.behaviourUnknown ?? axisNames,
    evidence: found?.evidence ?? {},
    ...faultDomain,
    notes: [...(found?.notes ?? []), ...notes, ...waiting],
    ...(left.length === 0 ? {} : { left: left.map(({ kind, id }) => ({ kind, id })) }),
  };
}

const axisNames = Object.keys(referenceBehaviour).filter((name) => name !== 'statuses');

const whatWaited =
  'What is done shows or counts only later; from when that was known, every observation and every reset waited for the ' +
  'settling time.';

const askedToWait = (ms: number): string =>
  `The target asked to be asked later, by 429 or 503; the run waited for that, about ${Math.ceil(ms / 1_000)} s in all.`;

const nothingJudged = (because: string, requirements: readonly Row[]): Verified => ({
  results: requirements.map((one) => ({ ...rowOf(one), outcome: 'not-exercised', exercised: 0, because })),
  whyPartial: because,
});

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const any = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  // Every request in flight listens to it.
  setMaxListeners(0, any);
  return any;
}
