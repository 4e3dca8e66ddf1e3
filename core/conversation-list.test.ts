import { describe, expect } from 'vitest';
import { law } from './arbitrary/law.ts';
import { nameOf, reset, scenarioArb, worldArb } from './arbitrary/world.ts';
import { markRead } from './mark-read.ts';
import { get, slice } from './tree.ts';

describe('a list', () => {
  law('should order exactly the conversations whose side has a place', [worldArb], ({ state }) => {
    for (const { list } of slice(state.users)) {
      const placed = slice(list.sides)
        .filter((side) => side.place !== undefined)
        .sort((one, two) => (one.place ?? 0) - (two.place ?? 0))
        .map((side) => nameOf(side.conversation));
      expect(slice(list.order).map(nameOf)).toEqual(placed);
    }
  });

  law(
    'should share its whole order with the list before, where a change moves no row',
    [scenarioArb],
    ({ state, actor, conversation, options, behaviour }) => {
      const kept = reset(state, actor, conversation, { ...options, preserveOrder: true }, behaviour).state;
      const read = markRead(state, { actor, conversation }).state;
      const order = get(state.users, actor)?.list.order;
      expect(order).toBeDefined();
      expect(get(kept.users, actor)?.list.order).toBe(order);
      expect(get(read.users, actor)?.list.order).toBe(order);
    },
  );
});
