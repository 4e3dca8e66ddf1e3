import { expect, it } from 'vitest';
import type { Failure } from '../check/check-trace.ts';
import { reset } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import { isReset } from '../scenario/scenario.ts';
import { checked } from '../testing/check-table.ts';
import { begin, ofA, ofB, rest, type TraceBuilder, when } from '../testing/trace-builder.ts';
import { plainestFirst } from './plainness.ts';

/** The last operation of a trace, as if it failed. */
function failureOf(built: TraceBuilder): Failure {
  const transition = built.transitions().at(-1) ?? expect.fail('nothing was done');
  const comparison = { of: 'answer', expected: '', seen: '' } as const;
  return { requirement: 'user-order-kept', trace: built.trace(), transition, comparison };
}

it('should put the shorter way and the plainer request first: plain, of equal meaning, undocumented, two at once', () => {
  const inOrder = [
    begin().reset(ofA()),
    begin().reset(ofB()).reset(ofA()),
    begin().reset(ofA({ wire: ['charset'] })),
    begin().reset(ofA({ extra: { colour: 'red' } })),
    begin().together(ofA(), ofB()),
  ].map(failureOf);
  expect(plainestFirst(inOrder.toReversed())).toEqual(inOrder);
});

it('should put what was seen, however odd, before what was expected of a message', () => {
  const seen = when(ofA({ extra: { colour: 'red' } }), { me: rest });
  const expected = begin().send('b', 'me').reset(ofA()).see({ me: rest });
  const comparison = { of: 'list', owner: 'me', before: [], expected: [], seen: [] } as const;
  const moved = { comparison, difference: { what: 'order changed', movable: [] } } as const;
  const inOrder = [seen, expected].map((built) => ({ ...failureOf(built), ...moved }));
  expect(plainestFirst(inOrder.toReversed())).toEqual(inOrder);
});

it('should put what one reset alone may have done, however odd, before what another one may have done as well', () => {
  const byA = reset('a', toUser('me'), { extra: { colour: 'red' } });
  const [one, other] = [
    begin().reset(byA),
    begin()
      .reset(ofB())
      .reset(reset('a', toUser('me'))),
  ].map((built) =>
    checked(built.see({ me: 'g' })).failures.find(({ difference }) => difference?.what === 'row lost'),
  ) as [Failure, Failure];
  expect(plainestFirst([other, one])).toEqual([one, other]);
});

it('should put an unusual effect that was still there when the target had settled before one that may be a stale read', () => {
  const unusualAfter = (built: TraceBuilder): Failure => {
    const peer = { kind: 'user', id: 'a' } as const;
    const comparison = {
      of: 'messages',
      owner: 'me',
      peer,
      before: ['message 1'],
      expected: [],
      seen: ['message 1'],
    } as const;
    const transition = built.transitions().find(({ executed }) => isReset(executed.operation)) ?? expect.fail();
    return { ...failureOf(built), transition, comparison, isUnusual: true };
  };
  const seen = () => begin().reset(ofA()).see({ 'me a': '1' });
  const [early, gone, touched, still] = [
    seen(),
    seen().settled().see({ 'me a': '' }),
    seen().send('a', 'me').settled().see({ 'me a': '1' }),
    seen().send('b', 'me').settled().see({ 'me a': '1' }),
  ].map(unusualAfter) as [Failure, Failure, Failure, Failure];
  for (const other of [early, gone, touched]) expect(plainestFirst([other, still])[0]).toBe(still);
  const { isUnusual: _, ...wrong } = unusualAfter(
    begin()
      .reset({ ...ofA(), wire: ['chunked'] })
      .see({ 'me a': '1' }),
  );
  expect(plainestFirst([still, wrong])[0]).toBe(wrong);
});
