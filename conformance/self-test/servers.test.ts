import { expect, it } from 'vitest';
import { requirements } from '../requirements.ts';
import { callsOn } from '../testing/calls.ts';
import { serverNamed, servers } from './servers.ts';

it('should break every requirement, and nothing else', () => {
  const broken = new Set(servers.first.map(({ subject }) => subject.breaks));
  expect([...broken].sort()).toEqual(requirements.map(({ id }) => id).sort());
});

it.each([
  ['first', 180],
  ['second', 92],
  ['permitted', 63],
  ['second-permitted', 30],
  ['slow', 4],
  ['control', 4],
] as const)('should be so many: %s, %d', (kind, count) => {
  expect(new Set(servers[kind].map(({ subject }) => subject.name)).size).toBe(count);
});

it('should do wrong, and count how often', async () => {
  const { handle, reached } = serverNamed('names-nobody-for-groups').start(1);
  const call = callsOn(handle);
  await call('POST /users', '', { uid: 'ann', name: 'Ann' });
  await call('POST /groups', 'ann', { guid: 'crew', name: 'Crew' });
  await call('POST /messages', 'ann', { receiver: 'crew', receiverType: 'group', data: { text: 'hi' } });
  expect(reached?.()).toBe(0);
  const { json } = await call('DELETE /groups/crew/conversation', 'ann', {});
  const message = 'The conversation group_crew has been deleted successfully.';
  expect(json).toEqual({ data: { success: true, message } });
  expect(reached?.()).toBe(1);
});
