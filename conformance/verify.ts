import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { findBehaviour } from './behaviour/find-behaviour.ts';
import { floors } from './cases/plan.ts';
import { wrongKeys } from './cases/reset-request.ts';
import { withoutSecrets } from './report/without-secrets.ts';
import type { ProgressEvent, Report, RequirementResult } from './report.ts';
import { openSession, type Session } from './session.ts';
import { type Settled, settleOptions } from './settle-options.ts';
import { systemClock } from './target/clock.ts';
import { reach } from './target/reach.ts';
import { type Created, openTarget, secretsOf, type Target, TargetSilent, Unarrangeable } from './target/target.ts';
import { tidyUp } from './target/tidy-up.ts';
import { startTimeLimit } from './target/time-limit.ts';
import { testEverything } from './test-everything.ts';
import { judgeRun, type Tested } from './verdict.ts';
import type { VerifyOptions } from './verify-options.ts';
import { whyStopped } from './why-stopped.ts';
import { judgeAnswers } from './wire-only.ts';

/**
 * Judges the implementation behind a URL: reaches it, finds its behaviour where the spec is silent, tests every
 * requirement, and tells each violation with the shortest story. Creates users, groups and messages whose ids begin
 * with a random prefix, and removes them.
 *
 * Resolves for whatever the target or the driver does; rejects with one sentence when an option cannot be what it is,
 * and else only on a bug of ours.
 */
export const verify = async (options: VerifyOptions): Promise<Report> => run(settleOptions(options), testEverything);

type Test = typeof testEverything;

/**
 * As `verify`, with a test of the caller's in place of the planned cases.
 * @internal
 */
export const verifyWith = async (
  options: VerifyOptions,
  judge: (session: Session) => Promise<readonly RequirementResult[]>,
): Promise<Report> =>
  run(settleOptions(options), async (session, found) => ({ kind: 'judged', found, results: await judge(session) }));

/** While tidying up, a target may ask for so long; where somebody waits for the end, for less. */
const patienceMs = { ended: 70_000, stopped: 15_000 } as const;

async function run(options: Settled, test: Test): Promise<Report> {
  const { baseUrl, apiKey, authOnlyKey, seed, budget, concurrency } = options;
  const begun = performance.now();
  const limit = startTimeLimit(options.timeLimitMs, systemClock);
  const driverFault = new AbortController();
  /** Ends what is still under way when the run is over, so that nothing is created behind the back of the tidying up. */
  const over = new AbortController();
  const stopped = anyOf(options.signal, limit.testing, driverFault.signal);
  const tidyingSignal = anyOf(options.tidyingSignal, limit.tidying);
  const progress = (event: ProgressEvent) => options.onProgress?.(event);
  const otherKeys = [...(authOnlyKey === undefined ? [] : [authOnlyKey]), ...wrongKeys(apiKey)];
  const target = await openTarget(
    {
      ...{ baseUrl, apiKey, otherKeys, tidyingSignal },
      driver: options.driver,
      connections: concurrency * 6,
      deadlineMs: options.deadlineMs,
      settleMs: options.settleMs,
      rate: options.rate,
      prefix: `cr${randomBytes(4).toString('hex').slice(0, 6)}-`,
      signal: anyOf(stopped, over.signal),
      onWait: ({ status, ms }) => progress({ phase: 'waiting', status, seconds: Math.ceil(ms / 1_000), requests: 0 }),
      onDriverFault: (sentence) => driverFault.abort(new Error(`The driver is wrong: ${sentence}`)),
    },
    options.connect,
  );

  const notes: string[] = [];
  let left: readonly Created[] = [];
  let tested: Tested;
  try {
    tested = await reachAndTest(target, { ...options, signal: stopped }, test, progress);
    if (target.lags()) notes.push('Reads lag behind writes; every look waited for the settling time.');
  } finally {
    over.abort(new Error('the run is over'));
    progress({ phase: 'tidying-up', requests: target.requests() });
    await target.endCreation();
    left = await tidyUp(target, {
      width: concurrency,
      clock: systemClock,
      patienceMs: stopped.aborted ? patienceMs.stopped : patienceMs.ended,
      signal: tidyingSignal,
      onProgress: (done, of) => progress({ phase: 'tidying-up', done, of, requests: target.requests() }),
    });
    limit.end();
    await target.close();
  }
  if (left.length > 0) notes.push(`Could not be removed: ${listed(left, target.prefix)}.`);
  const report = judgeRun(tested, {
    target: target.baseUrl,
    seed,
    budget,
    floor: floors[budget],
    requests: target.requests(),
    durationMs: Math.round(performance.now() - begun),
    only: options.only,
    notes,
    stopped: whyStopped(stopped),
  });
  const whole = withLeft(driverFault.signal.aborted ? notJudged(report) : report, left);
  return withoutSecrets(whole, secretsOf(apiKey, otherKeys));
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const any = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  // Every request in flight listens to it.
  setMaxListeners(0, any);
  return any;
}

/** In one line: whoever tidies up by hand needs no more than what all of them begin with. */
const listed = ([first, ...others]: readonly Created[], prefix: string): string =>
  others.length === 0 ? (first?.id ?? '') : `${first?.id} and ${others.length} more that begin with ${prefix}`;

/** A run that leaves something behind has not done all that it had to. */
function withLeft(report: Report, created: readonly Created[]): Report {
  if (created.length === 0) return report;
  const left = created.map(({ kind, id }) => ({ kind, id }));
  return report.verdict === 'conforms'
    ? { ...report, verdict: 'incomplete', reason: 'not all that the run created could be removed', left }
    : { ...report, left };
}

/** Whatever was seen until then rests on what the driver said. */
const notJudged = ({ reason = '', ...report }: Report): Report => ({
  ...report,
  verdict: 'not-run',
  reason,
  observedResets: 0,
  requirements: report.requirements.map(({ id, level, clause, title }) => ({
    ...{ id, level, clause, title },
    outcome: 'not-exercised',
    exercised: 0,
    because: reason,
  })),
  behaviour: {},
  behaviourUnknown: [],
  evidence: {},
});

async function reachAndTest(
  target: Target,
  options: Settled,
  test: Test,
  progress: (event: ProgressEvent) => void,
): Promise<Tested> {
  try {
    progress({ phase: 'reaching', requests: target.requests() });
    const reached = await reach(target, options.existing);
    if (reached.kind === 'unobservable') return await answersOnly(target, options, reached.reason);
    if (reached.kind !== 'reached') return reached;
    progress({ phase: 'finding-behaviour', requests: target.requests() });
    const found = await findBehaviour(target, options.authOnlyKey);
    return await test(openSession(target, found.known, options.concurrency), found, options, progress);
  } catch (error) {
    if (options.signal?.aborted) return { kind: 'not-run', reason: 'it was stopped before anything was judged' };
    if (error instanceof Unarrangeable || error instanceof TargetSilent) {
      return answersOnly(target, { ...options, existing: undefined }, error.message);
    }
    throw error;
  }
}

async function answersOnly(target: Target, { existing, budget }: Settled, reason: string): Promise<Tested> {
  const { results, notes } = await judgeAnswers(target, existing, reason, floors[budget]);
  return results.every(({ exercised }) => exercised === 0)
    ? { kind: 'not-run', reason }
    : { kind: 'judged', found: undefined, results, reason, notes };
}
