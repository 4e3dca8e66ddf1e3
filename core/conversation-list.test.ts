import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOf, worldArb } from './arbitrary-world.ts';
import { slice } from './tree.ts';

describe('a list', () => {
  it('should order exactly the conversations whose side has a place', () => {
    fc.assert(
      fc.property(worldArb, ({ state }) => {
        for (const { list } of slice(state.users)) {
          const placed = slice(list.sides)
            .filter((side) => side.place !== undefined)
            .sort((one, two) => (one.place ?? 0) - (two.place ?? 0))
            .map((side) => nameOf(side.conversation));
          expect(slice(list.order).map(nameOf)).toEqual(placed);
        }
      }),
    );
  });
});

describe('the histories', () => {
  it('should each have a message', () => {
    fc.assert(
      fc.property(worldArb, ({ state }) => {
        expect(slice(state.histories).filter((history) => history === undefined)).toEqual([]);
      }),
    );
  });
});
