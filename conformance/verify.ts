import { randomBytes, randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type Found, findBehaviour } from './behaviour/find-behaviour.ts';
import type { Case } from './cases/case.ts';
import { floors, planCases } from './cases/plan.ts';
import { wrongKeys } from './cases/reset-request.ts';
import { measureConsistency } from './concurrency/measure.ts';
import { attribute } from './findings/attribute.ts';
import { findContradictions } from './findings/contradictions.ts';
import { tellIdleResets } from './findings/idle-resets.ts';
import { type ToldViolation, tellAsMet, tellViolations, type Violation } from './findings/violations.ts';
import type { Mismatch } from './play/play.ts';
import { type CaseRun, runCase } from './play/run-case.ts';
import { withoutSecrets } from './report/without-secrets.ts';
import type { Budget, Consistency, ProgressEvent, Report, RequirementResult } from './report.ts';
import type { RequirementId } from './requirements/catalogue.ts';
import { openSession, type Session } from './session.ts';
import { withCheckedDriver } from './target/checked-driver.ts';
import { inParallel } from './target/pool.ts';
import { reach } from './target/reach.ts';
import { openTarget, type Target, TargetSilent, Unarrangeable } from './target/target.ts';
import { tidyUp } from './target/tidy-up.ts';
import { judgeRun, type Tested } from './verdict.ts';
import type { ExistingUsers, VerifyOptions } from './verify-options.ts';
import { judgeAnswers } from './wire-only.ts';

const budgets: Readonly<Record<Budget, { readonly shrinkMs: number; readonly histories: number }>> = {
  quick: { shrinkMs: 2_000, histories: 4 },
  default: { shrinkMs: 6_000, histories: 20 },
  thorough: { shrinkMs: 20_000, histories: 100 },
};

/** Where the first catch is all that is wanted, its story need not be the shortest. */
const hastyShrinkMs = 300;

/**
 * Judges the implementation behind a URL: reaches it, finds its behaviour where the spec is silent, tests every
 * requirement, and tells each violation with the shortest story. Creates users, groups and messages whose ids begin
 * with a random prefix, and removes them.
 *
 * Resolves for whatever the target or the driver does; rejects only on a bug of ours.
 */
export const verify = (options: VerifyOptions): Promise<Report> =>
  withCheckedDriver(options, (checked) => run(checked, testEverything));

/** As `verify`, with a test of the caller's in place of the planned cases. */
export const verifyWith = (
  options: VerifyOptions,
  judge: (session: Session) => Promise<readonly RequirementResult[]>,
): Promise<Report> =>
  withCheckedDriver(options, (checked) =>
    run(checked, async (session, found) => ({ kind: 'judged', found, results: await judge(session) })),
  );

type Test = (
  session: Session,
  found: Found,
  options: Settled,
  progress: (event: ProgressEvent) => void,
) => Promise<Tested>;

async function run(given: VerifyOptions, test: Test): Promise<Report> {
  const options: Settled = {
    ...given,
    seed: given.seed ?? randomInt(2 ** 31),
    budget: given.budget ?? 'default',
    concurrency: given.concurrency ?? 16,
  };
  const { seed, budget, concurrency } = options;
  const begun = performance.now();
  /** Ends what is still under way when the run is over, so that nothing is created behind the back of the tidying up. */
  const over = new AbortController();
  const signal = options.signal === undefined ? over.signal : AbortSignal.any([options.signal, over.signal]);
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
  const target = await openTarget(
    {
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      apiKey: options.apiKey,
      driver: options.driver,
      connections: concurrency * 6,
      deadlineMs: options.deadlineMs ?? 10_000,
      settleMs: options.settleMs ?? 500,
      prefix: `cr${randomBytes(4).toString('hex').slice(0, 6)}-`,
      signal,
    },
    options.connect,
  );
  const progress = (event: ProgressEvent) => options.onProgress?.(event);

  const notes: string[] = [];
  let tested: Tested = stopped;
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
  });
  return withoutSecrets(report, [options.apiKey, options.authOnlyKey ?? '', ...wrongKeys(options.apiKey)]);
}

const stopped: Tested = { kind: 'not-run', reason: 'the run was stopped before anything was judged' };

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
    if (reached.kind === 'unobservable') return await answersOnly(target, options.existing, reached.reason);
    if (reached.kind !== 'reached') return reached;
    progress({ phase: 'finding-behaviour', requests: target.requests() });
    const found = await findBehaviour(target, options.authOnlyKey);
    return await test(openSession(target, found.known, options.concurrency), found, options, progress);
  } catch (error) {
    if (options.signal?.aborted) return stopped;
    if (error instanceof Unarrangeable || error instanceof TargetSilent) {
      return answersOnly(target, undefined, error.message);
    }
    throw error;
  }
}

type Settled = VerifyOptions & Required<Pick<VerifyOptions, 'seed' | 'budget' | 'concurrency'>>;

async function answersOnly(target: Target, existing: ExistingUsers | undefined, reason: string): Promise<Tested> {
  const results = await judgeAnswers(target, existing, reason);
  return results.every(({ exercised }) => exercised === 0)
    ? { kind: 'not-run', reason }
    : { kind: 'judged', found: undefined, results, reason };
}

const testEverything: Test = async (session, found, options, progress) => {
  const { target } = session;
  const runs: CaseRun[] = [];
  const obstacles: string[] = [];
  const cases = planCases(options.seed, options.budget, found.known);
  let done = 0;
  let caught: ToldViolation | undefined;
  /** Settles at the first catch, where that is all that is wanted: what is still under way ends with the run. */
  let onCatch = (): void => {};
  const catching = new Promise<void>((resolve) => {
    onCatch = resolve;
  });
  let told: readonly ToldViolation[] | undefined;
  let consistency: Consistency | undefined;
  try {
    const testing = inParallel(cases, widthFor(target, options.concurrency), async (scene, index) => {
      if (caught !== undefined) return;
      const run = await attempt(session, scene, index, obstacles);
      if (run !== undefined) runs.push(run);
      if (run !== undefined && options.stopAt !== undefined) caught ??= asSeen(run, options.stopAt);
      if (caught !== undefined) onCatch();
      done += 1;
      progress({ phase: 'testing', done, of: cases.length, requests: target.requests() });
    });
    testing.catch(() => {});
    await Promise.race([testing, catching]);
    if (caught !== undefined) told = [caught];
    else {
      const measuring = measure(session, found, options);
      [told] = await Promise.all([conclude(session, runs, options, progress, obstacles), measuring]);
      consistency = await measuring;
    }
  } catch (error) {
    if (!options.signal?.aborted) throw error;
    obstacles.push('the run was stopped');
    told ??= tellAsMet(
      session,
      runs.flatMap((run) => violationsOf(run)),
    );
  }
  const stopped = options.signal?.aborted === true;
  return { kind: 'tested', found, runs, told, consistency, obstacles, stopped };
};

const measure = ({ target }: Session, found: Found, { budget, seed, concurrency }: Settled): Promise<Consistency> =>
  measureConsistency(target, found, budgets[budget].histories, seed, concurrency);

/** Cases that mostly wait, for the settling time or for answers, may be more. */
function widthFor(target: Target, concurrency: number): number {
  if (target.lags()) return concurrency * 5;
  return target.latencyMs() > 25 ? concurrency * 3 : concurrency;
}

/** Undefined when the target went silent in the midst of it. */
async function attempt(
  session: Session,
  scene: Case,
  index: number,
  obstacles: string[],
): Promise<CaseRun | undefined> {
  const { target, known } = session;
  try {
    const run = await runCase(target, known, scene, { scope: `${target.prefix}${index}`, careful: false });
    const isStale = !run.patient && target.lags() && (run.mismatches.length > 0 || run.suspicions.length > 0);
    return isStale ? await session.again(scene, 'careful') : run;
  } catch (error) {
    target.signal?.throwIfAborted();
    obstacles.push(sentence(error));
    return undefined;
  }
}

async function conclude(
  session: Session,
  runs: readonly CaseRun[],
  options: Settled,
  progress: (event: ProgressEvent) => void,
  obstacles: string[],
): Promise<readonly ToldViolation[]> {
  const { target } = session;
  progress({ phase: 'settling', requests: target.requests() });
  const late = await inParallel(runs, session.concurrency, async (run) => {
    try {
      return await run.sweep();
    } catch (error) {
      if (!(error instanceof Unarrangeable || error instanceof TargetSilent)) throw error;
      obstacles.push(error.message);
      return [];
    }
  });
  const violations = runs.flatMap((run, index) => violationsOf(run, late[index]));
  const shrinkMs = options.stopAt === undefined ? budgets[options.budget].shrinkMs : hastyShrinkMs;
  const onDone = (done: number, of: number) => progress({ phase: 'shrinking', done, of, requests: target.requests() });
  const told = await Promise.all([
    tellViolations(session, [...violations, ...alwaysFailing(runs)], shrinkMs, onDone),
    findContradictions(session, runs, shrinkMs),
    tellIdleResets(session, runs, shrinkMs),
  ]);
  return told.flat();
}

const violationsOf = ({ case: scene, mismatches, story, patient }: CaseRun, late: readonly Mismatch[] = []) =>
  [...mismatches, ...late].map((mismatch): Violation => ({ case: scene, mismatch, story, patient }));

/** A combination that never got an answer below 500 is refused in all but name. */
function alwaysFailing(runs: readonly CaseRun[]): readonly Violation[] {
  const tried = new Map<string, { answers: string[]; run: CaseRun; step: number; requirement: RequirementId }>();
  for (const run of runs) {
    for (const { what, answer, step } of run.attempts) {
      const requirement: RequirementId = what.startsWith('group') ? 'group-reset-works' : 'user-reset-works';
      const entry = tried.get(what) ?? { answers: [], run, step, requirement };
      entry.answers.push(answer);
      tried.set(what, entry);
    }
  }
  return [...tried].flatMap(([what, { answers, run, step, requirement }]) => {
    if (answers.length < 3 || !answers.every((answer) => answer === 'failed' || answer === 'lost')) return [];
    const summary = `${answers.length} of ${answers.length} resets with ${what} got a server error or no answer`;
    const comparison = {
      of: 'answer',
      subject: what,
      expected: '200 with data.success true',
      seen: 'a server error, or no answer',
    } as const;
    const mismatch = { requirement, summary, comparison, step, taints: false };
    return [{ case: run.case, mismatch, story: run.story, patient: true }];
  });
}

/** The violation of one requirement, as a single run of a case showed it. */
function asSeen({ mismatches, case: scene, story }: CaseRun, wanted: RequirementId): ToldViolation | undefined {
  const seen = mismatches.find(({ requirement, step }) => attribute(requirement, scene, step) === wanted);
  if (seen === undefined) return undefined;
  const { summary, comparison } = seen;
  return {
    requirement: wanted,
    counterexample: { summary, story, comparison, reproduced: { times: 1, of: 1 }, shrunk: false, case: scene },
  };
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
