import { describe, expect, it } from 'vitest';
import { type View, viewKey } from '../execution/trace.ts';
import { reset } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import { checked } from '../testing/check-table.ts';
import {
  begin,
  forGood,
  keep,
  ofA,
  ofB,
  ofGroup,
  rest,
  type Seen,
  type TraceBuilder,
  when,
} from '../testing/trace-builder.ts';
import type { Difference } from './compare-list.ts';
import { violatedBy } from './frame.ts';

/** The views of the world of `begin`, by who looked at what of a reset of `a`, or of the group, by `me`. */
const shown: Readonly<Record<string, Seen>> = {
  ...{ me: 'g b', a: 'mate me', b: 'me', mate: 'a g' },
  ...{ 'me b': '2', 'a me': '1', 'a mate': '4', 'b me': '2', 'mate a': '4', 'mate g': '3' },
};

/** The transition and the interval of one view after the last operation. */
function looked(built: TraceBuilder, view: string) {
  const done = built.see({ [view]: shown[view] ?? [] });
  const transition = done.transitions().findLast(({ intervals }) => intervals.length > 0) ?? expect.fail();
  const nameOf = (one: View) =>
    viewKey(one)
      .replace(/^\w+ /, '')
      .replace(/user:|group:/, '');
  const interval = transition.intervals.find(({ observation }) => nameOf(observation.view) === view) ?? expect.fail();
  return { transition, interval };
}

/** A reset by `me` that shows on its own side. */
const of = (settings: Parameters<typeof ofA>[0] = {}) => when(ofA(settings), { me: 'g b' });
const ofG = () => when(ofGroup(), { me: 'b a' });

const rowLost = { what: 'row lost', row: 'user:x' } as const;
const textsLost = { what: 'messages lost', texts: ['message 1'] } as const;

const violated = (built: TraceBuilder, view: string, difference?: Difference): string | undefined => {
  const { transition, interval } = looked(built, view);
  return violatedBy(transition, interval, difference ?? (view.includes(' ') ? textsLost : rowLost));
};

describe('what a change violates', () => {
  it.each([
    // Who looked at what: after a reset, a permanent deletion, and a group reset.
    ['me', 'nothing-doubled-or-lost', 'nothing-doubled-or-lost', 'nothing-doubled-or-lost'],
    ['me a', 'confirmed-did-it', 'confirmed-did-it', 'nothing-doubled-or-lost'],
    ['me b', 'nothing-doubled-or-lost', 'permanent-deletes-no-other', 'nothing-doubled-or-lost'],
    ['a', 'other-participants-untouched', 'other-participants-untouched', 'bystanders-untouched'],
    ['a me', 'false-deletes-none-for-others', 'permanent-deletes-all', 'bystanders-untouched'],
    ['a mate', 'other-participants-untouched', 'permanent-deletes-no-other', 'bystanders-untouched'],
    ['mate', 'bystanders-untouched', 'bystanders-untouched', 'other-participants-untouched'],
    ['mate g', 'bystanders-untouched', 'permanent-deletes-no-other', 'group-reset-deletes-none-for-others'],
    ['mate a', 'bystanders-untouched', 'permanent-deletes-no-other', 'other-participants-untouched'],
    ['b', 'bystanders-untouched', 'bystanders-untouched', 'bystanders-untouched'],
    ['b me', 'bystanders-untouched', 'permanent-deletes-no-other', 'bystanders-untouched'],
  ])('seen at "%s"', (view, reset, permanent, group) => {
    expect([of(), of(forGood), ofG()].map((built) => violated(built, view))).toEqual([reset, permanent, group]);
  });

  // What else may happen to a list or to messages stands in the tables of the requirements.
  it('should be of the rows and messages that differ', () => {
    const own = { what: 'row lost', row: 'user:a' } as const;
    const order = { what: 'order changed', movable: [] } as const;
    const ownOrder = { what: 'order changed', movable: ['user:a'] } as const;
    expect(violated(of(), 'me', own)).toBe('confirmed-did-it');
    expect(violated(of(), 'me', order)).toBe('rest-keeps-order');
    expect(violated(of({ deleteMessagesPermanently: 'absent' }), 'me', ownOrder)).toBe('user-order-kept');
    const texts = ['message 1'];
    expect(violated(of(), 'b me', { what: 'messages left', texts })).toBe('permanent-deletes-all');
    expect(violated(of(), 'a me', { what: 'messages returned', texts })).toBe('other-participants-untouched');
    expect(violated(of(), 'me b', { what: 'messages returned', texts })).toBe('nothing-doubled-or-lost');
  });

  it('should be acting-user-only where nothing has changed for who asked', () => {
    const noEffect = (settings: Parameters<typeof ofA>[0] = {}) => when(ofA(settings), { me: 'g b a' });
    // Somebody who is merely named in the path has neither asked nor is the other side.
    expect(violated(of({ path: 'b' }), 'b')).toBe('acting-user-only');
    // Nor is it anybody else's whom an unknown user has asked for.
    expect(violated(of({ onBehalfOf: 'unknown' }), 'me')).toBe('acting-user-only');
    // Some of the messages of a deletion are no sign of whom it was applied to.
    const inPart = { what: 'messages in part', texts: ['message 1'] } as const;
    expect(violated(noEffect().see({ 'me a': '1' }), 'a me', inPart)).toBe('permanent-deletes-all');
    // A row that keeps its place as asked says nothing, messages that are all there do.
    expect(violated(noEffect(keep), 'a')).toBe('other-participants-untouched');
    expect(violated(noEffect(keep).see({ 'me a': '1' }), 'a')).toBe('acting-user-only');
  });

  it('should be of the last reset of the very row that is wrong, and else of the last one of who looked', () => {
    const theirs = reset('a', toUser('me'));
    const failed = (seen: Seen) =>
      checked(begin().reset(theirs).reset(ofGroup(keep)).see({ me: seen })).failures.map((one) => one.requirement);
    expect([failed('g b'), failed('g a')]).toEqual([['other-participants-untouched'], ['nothing-doubled-or-lost']]);
  });

  it('should be of each reset whose row is wrong, and of the last of them what no reset names', () => {
    const failed = (built: TraceBuilder, seen: Seen) =>
      checked(built.see({ me: seen })).failures.map(
        ({ requirement, transition: { reset } }) => `${requirement} ${reset?.conversation.id}`,
      );
    const inTurn = () => begin().reset(ofGroup(keep)).reset(ofB(keep));
    const atOnce = () => begin().together(ofGroup(keep), ofB(keep));
    const own = ['group-order-kept g', 'user-order-kept b'];
    for (const build of [inTurn, atOnce]) {
      expect(failed(build(), 'a').toSorted()).toEqual(own);
      expect(failed(build(), '').toSorted()).toEqual([own[0], 'nothing-doubled-or-lost b', own[1]]);
    }
    expect(failed(begin().reset(ofGroup(keep)).reset(ofB()), '').toSorted()).toEqual([
      own[0],
      'nothing-doubled-or-lost g',
    ]);
  });

  it('should be of the conversation or its row after a message', () => {
    const sent = () => begin().send('b', 'me');
    const afterReset = (reset: Reset) => begin().reset(reset).see({ me: rest }).send('b', 'me');
    expect(violated(afterReset(ofB()), 'me', { what: 'row lost', row: 'user:b' })).toBe('confirmed-did-it');
    expect(violated(afterReset(ofA()), 'me', { what: 'row gained', row: 'user:a' })).toBe('nothing-doubled-or-lost');
    // What messages do to lists before any reset, and to the order of the others, is for the target to say.
    for (const row of ['user:b', 'user:x']) expect(violated(sent(), 'me', { what: 'row lost', row })).toBe(undefined);
    expect(violated(afterReset(ofA()), 'me', { what: 'order changed', movable: [] })).toBe(undefined);
    for (const what of ['messages returned', 'messages foreign'] as const) {
      expect(violated(sent(), 'me b', { what, texts: ['message 1'] })).toBe('nothing-doubled-or-lost');
    }
  });

  it('should be no refusal where the request was confirmed, save without a credential: its key comes first', () => {
    expect(violated(of({ body: 'malformed' }), 'b')).toBe('bystanders-untouched');
    expect(violated(of({ apikey: 'absent' }), 'b')).toBe('no-key-refused');
    expect(violated(of({ apikey: 'empty', onBehalfOf: 'absent' }), 'b')).toBe('no-key-refused');
  });
});
