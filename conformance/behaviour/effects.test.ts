import { expect, it } from 'vitest';
import type { Addressing } from '../../core/index.ts';
import { faultNamed } from '../../mock-server/faults/catalogue.ts';
import { saidAs } from '../../mock-server/faults/conditions.ts';
import { taking } from '../../mock-server/faults/deeds.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { onReset } from '../../mock-server/faults/scene.ts';
import { broken } from '../self-test/broken-servers.ts';
import { connectTo } from '../self-test/in-process.ts';
import { keys } from '../self-test/mock-targets.ts';
import { openTarget } from '../target/target.ts';
import { findEffects } from './effects.ts';

/** What is found of a mock server with one fault. */
function effectsWith(name: string, seed: number) {
  const fault = faultNamed(name);
  if (fault === undefined) throw new Error('that fault is gone');
  return effectsOf(fault, seed, ['path-actor']);
}

async function effectsOf(fault: Fault, seed: number, forms: readonly Addressing[]) {
  const { handle } = await broken(fault, 'mock', keys, seed);
  const options = { baseUrl: 'http://memory.invalid/v3', apiKey: keys.apiKey, prefix: 'cr0a1b2c-' };
  const pace = { driver: undefined, connections: 1, deadlineMs: 1_000, settleMs: 5, signal: undefined };
  const target = await openTarget({ ...options, ...pace }, connectTo(handle));
  return findEffects(target, forms);
}

it('should find what resets do where they do nothing while something is unread', async () => {
  const effects = await effectsWith('idle-while-unread', 1);
  expect(effects['group free temporary']).toMatchObject({ place: 'removed', agedTexts: 'hidden' });
  expect(effects['group preserved temporary']).toMatchObject({ place: 'kept', agedTexts: 'hidden' });
  expect(effects['path-actor free temporary']).toMatchObject({ place: 'removed', texts: 'hidden' });
});

it('should not take a mood for the rule, nor for a matter of the second', async () => {
  // With this seed it comes twice in the first three resets, and then not for a while.
  const effects = await effectsWith('messages-readable-at-times', 184);
  expect(effects['path-actor free temporary']).toMatchObject({
    place: 'removed',
    texts: 'hidden',
    agedTexts: 'hidden',
  });
});

it('should not take two moods for a third place', async () => {
  // With this seed it stays twice in the first three resets, once in the next three, and then not for a while.
  const effects = await effectsWith('place-kept-at-times', 4809);
  expect(effects['path-actor free temporary']).toMatchObject({ place: 'removed', texts: 'hidden' });
});

it('should take a permanent deletion to be for everyone where it was lost in most worlds', async () => {
  // With this seed it is lost twice in three.
  const effects = await effectsWith('permanent-deletion-lost-at-times', 10163);
  expect(effects['path-actor free permanent']).toMatchObject({ othersTexts: 'hidden' });
});

it('should find each form’s own effect', async () => {
  const own = onReset(saidAs('path-peer'), taking({ preserveOrder: true }));
  const fault = { name: 'kept-in-peer-form', about: 'No matter.', requirement: 'none', misbehave: own };
  const effects = await effectsOf(fault, 1, ['path-actor', 'path-peer', 'path-peer-echo']);
  expect(effects['path-actor free temporary']).toMatchObject({ place: 'removed' });
  expect(effects['path-peer free temporary']).toMatchObject({ place: 'kept' });
  expect(effects['path-peer-echo free temporary']).toMatchObject({ place: 'removed' });
});
