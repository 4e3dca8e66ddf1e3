import fc from 'fast-check';
import { anyCase } from './arbitrary-case.ts';
import type { Case } from './case.ts';

/**
 * The smallest case found within the time that still fails in the same way. Anything else that goes wrong on the way
 * is no failure, so that shrinking cannot slip from one bug to another.
 */
export async function shrinkCase(
  scene: Case,
  stillFails: (candidate: Case) => Promise<boolean>,
  limitMs: number,
): Promise<Case> {
  const details = await fc.check(
    fc.asyncProperty(anyCase, async (candidate) => !(await stillFails(candidate))),
    { examples: [[scene]], numRuns: 1, interruptAfterTimeLimit: limitMs, endOnFailure: false, seed: 1 },
  );
  return details.counterexample?.[0] ?? scene;
}
