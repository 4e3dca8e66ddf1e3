import { expect, it } from 'vitest';
import { faultNamed } from '../../mock-server/faults/catalogue.ts';
import { broken } from '../self-test/broken-servers.ts';
import { connectTo } from '../self-test/in-process.ts';
import { keys } from '../self-test/mock-targets.ts';
import { openTarget } from '../target/target.ts';
import { findEffects } from './effects.ts';

it('should find what resets do where they do nothing while something is unread', async () => {
  const fault = faultNamed('idle-while-unread');
  if (fault === undefined) throw new Error('that fault is gone');
  const { handle, close } = await broken(fault, 'mock', keys, 1);
  const options = { baseUrl: 'http://memory.invalid/v3', apiKey: keys.apiKey, prefix: 'cr0a1b2c-' };
  const pace = { driver: undefined, connections: 1, deadlineMs: 1_000, settleMs: 5, signal: undefined };
  const target = await openTarget({ ...options, ...pace }, connectTo(handle));
  const effects = await findEffects(target, ['path-actor']);
  expect(effects['group free temporary']).toMatchObject({ place: 'removed', agedTexts: 'hidden' });
  expect(effects['group preserved temporary']).toMatchObject({ place: 'kept', agedTexts: 'hidden' });
  expect(effects['user free temporary']).toMatchObject({ place: 'removed', texts: 'hidden' });
  await close();
});
