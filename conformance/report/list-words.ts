import type { ListComparison } from '../report.ts';
import type { Mark } from './list-diff.ts';

/** What stands in place of a list without entries. */
export const emptyWords: Readonly<Record<ListComparison['of'], string>> = {
  list: 'no conversations',
  messages: 'no messages',
};

export const signs: Readonly<Record<Mark, string>> = { same: '', moved: '↕', lost: '−', extra: '+', free: '~' };

/** What a mark says of an entry. Of two outcomes that contradict each other, none is the expected one. */
export function meaningOf(mark: Mark, { otherwise }: ListComparison): string {
  switch (mark) {
    case 'same':
      return '';
    case 'moved':
      return otherwise === undefined ? 'out of its place' : `elsewhere ${otherwise}`;
    case 'lost':
      return otherwise === undefined ? 'missing' : `only ${otherwise}`;
    case 'extra':
      return otherwise === undefined ? 'not expected' : `not ${otherwise}`;
    case 'free':
      return 'may be in any place, or gone';
  }
}

/** The heading of the list that the one seen is compared with. */
export const expectedHeading = ({ otherwise = 'expected' }: ListComparison): string => otherwise;
