import { expect, it } from 'vitest';
import { openInMemory } from '../self-test/mock-targets.ts';
import { checked } from '../testing/check-table.ts';
import { begin, ofA, people, referenceProfile } from '../testing/trace-builder.ts';
import { concernedBy, repeat } from './reproduce.ts';

it('should let all observe again who saw that something is wrong, and whoever acted', () => {
  const { failures } = checked(begin().reset(ofA()).see({ a: '', mate: '', me: 'g b' }));
  const [failure] = failures.filter(({ requirement }) => requirement === 'other-participants-untouched');
  expect(failure && concernedBy(failure).toSorted()).toEqual(['a', 'mate', 'me']);
});

it.each([
  ['three times', Number.POSITIVE_INFINITY, 3],
  ['once where two more would cost too much', 20, 1],
])('should repeat what does not come back %s', async (_, most, times) => {
  const means = { target: await openInMemory(), profile: referenceProfile, failures: [] };
  const scenario = { ...people, steps: [ofA()] };
  const tried = await repeat({ ...means, isSpent: (more = 0) => more > most }, scenario, () => false);
  expect(tried).toHaveLength(times);
});
