import { setTimeout as sleep } from 'node:timers/promises';
import { isPause, isReset, lastActIn, operationsOf, type Scenario, type Step } from '../scenario/scenario.ts';
import { CallFailed } from '../target/call-failed.ts';
import type { Target } from '../target/target.ts';
import { dueAfter, dueBefore, isExact, type Observing, viewsAfterEach } from './observation-plan.ts';
import { openSession, type Session } from './session.ts';
import { type Observation, type Trace, type TraceEvent, type View, viewKey } from './trace.ts';
import { allViews, concernedViews, distinct, effectViews, longView } from './views.ts';

export interface Execution {
  /** What has happened so far. */
  readonly trace: () => Trace;
  /** The rest of a scenario, where it waits for others, and everything once more when the target has settled. */
  readonly finish: () => Promise<Trace>;
}

interface Progress extends Session, Observing {
  readonly target: Target;
  readonly waits: Waits;
  arranged: Trace['arranged'];
  readonly events: TraceEvent[];
  /** When the last operation was answered, or the last of what was arranged, by `performance.now()`. */
  operatedAt: number;
  /** The same of the last operation that was not refused. */
  writtenAt: number;
  /** How many observations have stayed unexplained for the whole settling time. */
  unexplained: number;
}

/**
 * What waits for the settling time: each observation; those that nothing explains, until something does; or none; or
 * beside those that nothing explains each reset after what was done. Where a target is known to lag, all of that waits.
 */
export type Waits = 'each' | 'unexplained' | 'never' | 'resets';

export interface ExecuteOptions extends Pick<Observing, 'plan' | 'follower'> {
  /** Leads every id; one of its own when left out. */
  readonly scope?: string;
  /** `unexplained` when left out. */
  readonly waits?: Waits | undefined;
}

/** Executes a scenario on ids that nobody has, up to where it waits for others, or to its last observation. Judges nothing. */
export async function execute(target: Target, scenario: Scenario, options: ExecuteOptions): Promise<Execution> {
  const { scope = target.nextScope(), plan, follower, waits = 'unexplained' } = options;
  const session = openSession(target, scenario, scope);
  const visible = new Set(allViews(scenario).map(viewKey));
  const progress: Progress = {
    ...{ ...session, target, scenario, visible, plan, waits, follower },
    ...{ arranged: [], events: [], pending: new Set(), operatedAt: 0, writtenAt: 0, unexplained: 0 },
  };
  let obstacle: CallFailed | undefined;
  const trace = (): Trace => ({
    ...{ scenario, scope, arranged: progress.arranged, events: progress.events, lost: session.lost() },
    ...(obstacle && { void: obstacle.message, ...(obstacle.kind === 'unseen' && { isUnseen: true }) }),
  });
  const unlessVoid = async (act: () => Promise<void>): Promise<void> => {
    if (obstacle !== undefined) return;
    try {
      await act();
    } catch (error) {
      // What the target did not do or show, or may do at any later time, says nothing about the resets.
      if (!(error instanceof CallFailed)) throw error;
      obstacle = error;
    }
  };
  const { steps } = scenario;
  const pause = steps.find(isPause);
  const begun = pause === undefined ? steps.length : steps.indexOf(pause);
  await unlessVoid(async () => {
    await arrange(progress);
    await carryOut(progress, 0, begun);
  });
  return {
    trace,
    finish: async () => {
      await unlessVoid(async () => {
        if (pause !== undefined) {
          await settled(progress, (pause.seconds ?? 0) * 1_000);
          await observe(progress, allViews(scenario));
          await carryOut(progress, begun + 1, steps.length);
        }
        if (plan === 'none') return;
        await settled(progress, (scenario.lookAfter ?? 0) * 1_000);
        await observe(progress, plan === 'effects' ? effectViews(scenario) : allViews(scenario));
      });
      return trace();
    },
  };
}

/** Creates what the scenario needs, and looks at each list where all that changes is to be seen. */
async function arrange(progress: Progress): Promise<void> {
  const { scenario, plan } = progress;
  if (plan === 'none') return;
  progress.arranged = await progress.arrange();
  progress.operatedAt = performance.now();
  if (isExact(plan)) await observe(progress, listsOf(scenario));
}

const listsOf = (scenario: Scenario): readonly View[] => allViews(scenario).filter(({ of }) => of === 'list');

/** The steps from one on, up to another one. */
async function carryOut(progress: Progress, begin: number, end: number): Promise<void> {
  const { scenario, plan } = progress;
  const each = typeof plan === 'object' ? plan : undefined;
  const first = scenario.steps.findIndex((step) => operationsOf(step).some(isReset));
  const last = lastActIn(scenario);
  const from = each && Math.max(each.from, first);
  const seenEach = (some: readonly Step[]): readonly View[] =>
    viewsAfterEach(progress, each?.of, some.flatMap(operationsOf));
  for (const [index, step] of scenario.steps.entries()) {
    if (index < begin || index >= end) continue;
    if (index === from) await observe(progress, seenEach(scenario.steps.slice(from)));
    else if (plan === 'pooled' && index === first) {
      await observe(progress, [...listsOf(scenario), ...longView(scenario, index)]);
    }
    if (step.do === 'wait') {
      // A timer may end a little early.
      if (step.until === 'second') await sleep(1_020, undefined, { signal: progress.target.signal });
      else await settled(progress);
    } else {
      const due = await operate(progress, step, index, index === last);
      if (from === undefined) await observe(progress, due);
      else if (index >= from) await observe(progress, seenEach([step]));
    }
  }
}

/** Carries out a step. Resolves to what has to be looked at then. */
async function operate(
  progress: Progress,
  step: Exclude<Step, { do: 'wait' }>,
  index: number,
  isLast: boolean,
): Promise<readonly View[]> {
  const { scenario, plan, follower, events } = progress;
  const operations = operationsOf(step);
  await observe(
    progress,
    operations.flatMap((one) => (one.do === 'read' ? [] : dueBefore(progress, one))),
  );
  const due: View[] = [];
  const isInOrder = step.do === 'together' && step.inOrder === true;
  for (const some of isInOrder ? operations.map((one) => [one]) : [operations]) {
    const together = some.length > 1 ? index + 1 : undefined;
    if (some.some(isReset)) await written(progress);
    const [reads, executed] = await Promise.all([
      Promise.all(some.flatMap((one) => (one.do === 'read' ? [progress.read(one, together)] : []))),
      Promise.all(some.flatMap((one) => (one.do === 'read' ? [] : [progress.operate(one, together)]))),
    ]);
    if (executed.length === 0) continue;
    progress.operatedAt = performance.now();
    if (executed.some(({ answer }) => answer !== 'refused')) progress.writtenAt = progress.operatedAt;
    events.push({ kind: 'operations', at: progress.operatedAt, step: index, operations: executed, reads });
    follower.operated(executed);
    due.push(...dueAfter(progress, executed));
  }
  const isWhole = plan === 'effects' && isLast;
  return isWhole ? operations.flatMap((one) => concernedViews(scenario, one)) : due;
}

/** Resolves when the settling time, or what is longer, is over since the last operation. */
async function settled({ target, operatedAt }: Pick<Progress, 'target' | 'operatedAt'>, longer = 0): Promise<void> {
  const left = operatedAt + Math.max(target.settleMs, longer) - performance.now();
  if (left > 0) await sleep(Math.ceil(left) + 1, undefined, { signal: target.signal });
}

/** Resolves when a reset has to know of what was done before it. */
async function written({ target, waits, writtenAt: operatedAt }: Progress): Promise<void> {
  if (target.lags() || waits === 'resets') await settled({ target, operatedAt });
}

/** So many unexplained observations of one execution get the settling time. A target that is always wrong costs no more. */
const mostWaits = 3;

/** What shows soon is soon seen; each further wait is four times as long, so that few requests are needed. */
const firstWaitMs = 15;

/**
 * Looks at the views until what they show is explained, for at most the settling time. Reads that lag behind writes
 * within it are no finding; the target is then known to lag, and every observation waits from there on.
 */
async function observe(progress: Progress, views: readonly View[]): Promise<void> {
  if (progress.plan === 'none') return;
  const unique = distinct(views);
  if (unique.length === 0) return;
  const { target, follower, pending, events, operatedAt, waits } = progress;
  if (target.lags() || waits === 'each') await settled(progress);
  const seen = new Map<string, Observation>();
  let open = unique;
  for (let round = 0; open.length > 0; round += 1) {
    // What counts is when it was asked: an answer may be long under way, and as old as its question.
    const isSettled = performance.now() - operatedAt >= target.settleMs;
    for (const one of await Promise.all(open.map(progress.observe))) seen.set(viewKey(one.view), { ...one, isSettled });
    const amiss = follower.unexplained([...seen.values()]);
    if (round > 0 && amiss.length < open.length) target.noteSignOfLag();
    if (amiss.length > 0 && isSettled) progress.unexplained += 1;
    if (amiss.length === 0 || isSettled || waits === 'never' || progress.unexplained >= mostWaits) break;
    open = amiss.map(({ view }) => view);
    const left = operatedAt + target.settleMs - performance.now();
    await sleep(Math.min(firstWaitMs * 4 ** round, Math.ceil(left) + 1), undefined, { signal: target.signal });
  }
  const observations = [...seen.values()];
  follower.observed(observations);
  events.push({ kind: 'observations', at: performance.now(), observations });
  for (const view of unique) pending.delete(viewKey(view));
}
