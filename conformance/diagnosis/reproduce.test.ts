import { expect, it } from 'vitest';
import { checked } from '../testing/check-table.ts';
import { begin, ofA } from '../testing/trace-builder.ts';
import { concernedBy } from './reproduce.ts';

it('should let all observe again who saw that something is wrong, and whoever acted', () => {
  const { failures } = checked(begin().reset(ofA()).see({ a: '', mate: '', me: 'g b' }));
  const [failure] = failures.filter(({ requirement }) => requirement === 'other-participants-untouched');
  expect(failure && concernedBy(failure).toSorted()).toEqual(['a', 'mate', 'me']);
});
