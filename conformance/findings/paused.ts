import type { Case } from '../cases/case.ts';

/**
 * The case up to a step, with a pause before it: where a target hides messages by whole seconds, it treats those of the
 * reset's own second otherwise, and what is seen without the pause may be no more than that.
 */
export const pausedBefore = (scene: Case, step: number): Case => ({
  ...scene,
  steps: [...scene.steps.slice(0, step), { do: 'pause' }, ...scene.steps.slice(step, step + 1)],
});
