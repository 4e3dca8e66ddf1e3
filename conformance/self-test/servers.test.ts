import { expect, it } from 'vitest';
import { requirements } from '../requirements.ts';
import { servers } from './servers.ts';

it('should break every requirement, and nothing else', () => {
  const broken = new Set(servers.first.map(({ subject }) => subject.breaks));
  expect([...broken].sort()).toEqual(requirements.map(({ id }) => id).sort());
});

it.each([
  ['first', 181],
  ['second', 92],
  ['permitted', 63],
  ['second-permitted', 35],
  ['slow', 4],
  ['control', 4],
] as const)('should be so many: %s, %d', (kind, count) => {
  expect(new Set(servers[kind].map(({ subject }) => subject.name)).size).toBe(count);
});
