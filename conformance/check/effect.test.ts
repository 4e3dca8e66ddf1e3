import { expect, it } from 'vitest';
import { begin, ofGroup, type Seen, type TraceBuilder, trace, when } from '../testing/trace-builder.ts';
import { bringsBack } from './effect.ts';

const hidden = () => when(ofGroup(), { me: 'b a', 'me g': '' });
/** A message after that, and what can be read then. */
const returns = (built: TraceBuilder, seen: Seen): boolean =>
  built.send('mate', 'g').see({ 'me g': seen }).transitions().some(bringsBack);

it('should say that a message brought back what a reset had hidden only where messages alone came between', () => {
  expect(returns(hidden(), [3, 5])).toBe(true);
  expect(returns(hidden(), [5])).toBe(false);
  expect(returns(hidden().reset(ofGroup()), [3, 5])).toBe(false);
  expect(returns(begin().see({ 'me g': '' }), [3, 5])).toBe(false);
});

it('should not say so of who has joined, who may be shown what was written before at any time', () => {
  const joined = (who: string) => trace().send('mate', 'g').join(who, 'g').reset(ofGroup()).see({ 'me g': '' });
  expect([returns(joined('me'), [1, 2]), returns(joined('mate'), [1, 2])]).toEqual([false, true]);
});
