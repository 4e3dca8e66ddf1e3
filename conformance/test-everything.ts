import type { Found } from './behaviour/find-behaviour.ts';
import type { Case } from './cases/case.ts';
import { planCases } from './cases/plan.ts';
import { undisturbedCases } from './cases/themes.ts';
import { measureConsistency } from './concurrency/measure.ts';
import { alwaysFailing } from './findings/always-failing.ts';
import { findContradictions } from './findings/contradictions.ts';
import { tellIdleResets } from './findings/idle-resets.ts';
import { trapFor } from './findings/trap.ts';
import { type ToldViolation, tellAsMet, tellViolations, type Violation, violationsOf } from './findings/violations.ts';
import { type CaseRun, runCase } from './play/run-case.ts';
import type { Budget, Consistency, ProgressEvent } from './report.ts';
import type { Session } from './session.ts';
import type { Settled } from './settle-options.ts';
import { inParallel } from './target/pool.ts';
import { type Target, TargetSilent, Unarrangeable } from './target/target.ts';
import type { Tested } from './verdict.ts';

const budgets: Readonly<Record<Budget, { readonly shrinkMs: number; readonly histories: number }>> = {
  quick: { shrinkMs: 10_000, histories: 4 },
  default: { shrinkMs: 10_000, histories: 20 },
  thorough: { shrinkMs: 20_000, histories: 100 },
};

/** Where the first catch is all that is wanted, its story need not be the shortest. */
const hastyShrinkMs = 300;

/**
 * Plays the planned cases side by side, looks at each once more when it has rested, and tells what was found; with
 * `stopAt` only until that requirement is seen violated.
 */
export async function testEverything(
  session: Session,
  found: Found,
  options: Settled,
  progress: (event: ProgressEvent) => void,
): Promise<Tested> {
  const { target } = session;
  const { stopAt } = options;
  const runs: CaseRun[] = [];
  const looks: Promise<readonly Violation[]>[] = [];
  const obstacles: string[] = [];
  const undisturbed = undisturbedCases();
  const cases = planCases(options.seed, options.budget, found.known);
  const trap = stopAt === undefined ? undefined : trapFor(stopAt, session, hastyShrinkMs);
  let done = 0;
  let told: readonly ToldViolation[] | undefined;
  let consistency: Consistency | undefined;
  try {
    const play = async (scene: Case, index: number): Promise<void> => {
      if (trap?.caught() !== undefined) return;
      const run = await attempt(session, scene, index, obstacles);
      if (run !== undefined) {
        runs.push(run);
        const look = lookAgain(run, obstacles);
        look.catch(() => {});
        looks.push(look);
        if (trap !== undefined) await trap.spring(run, look);
      }
      done += 1;
      progress({ phase: 'testing', done, of: undisturbed.length + cases.length, requests: target.requests() });
    };
    for (const [index, scene] of undisturbed.entries()) await play(scene, index);
    const testing = inParallel(cases, widthFor(target, options.concurrency), (scene, index) =>
      play(scene, undisturbed.length + index),
    );
    testing.catch(() => {});
    await Promise.race([testing, ...(trap === undefined ? [] : [trap.sprung])]);
    const caught = trap?.caught();
    if (caught !== undefined) told = [caught];
    else {
      const measuring = isAskedFor(options) ? measure(session, found, options) : undefined;
      [told] = await Promise.all([conclude(session, runs, looks, options, progress), measuring]);
      // A target that violates something else is no instance of the model, so that its histories say nothing.
      consistency = told.every(({ requirement }) => requirement === 'quiet-after-concurrency')
        ? await measuring
        : undefined;
    }
  } catch (error) {
    if (!options.signal?.aborted) throw error;
    told ??= tellAsMet(
      session,
      runs.flatMap((run) => violationsOf(run, run.mismatches)),
    );
  }
  return { kind: 'tested', found, runs, told, consistency, obstacles };
}

const isAskedFor = ({ only }: Settled): boolean => only === undefined || only.includes('quiet-after-concurrency');

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

/** What a run has met, and what is still wrong when the settling time has passed. */
async function lookAgain(run: CaseRun, obstacles: string[]): Promise<readonly Violation[]> {
  try {
    return violationsOf(run, [...run.mismatches, ...(await run.sweep())]);
  } catch (error) {
    if (!(error instanceof Unarrangeable || error instanceof TargetSilent)) throw error;
    obstacles.push(error.message);
    return violationsOf(run, run.mismatches);
  }
}

async function conclude(
  session: Session,
  runs: readonly CaseRun[],
  looks: readonly Promise<readonly Violation[]>[],
  options: Settled,
  progress: (event: ProgressEvent) => void,
): Promise<readonly ToldViolation[]> {
  const { target } = session;
  progress({ phase: 'settling', requests: target.requests() });
  const violations = (await Promise.all(looks)).flat();
  const shrinkMs = options.stopAt === undefined ? budgets[options.budget].shrinkMs : hastyShrinkMs;
  const onDone = (done: number, of: number) => progress({ phase: 'shrinking', done, of, requests: target.requests() });
  const told = await Promise.all([
    tellViolations(session, [...violations, ...alwaysFailing(runs)], shrinkMs, onDone),
    findContradictions(session, runs, shrinkMs),
    tellIdleResets(session, runs, shrinkMs),
  ]);
  return told.flat();
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
