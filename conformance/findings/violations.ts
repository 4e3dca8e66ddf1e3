import type { Act, Case, Step } from '../cases/case.ts';
import type { Mismatch } from '../play/play.ts';
import type { CaseRun } from '../play/run-case.ts';
import type { Counterexample, StoryStep } from '../report.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import type { Session } from '../session.ts';
import { inParallel } from '../target/pool.ts';
import { TargetSilent } from '../target/target.ts';
import { attribute, bucketOf } from './attribute.ts';
import { shrinkCase } from './shrink.ts';

/** A violation as it was met. */
export interface Violation {
  readonly case: Case;
  readonly mismatch: Mismatch;
  readonly story: readonly StoryStep[];
  /** Whether it was met while every look waited for the settling time. */
  readonly patient: boolean;
}

/** What went wrong in a run, as violations. */
export const violationsOf = (run: CaseRun, mismatches: readonly Mismatch[]): readonly Violation[] =>
  mismatches.map((mismatch) => violationOf(run, mismatch));

export const violationOf = (run: CaseRun, mismatch: Mismatch): Violation => ({
  case: run.case,
  mismatch,
  story: run.story,
  patient: run.patient,
});

export interface ToldViolation {
  readonly requirement: RequirementId;
  readonly counterexample: Counterexample;
}

const repetitions = 3;
const mostBuckets = 12;

/** The first violation of each kind, repeated, shrunk where it is deterministic, and told. */
export async function tellViolations(
  session: Session,
  violations: readonly Violation[],
  limitMs: number,
  onDone: (done: number, of: number) => void,
): Promise<readonly ToldViolation[]> {
  const buckets = new Map<string, Violation>();
  for (const violation of violations) {
    const key = bucketOf(violation.mismatch, violation.case);
    const known = buckets.get(key);
    if (known === undefined || sizeOf(violation.case) < sizeOf(known.case)) buckets.set(key, violation);
  }
  const chosen = [...buckets.values()].slice(0, mostBuckets);
  let done = 0;
  const told = await inParallel(chosen, session.concurrency, async (violation) => {
    const one = await tell(session, violation, limitMs);
    done += 1;
    onDone(done, chosen.length);
    return one;
  });
  return withoutEchoes(told.filter((one) => one !== undefined));
}

/** What goes wrong on a plain wire and with plain names needs neither chunks nor look-alikes to explain it. */
function withoutEchoes(
  told: readonly (ToldViolation & { readonly seenAs: RequirementId })[],
): readonly ToldViolation[] {
  const plain = new Set(told.filter(({ requirement, seenAs }) => requirement === seenAs).map(({ seenAs }) => seenAs));
  return told
    .filter(({ requirement, seenAs }) => requirement === seenAs || !plain.has(seenAs))
    .map(({ requirement, counterexample }) => ({ requirement, counterexample }));
}

async function tell(
  session: Session,
  violation: Violation,
  limitMs: number,
): Promise<(ToldViolation & { readonly seenAs: RequirementId }) | undefined> {
  const { requirement } = violation.mismatch;
  const shortened = upToStep(violation.case, violation.mismatch.step);
  if (requirement === 'quiet-after-concurrency') {
    const apart = await oneByOne(session, shortened);
    if (apart === 'its own way') return undefined;
    if (apart !== undefined) return tell(session, apart, limitMs);
  }
  const isIt = (mismatch: Mismatch) => mismatch.requirement === requirement;
  const first = await repeat(session, shortened, isIt);
  if (first.failing.length === 0) {
    const origin = originIn(first);
    if (origin !== undefined) return tell(session, origin, limitMs);
    // What cannot even be read back after sending it is no effect of a reset.
    if (first.unarrangeable === first.of) return undefined;
    // Reads that lag explain what was met before that was known, and does not come back now that it is.
    if (session.target.lags() && !violation.patient) return undefined;
    return {
      requirement,
      seenAs: requirement,
      counterexample: tale(violation.mismatch, violation.story, violation.case, first, false),
    };
  }
  const isDeterministic = first.failing.length === first.of;
  const { smallest, outOfTime } = isDeterministic
    ? await shrinkCase(shortened, (candidate) => fails(session, candidate, requirement), limitMs)
    : { smallest: shortened, outOfTime: false };
  const last = smallest === shortened ? first : await repeat(session, smallest, isIt);
  const [settled, scene] = last.failing.length > 0 ? [last, smallest] : [first, shortened];
  const [shown] = settled.failing;
  if (shown === undefined) return undefined;
  return {
    seenAs: requirement,
    requirement: isDeterministic ? attribute(requirement, scene, shown.mismatch.step) : requirement,
    counterexample: {
      ...tale(shown.mismatch, shown.run.story, scene, settled, isDeterministic && scene === smallest),
      ...(outOfTime ? { outOfTime } : {}),
    },
  };
}

/**
 * What goes wrong where the same is done one after the other, in one order or the other: that needs no concurrency to
 * explain it. Nor does an effect that is lawful and unusual there, too, which is the target's own way.
 */
async function oneByOne(session: Session, scene: Case): Promise<Violation | 'its own way' | undefined> {
  const inOrder = (order: (acts: readonly Act[]) => readonly Act[]) =>
    scene.steps.flatMap((step): readonly Step[] => (step.do === 'together' ? order(step.acts) : [step]));
  const played = await Promise.all(
    [inOrder((acts) => acts), inOrder((acts) => acts.toReversed())].map((steps) =>
      unlessSilent(session.again({ ...scene, steps }, 'careful')),
    ),
  );
  const runs = played.filter((run) => run !== undefined);
  for (const run of runs) {
    const mismatch = run.mismatches.find(({ requirement }) => requirement !== 'quiet-after-concurrency');
    if (mismatch !== undefined) return violationOf(run, mismatch);
  }
  return runs.some(({ suspicions }) => suspicions.length > 0) ? 'its own way' : undefined;
}

/**
 * What was met late may have begun earlier, and is then called otherwise: repetitions look at everything after each
 * step, and where all of them blame the same, that is it.
 */
function originIn({ runs, of }: Repetition): Violation | undefined {
  const [run] = runs;
  const mismatch = run?.mismatches[0];
  if (run === undefined || mismatch === undefined || runs.length < of) return undefined;
  const agree = runs.every(({ mismatches: [one] }) => one?.requirement === mismatch.requirement);
  return agree ? violationOf(run, mismatch) : undefined;
}

/** As they were met, where no time is left to repeat them. */
export const tellAsMet = ({ target }: Session, violations: readonly Violation[]): readonly ToldViolation[] =>
  violations.filter(({ patient }) => patient || !target.lags()).map((violation) => asMet(violation));

/** A violation without looking into it, under the name under which it was met or another one. */
export function asMet(
  { case: scene, mismatch, story }: Violation,
  requirement: RequirementId = mismatch.requirement,
): ToldViolation {
  const { summary, comparison, step } = mismatch;
  const reproduced = { times: 1, of: 1 };
  return {
    requirement,
    counterexample: { summary, story, comparison, reproduced, shrunk: false, case: upToStep(scene, step) },
  };
}

interface Repetition {
  /** Those that did not end in silence. */
  readonly runs: readonly CaseRun[];
  readonly failing: readonly { readonly run: CaseRun; readonly mismatch: Mismatch }[];
  /** How many could not be arranged so that everything sent could be read. */
  readonly unarrangeable: number;
  readonly of: number;
}

/** Plays a case a few times on fresh ids; fails wherever a mismatch is the one that is meant, and not in silence. */
export async function repeat(
  session: Session,
  scene: Case,
  isIt: (mismatch: Mismatch) => boolean,
): Promise<Repetition> {
  const played = await Promise.all(
    Array.from({ length: repetitions }, () => unlessSilent(session.again(scene, 'careful'))),
  );
  const runs = played.filter((run) => run !== undefined);
  const failing = runs.flatMap((run) => {
    const mismatch = run.mismatches.find(isIt);
    return mismatch === undefined ? [] : [{ run, mismatch }];
  });
  const unarrangeable = runs.filter((run) => run.unarrangeable !== undefined).length;
  return { runs, failing, unarrangeable, of: repetitions };
}

async function fails(session: Session, scene: Case, requirement: RequirementId): Promise<boolean> {
  const run = await unlessSilent(session.again(scene, 'quick'));
  return run?.mismatches.some((one) => one.requirement === requirement) ?? false;
}

/** Undefined when the target went silent: that is neither a pass nor a failure. */
export async function unlessSilent(played: Promise<CaseRun>): Promise<CaseRun | undefined> {
  try {
    return await played;
  } catch (error) {
    if (error instanceof TargetSilent) return undefined;
    throw error;
  }
}

const tale = (
  { summary, comparison }: Mismatch,
  story: readonly StoryStep[],
  scene: Case,
  { failing, of }: Repetition,
  shrunk: boolean,
): Counterexample => ({
  summary,
  story,
  comparison,
  reproduced: { times: failing.length, of },
  shrunk,
  case: scene,
});

const upToStep = (scene: Case, step: number): Case => ({ ...scene, steps: scene.steps.slice(0, step + 1) });

/** How much there is to read in a case. */
export const sizeOf = ({ rows, steps }: Case): number =>
  rows.reduce((sum, { messages }) => sum + messages, 0) + rows.length * 2 + steps.length * 3;
