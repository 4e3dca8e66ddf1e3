import { expect, it } from 'vitest';
import { faultNamed, faults } from '../../mock-server/faults/catalogue.ts';
import { requirements } from '../requirements/all.ts';
import { callsOn } from '../testing/calls.ts';
import { broken, secondPermittedServers, secondServers } from './servers.ts';

it('should break every requirement, and nothing else', () => {
  const broken = new Set(faults.map(({ requirement }) => requirement));
  expect([...broken].sort()).toEqual(requirements.map(({ id }) => id).sort());
});

it.each([
  { name: 'second catalogue', servers: secondServers, atLeast: 80 },
  { name: 'second set of permitted servers', servers: secondPermittedServers, atLeast: 25 },
])('should have at least $atLeast servers in the $name, each with a name of its own', ({ servers, atLeast }) => {
  expect(new Set(servers.map(({ subject }) => subject.name)).size).toBe(servers.length);
  expect(servers.length).toBeGreaterThanOrEqual(atLeast);
});

it.each(['mock', 'naive'] as const)('should do wrong over the %s server, and count how often', async (over) => {
  const { handle, reached } = broken(faultNamed('names-nobody-for-groups') ?? expect.fail(), over, 1);
  const call = callsOn(handle);
  await call('POST /users', '', { uid: 'ann', name: 'Ann' });
  await call('POST /groups', 'ann', { guid: 'crew', name: 'Crew' });
  await call('POST /messages', 'ann', { receiver: 'crew', receiverType: 'group', data: { text: 'hi' } });
  expect(reached()).toBe(0);
  const { json } = await call('DELETE /groups/crew/conversation', 'ann', {});
  const message = 'The conversation group_crew has been deleted successfully.';
  expect(json).toEqual({ data: { success: true, message } });
  expect(reached()).toBe(1);
});
