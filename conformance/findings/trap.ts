import type { CaseRun } from '../play/run-case.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import type { Session } from '../session.ts';
import { attribute } from './attribute.ts';
import { findContradictions } from './contradictions.ts';
import { asMet, type ToldViolation, type Violation, violationsOf } from './violations.ts';

/** What waits for the first sign that a requirement is violated. */
export interface Trap {
  /** Looks whether this run violates the requirement, at once or later. */
  readonly spring: (run: CaseRun, look: Promise<readonly Violation[]>) => Promise<void>;
  readonly caught: () => ToldViolation | undefined;
  /** Resolves at the first catch: what is still under way then ends with the run. */
  readonly sprung: Promise<void>;
}

/** Catches a violation of one requirement as it is met; no more than `limitMs` goes into making it smaller. */
export function trapFor(wanted: RequirementId, session: Session, limitMs: number): Trap {
  let caught: ToldViolation | undefined;
  let isLooking = false;
  let onCatch = (): void => {};
  const sprung = new Promise<void>((resolve) => {
    onCatch = resolve;
  });
  const notice = (violation: ToldViolation | undefined): void => {
    caught ??= violation;
    if (caught !== undefined) onCatch();
  };
  return {
    caught: () => caught,
    sprung,
    spring: async (run, look) => {
      notice(asSeen(violationsOf(run, run.mismatches), wanted));
      look.then((violations) => notice(asSeen(violations, wanted))).catch(() => {});
      if (run.suspicions.length === 0 || isLooking || caught !== undefined) return;
      isLooking = true;
      const found = await findContradictions(session, [run], limitMs);
      isLooking = false;
      notice(found.find(({ requirement }) => requirement === wanted));
    },
  };
}

/** A violation of one requirement as it was met, if there is one. */
function asSeen(violations: readonly Violation[], wanted: RequirementId): ToldViolation | undefined {
  const seen = violations.find(
    ({ case: scene, mismatch: { requirement, step } }) => attribute(requirement, scene, step) === wanted,
  );
  return seen && asMet(seen, wanted);
}
