import { expect, it } from 'vitest';
import { faults } from '../../mock-server/faults/catalogue.ts';
import { requirements } from '../requirements/all.ts';
import { callsOn } from '../testing/calls.ts';
import { broken } from './broken-servers.ts';
import { faultOf, start } from './subject.ts';

const keys = { apiKey: 'Self-Test-Key', authOnlyKey: 'other-key' };

it('should break every requirement, and nothing else', () => {
  const broken = new Set(faults.map(({ requirement }) => requirement));
  expect([...broken].sort()).toEqual(requirements.map(({ id }) => id).sort());
});

it.each(['mock', 'naive'] as const)('should do wrong over the %s server, and count how often', async (over) => {
  const { handle, reached } = broken(faultOf({ name: 'names-nobody-for-groups' }), over, keys, 1);
  const call = callsOn(handle, keys.apiKey);
  await call('POST /users', '', { uid: 'ann', name: 'Ann' });
  await call('POST /groups', 'ann', { guid: 'crew', name: 'Crew' });
  await call('POST /messages', 'ann', { receiver: 'crew', receiverType: 'group', data: { text: 'hi' } });
  expect(reached()).toBe(0);
  const { json } = await call('DELETE /groups/crew/conversation', 'ann', {});
  const message = 'The conversation group_crew has been deleted successfully.';
  expect(json).toEqual({ data: { success: true, message } });
  expect(reached()).toBe(1);
});

it('should not start what there is not', () => {
  expect(() => start({ kind: 'slow', name: 'nothing' }, keys, 1)).toThrow('There is no slow server nothing.');
  expect(() => start({ kind: 'first', name: 'nothing', over: 'mock' }, keys, 1)).toThrow('There is no fault nothing.');
});
