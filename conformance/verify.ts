import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { findBehaviour } from './behaviour/find-behaviour.ts';
import { floors } from './cases/plan.ts';
import { wrongKeys } from './cases/reset-request.ts';
import { withoutSecrets } from './report/without-secrets.ts';
import type { ProgressEvent, Report, RequirementResult } from './report.ts';
import { openSession, type Session } from './session.ts';
import { type Settled, settleOptions } from './settle-options.ts';
import { withCheckedDriver } from './target/checked-driver.ts';
import { reach } from './target/reach.ts';
import { openTarget, type Target, TargetSilent, Unarrangeable } from './target/target.ts';
import { tidyUp } from './target/tidy-up.ts';
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
export const verify = async (options: VerifyOptions): Promise<Report> =>
  withCheckedDriver(settleOptions(options), (settled) => run(settled, testEverything));

type Test = typeof testEverything;

/**
 * As `verify`, with a test of the caller's in place of the planned cases.
 * @internal
 */
export const verifyWith = async (
  options: VerifyOptions,
  judge: (session: Session) => Promise<readonly RequirementResult[]>,
): Promise<Report> =>
  withCheckedDriver(settleOptions(options), (settled) =>
    run(settled, async (session, found) => ({ kind: 'judged', found, results: await judge(session) })),
  );

async function run(options: Settled, test: Test): Promise<Report> {
  const { baseUrl, apiKey, seed, budget, concurrency } = options;
  const begun = performance.now();
  /** Ends what is still under way when the run is over, so that nothing is created behind the back of the tidying up. */
  const over = new AbortController();
  const signal = options.signal === undefined ? over.signal : AbortSignal.any([options.signal, over.signal]);
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
  const target = await openTarget(
    {
      baseUrl,
      apiKey,
      driver: options.driver,
      connections: concurrency * 6,
      deadlineMs: options.deadlineMs,
      settleMs: options.settleMs,
      prefix: `cr${randomBytes(4).toString('hex').slice(0, 6)}-`,
      signal,
    },
    options.connect,
  );
  const progress = (event: ProgressEvent) => options.onProgress?.(event);

  const notes: string[] = [];
  let tested: Tested;
  try {
    tested = await reachAndTest(target, options, test, progress);
    if (target.lags()) notes.push('Reads lag behind writes; every look waited for the settling time.');
  } finally {
    over.abort(new Error('the run is over'));
    progress({ phase: 'tidying-up', requests: target.requests() });
    await target.endCreation();
    const left = await tidyUp(target, concurrency);
    if (left.length > 0) notes.push(`Could not be removed: ${listed(left, target.prefix)}.`);
    await target.close();
  }
  const report = judgeRun(tested, {
    target: target.baseUrl,
    seed,
    budget,
    floor: floors[budget],
    requests: target.requests(),
    durationMs: Math.round(performance.now() - begun),
    only: options.only,
    notes,
    stopped: whyStopped(options.signal),
  });
  return withoutSecrets(report, [apiKey, options.authOnlyKey ?? '', ...wrongKeys(apiKey)]);
}

/** In one line: whoever tidies up by hand needs no more than what all of them begin with. */
const listed = ([first = '', ...others]: readonly string[], prefix: string): string =>
  others.length === 0 ? first : `${first} and ${others.length} more that begin with ${prefix}`;

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
