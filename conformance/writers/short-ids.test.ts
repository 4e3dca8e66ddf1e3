import { expect, it } from 'vitest';
import { shortIds, withShortIds } from './short-ids.ts';

const scenarioOf = (users: readonly string[], guids: readonly string[] = []) => ({
  ...{ users, groups: guids.map((id) => ({ id, members: [] })), begin: [], steps: [] },
});
const long = (begin: string, end: string) => `${begin}${'x'.repeat(80)}${end}`;

it('should leave out the middle of long ids, and say so', () => {
  const { shorten, legend } = shortIds(scenarioOf(['me', long('u', '0')], [long('g', '1')]));
  expect(shorten(`me resets user:${long('u', '0')} and group:${long('g', '1')}`)).toBe(
    'me resets user:uxxxxxxx…xxxxxxx0 and group:gxxxxxxx…xxxxxxx1',
  );
  expect(legend).toMatch(/^Shown without their middle: uxxxxxxx…xxxxxxx0 \(82 characters\), g\S+ \(82 characters\)\.$/);
});

it('should tell apart what differs at one end, or is the beginning of another', () => {
  const ids = [long('a', ''), long('a', 'bcdefghi'), long('b', '')];
  const { shorten } = shortIds(scenarioOf(ids));
  expect(new Set(ids.map(shorten)).size).toBe(3);
  expect(ids.map(shorten).every((id) => id.length === 17)).toBe(true);
});

it('should leave ids whole that are short, or would look the same', () => {
  const alike = ['0', '1'].map((middle) => `${'u'.repeat(30)}${middle}${'u'.repeat(30)}`);
  const { shorten, legend } = shortIds(scenarioOf(['u'.repeat(40), ...alike]));
  const said = ['u'.repeat(40), ...alike].join(' ');
  expect([shorten(said), legend]).toEqual([said, '']);
});

it('should leave out the middle of what is as long in a sentence', () => {
  const known = 'a'.repeat(40);
  expect(withShortIds(`me reads ${known} in group:${long('g_', '-1')}.`)).toBe(
    `me reads ${known} in group:g_xxxxxx…xxxxxx-1.`,
  );
});
