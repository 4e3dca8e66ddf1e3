import fc from 'fast-check';
import { given } from '../../fixtures/problem.ts';
import { anyCase } from '../cases/arbitrary-case.ts';
import type { Act, Case, Reset, Row, Step } from '../cases/case.ts';

export interface Shrunk {
  readonly smallest: Case;
  /** Whether something smaller was left to try when the time was over. */
  readonly outOfTime: boolean;
}

/**
 * The smallest case found that still fails in the same way; large strides and small ones have the time limit each.
 * Anything else that goes wrong on the way is no failure, so that shrinking cannot slip from one bug to another.
 */
export async function shrinkCase(
  scene: Case,
  stillFails: (candidate: Case) => Promise<boolean>,
  limitMs: number,
): Promise<Shrunk> {
  // Fast-check shrinks nothing that lacks a key.
  const simpler = await simplify(
    { alone: undefined, paced: undefined, ...scene },
    stillFails,
    performance.now() + limitMs,
  );
  const details = await fc.check(
    fc.asyncProperty(anyCase, async (candidate) => !(await stillFails(candidate))),
    { examples: [[simpler]], numRuns: 1, interruptAfterTimeLimit: limitMs, endOnFailure: false, seed: 1 },
  );
  return { smallest: given(details.counterexample?.[0] ?? simpler), outOfTime: details.interrupted };
}

/** The large strides, each taken where it still fails: they save fast-check most of its small ones. */
async function simplify(scene: Case, stillFails: (candidate: Case) => Promise<boolean>, until: number): Promise<Case> {
  let smallest = scene;
  const attempt = async (candidate: Case): Promise<void> => {
    if (performance.now() >= until || JSON.stringify(candidate) === JSON.stringify(smallest)) return;
    if (await stillFails(candidate)) smallest = candidate;
  };
  for (const stride of strides) await attempt(stride(smallest));
  for (const part of ['steps', 'rows'] as const) {
    for (let at = Math.min(smallest[part].length, mostDropped) - 1; at >= 0; at -= 1) {
      if (smallest[part].length > 1)
        await attempt({ ...smallest, [part]: smallest[part].filter((_, index) => index !== at) });
    }
  }
  return smallest;
}

/** Of more steps or rows than these, dropping one at a time takes too long. */
const mostDropped = 12;

const strides: readonly ((scene: Case) => Case)[] = [
  (scene) => ({ ...scene, alone: true }),
  (scene) => canonical(scene, 'user'),
  (scene) => canonical(scene, 'group'),
  (scene) => ({ ...scene, steps: scene.steps.slice(-1) }),
  (scene) => ({ ...scene, steps: scene.steps.slice(-1), rows: scene.rows.slice(0, 1) }),
  (scene) => ({ ...scene, steps: scene.steps.map(onPlainWire) }),
  (scene) => ({ ...scene, steps: scene.steps.map(lasting) }),
  (scene) => ({ ...scene, names: 'plain' }),
  (scene) => ({ ...scene, rows: scene.rows.slice(0, 1) }),
  (scene) => ({ ...scene, rows: scene.rows.slice(-1) }),
  (scene) => ({ ...scene, rows: scene.rows.slice(-2) }),
  (scene) => ({ ...scene, rows: scene.rows.slice(-3) }),
  (scene) => ({ ...scene, rows: scene.rows.map((row) => ({ ...row, messages: 1 })) }),
];

/** The case that a reader would think of first: three conversations of one kind, of which the second is reset. */
function canonical(scene: Case, kind: Row['kind']): Case {
  const { ids, steps } = scene;
  const last = steps.at(-1);
  if (last?.do !== 'reset') return scene;
  return {
    names: 'plain',
    ids,
    alone: scene.alone,
    paced: scene.paced,
    rows: Array.from({ length: 3 }, () => ({ kind, messages: 1, from: 'other' })),
    steps: [{ ...last, by: 'protagonist', row: 1, wire: 'plain' }],
  };
}

const onPlainWire = (step: Step): Step => withResets(step, { wire: 'plain' });

/** A permanent deletion is looked for as the cause only where nothing less shows it. */
const lasting = (step: Step): Step => withResets(step, { permanently: 'false' });

function withResets(step: Step, change: Partial<Reset>): Step {
  const changed = (act: Act): Act => (act.do === 'reset' ? { ...act, ...change } : act);
  if (step.do === 'together') return { ...step, acts: step.acts.map(changed) };
  return step.do === 'pause' ? step : changed(step);
}
