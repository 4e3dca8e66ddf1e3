import { type EffectClass, isVisible, type Known } from '../cases/known.ts';
import type { CaseRun } from '../play/run-case.ts';
import { openSession, type Session } from '../session.ts';
import { pausedBefore } from './paused.ts';
import { type ToldViolation, tellViolations, type Violation, violationOf } from './violations.ts';

const mostSuspects = 6;

/**
 * Confirmed resets without any effect, where resets of the same class usually show none and some did. A second look at
 * them with that effect as the usual one tells whether it is missing; where the second in which things happened
 * explains it, it is not.
 */
export async function tellIdleResets(
  session: Session,
  runs: readonly CaseRun[],
  limitMs: number,
): Promise<readonly ToldViolation[]> {
  const { known, suspects } = withIdleResets(session.known, runs);
  if (suspects.length === 0) return [];
  const informed = openSession(session.target, known, session.concurrency, 'i');
  const again = await Promise.all(suspects.map(({ case: scene }) => informed.again(scene, 'careful')));
  const idle = await Promise.all(again.map((run) => idleIn(informed, run)));
  return tellViolations(
    informed,
    idle.filter((violation) => violation !== undefined),
    limitMs,
    () => {},
  );
}

/** What is known, corrected by what all runs showed, and the runs to be looked at again in its light. */
function withIdleResets(known: Known, runs: readonly CaseRun[]) {
  const seen = runs.flatMap((run) =>
    [...run.effects.values()].flatMap(({ class: kind, ...effect }) =>
      kind === undefined ? [] : [{ run, kind, effect }],
    ),
  );
  const effective = new Map<EffectClass, NonNullable<Known['effects'][EffectClass]>>();
  for (const { kind, effect } of seen) {
    const usual = known.effects[kind];
    // Where some messages are hidden and some are not, there may be none of those that are.
    if (usual === undefined || isVisible(usual) || usual.texts === 'other' || effect.aged) continue;
    // A row that goes elsewhere in the list may have to be where it is: its place is free.
    if (effect.place === 'removed' || effect.texts === 'hidden') effective.set(kind, effect);
  }
  const suspects = seen
    .filter(({ kind, effect }) => effective.has(kind) && effect.seen === 'none')
    .map(({ run }) => run);
  return {
    known: { ...known, effects: { ...known.effects, ...Object.fromEntries(effective) } },
    suspects: [...new Set(suspects)].slice(0, mostSuspects),
  };
}

async function idleIn(session: Session, run: CaseRun): Promise<Violation | undefined> {
  const mismatch = run.mismatches.find(({ requirement }) => requirement === 'confirmed-did-it');
  if (mismatch === undefined) return undefined;
  const aged = await session.again(pausedBefore(run.case, mismatch.step), 'careful');
  const isStillIdle = aged.mismatches.some(
    ({ requirement, step }) => requirement === 'confirmed-did-it' && step === mismatch.step + 1,
  );
  return isStillIdle ? violationOf(run, mismatch) : undefined;
}
