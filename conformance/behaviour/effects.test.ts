import { expect, it } from 'vitest';
import type { Addressing } from '../../core/index.ts';
import { faultNamed } from '../../mock-server/faults/catalogue.ts';
import type { Fault, NamelessFault } from '../../mock-server/faults/fault.ts';
import { taking } from '../../mock-server/faults/parts/actions.ts';
import { permanent, resetBefore, saidAs } from '../../mock-server/faults/parts/conditions.ts';
import { onReset } from '../../mock-server/faults/parts/on-reset.ts';
import { thenChanging, unhidden } from '../../mock-server/faults/parts/stored-messages.ts';
import { broken } from '../self-test/broken-servers.ts';
import { connectTo } from '../self-test/in-process.ts';
import { keys } from '../self-test/mock-targets.ts';
import { openTarget } from '../target/target.ts';
import { findEffects } from './effects.ts';
import { findBehaviour } from './find-behaviour.ts';

/** What is found of a mock server with one fault. */
function effectsWith(name: string, seed: number) {
  const fault = faultNamed(name);
  if (fault === undefined) throw new Error('that fault is gone');
  return effectsOf(fault, seed, ['path-actor']);
}

const effectsOf = async (fault: Fault, seed: number, forms: readonly Addressing[]) =>
  findEffects(await targetWith(fault, seed), forms);

const behaviourOf = async (fault: Fault) => (await findBehaviour(await targetWith(fault, 1), undefined)).behaviour;

const faultOf = (fault: NamelessFault): Fault => ({ ...fault, name: 'a-fault-of-this-test', requirement: 'none' });

async function targetWith(fault: Fault, seed: number) {
  const { handle } = await broken(fault, 'mock', keys, seed);
  const options = { baseUrl: 'http://memory.invalid/v3', apiKey: keys.apiKey, prefix: 'cr0a1b2c-' };
  const pace = { driver: undefined, connections: 1, deadlineMs: 1_000, settleMs: 5, signal: undefined };
  return openTarget({ ...options, ...pace }, connectTo(handle));
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
  const own = onReset(taking('', { preserveOrder: true }), saidAs('path-peer'));
  const effects = await effectsOf(faultOf(own), 1, ['path-actor', 'path-peer', 'path-peer-echo']);
  expect(effects['path-actor free temporary']).toMatchObject({ place: 'removed' });
  expect(effects['path-peer free temporary']).toMatchObject({ place: 'kept' });
  expect(effects['path-peer-echo free temporary']).toMatchObject({ place: 'removed' });
});

it('should not take it for a matter of the second that a second reset hides nothing', async () => {
  const hidesNothing = thenChanging('', (state, before, { reset }) => unhidden(state, before, reset));
  const hidesOnce = onReset(hidesNothing, resetBefore);
  const effects = await effectsOf(faultOf(hidesOnce), 1, ['path-actor']);
  expect(effects['path-actor preserved temporary']).toMatchObject({ texts: 'hidden', agedTexts: 'hidden' });
});

it('should find that a permanent deletion is for everyone in whichever form it is', async () => {
  const lost = onReset(taking('', { deleteMessagesPermanently: false }), permanent, saidAs('path-actor'));
  expect((await behaviourOf(faultOf(lost))).permanentDeletion).toBe('for-everyone');
});

it('should tell what a missing credential is answered, not an empty one', async () => {
  const refuses = (status: number) => ({ status, body: '{}' });
  const { statuses } = await behaviourOf(
    faultOf({
      about: 'An empty credential is answered otherwise than a missing one.',
      apply: async (request, { next }) => {
        if (request.headers['apikey'] === '') return refuses(418);
        return request.headers['onbehalfof'] === '' ? refuses(418) : next(request);
      },
    }),
  );
  expect(statuses).toMatchObject({ missingApiKey: 401, missingOnBehalfOf: 400 });
});
