import { expect, it } from 'vitest';
import { ofGroup, type TraceBuilder, trace, when } from '../testing/trace-builder.ts';
import { bringsBack } from './effect.ts';

const hidden = () => when(ofGroup(), { me: 'b a', 'me g': '' });
const seen = (built: TraceBuilder): boolean => built.transitions().some(bringsBack);

it('should say that a message brought back what had been hidden only where messages alone came between', () => {
  expect(
    seen(
      hidden()
        .send('mate', 'g')
        .see({ 'me g': [3, 5] }),
    ),
  ).toBe(true);
  expect(
    seen(
      hidden()
        .send('mate', 'g')
        .see({ 'me g': [5] }),
    ),
  ).toBe(false);
  expect(
    seen(
      hidden()
        .reset(ofGroup())
        .send('mate', 'g')
        .see({ 'me g': [3, 5] }),
    ),
  ).toBe(false);
});

it('should not say so of who has joined, who may be shown what was written before at any time', () => {
  const joined = trace().send('mate', 'g').join('me', 'g').reset(ofGroup()).see({ 'me g': '' });
  expect(seen(joined.send('mate', 'g').see({ 'me g': [1, 2] }))).toBe(false);
});
