import fc from 'fast-check';
import { anyCase } from '../cases/arbitrary-case.ts';
import type { Act, Case, Step } from '../cases/case.ts';

/**
 * The smallest case found that still fails in the same way; large strides and small ones have the time limit each.
 * Anything else that goes wrong on the way is no failure, so that shrinking cannot slip from one bug to another.
 */
export async function shrinkCase(
  scene: Case,
  stillFails: (candidate: Case) => Promise<boolean>,
  limitMs: number,
): Promise<Case> {
  const simpler = await simplify(scene, stillFails, performance.now() + limitMs);
  const details = await fc.check(
    fc.asyncProperty(anyCase, async (candidate) => !(await stillFails(candidate))),
    { examples: [[simpler]], numRuns: 1, interruptAfterTimeLimit: limitMs, endOnFailure: false, seed: 1 },
  );
  return details.counterexample?.[0] ?? simpler;
}

/** The large strides, each taken where it still fails: they save fast-check most of its small ones. */
async function simplify(scene: Case, stillFails: (candidate: Case) => Promise<boolean>, until: number): Promise<Case> {
  let smallest = scene;
  for (const stride of strides) {
    if (performance.now() >= until) break;
    const candidate = stride(smallest);
    if (JSON.stringify(candidate) !== JSON.stringify(smallest) && (await stillFails(candidate))) smallest = candidate;
  }
  return smallest;
}

const strides: readonly ((scene: Case) => Case)[] = [
  (scene) => ({ ...scene, steps: scene.steps.slice(-1) }),
  (scene) => ({ ...scene, steps: scene.steps.map(onPlainWire) }),
  (scene) => ({ ...scene, names: 'plain' }),
  (scene) => ({ ...scene, rows: scene.rows.slice(0, 1) }),
  (scene) => ({ ...scene, rows: scene.rows.slice(-1) }),
  (scene) => ({ ...scene, rows: scene.rows.slice(-2) }),
  (scene) => ({ ...scene, rows: scene.rows.slice(-3) }),
  (scene) => ({ ...scene, rows: scene.rows.map((row) => ({ ...row, messages: 1 })) }),
];

function onPlainWire(step: Step): Step {
  const plain = (act: Act): Act => (act.do === 'reset' ? { ...act, wire: 'plain' } : act);
  if (step.do === 'together') return { ...step, acts: step.acts.map(plain) };
  return step.do === 'pause' ? step : plain(step);
}
