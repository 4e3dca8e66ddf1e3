import { expect, it } from 'vitest';
import { faultNamed, faults } from '../../mock-server/faults/catalogue.ts';
import { isRequirementId, requirements } from '../requirements/all.ts';
import { callsOn } from '../testing/calls.ts';
import { broken, canBreak } from './broken-servers.ts';
import { start } from './subject.ts';

const keys = { apiKey: 'Self-Test-Key', authOnlyKey: 'other-key' };

it.each([
  'second',
  'second-permitted',
  'slow',
  'control',
] as const)('should refuse a %s server that is not there', (kind) => {
  expect(() => start({ kind, name: 'nothing' }, keys, 1)).toThrow(`There is no ${kind} server {"name":"nothing"}.`);
});

it('should break requirements that exist, and each of them', () => {
  expect(faults.filter(({ requirement }) => !isRequirementId(requirement))).toEqual([]);
  const met = new Set(faults.map(({ requirement }) => requirement));
  expect(requirements.map(({ id }) => id).filter((id) => !met.has(id))).toEqual([]);
});

it.each(['mock', 'naive'] as const)('should do wrong over the %s server, and count how often', async (over) => {
  const fault = faultNamed('names-nobody-for-groups');
  if (fault === undefined) throw new Error('that fault is gone');
  const { handle, reached } = broken(fault, over, keys, 1);
  const call = callsOn(handle, keys.apiKey);
  await call('POST /users', '', { uid: 'ann', name: 'Ann' });
  await call('POST /groups', 'ann', { guid: 'crew', name: 'Crew' });
  await call('POST /messages', 'ann', { receiver: 'crew', receiverType: 'group', data: { text: 'hi' } });
  expect(reached()).toBe(0);
  const { json } = await call('DELETE /groups/crew/conversation', 'ann', {});
  expect(json).toEqual({
    data: { success: true, message: 'The conversation group_crew has been deleted successfully.' },
  });
  expect(reached()).toBe(1);
});

it('should not break the naive server where a fault needs an open state', () => {
  const fault = faults.find(({ needs }) => needs === 'state');
  if (fault === undefined) throw new Error('no fault needs an open state');
  expect(canBreak(fault, 'mock')).toBe(true);
  expect(canBreak(fault, 'naive')).toBe(false);
  expect(() => broken(fault, 'naive', keys, 1)).toThrow(fault.name);
});
