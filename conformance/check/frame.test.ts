import { describe, expect, it } from 'vitest';
import { viewKey } from '../execution/trace.ts';
import {
  begin,
  forGood,
  keep,
  ofA,
  ofGroup,
  refused,
  type Seen,
  type TraceBuilder,
  unanswered,
  when,
} from '../testing/trace-builder.ts';
import type { Difference } from './compare-list.ts';
import { refusedRequirement, testedBy, violatedBy } from './frame.ts';

/** The views of the world of `begin`, by who looked at what of a reset of `a`, or of the group, by `me`. */
const shown: Readonly<Record<string, Seen>> = {
  ...{ me: 'g b', a: 'mate me', b: 'me', mate: 'a g' },
  ...{ 'me b': '2', 'a me': '1', 'a mate': '4', 'b me': '2', 'mate a': '4', 'mate g': '3' },
};

/** The transition and the interval of one view after the last operation. */
function looked(built: TraceBuilder, view: string) {
  const done = built.see({ [view]: shown[view] ?? [] });
  const transition = done.transitions().findLast(({ intervals }) => intervals.length > 0);
  const interval = transition?.intervals.find(
    ({ observation: { view: one } }) =>
      viewKey(one)
        .replace(/^\w+ /, '')
        .replace(/user:|group:/, '') === view,
  );
  if (transition === undefined || interval === undefined) throw new Error(`nothing was seen at ${view}`);
  return { transition, interval };
}

/** A reset by `me` that shows on its own side. */
const of = (settings: Parameters<typeof ofA>[0] = {}) => when(ofA(settings), { me: 'g b' });
const ofG = () => when(ofGroup(), { me: 'b a' });

const rowLost = { what: 'row lost', row: 'user:x' } as const;
const textsLost = { what: 'messages lost', texts: ['message 1'] } as const;

const violated = (built: TraceBuilder, view: string, difference?: Difference): string => {
  const { transition, interval } = looked(built, view);
  return violatedBy(transition, interval, difference ?? (view.includes(' ') ? textsLost : rowLost));
};

describe('what a change violates', () => {
  it.each([
    // Who looked at what: after a reset, a permanent deletion, and a group reset.
    ['me', 'nothing-doubled-or-lost', 'nothing-doubled-or-lost', 'nothing-doubled-or-lost'],
    ['me a', 'confirmed-did-it', 'permanent-deletes-all', 'nothing-doubled-or-lost'],
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

  const order = (...movable: readonly string[]) => ({ what: 'order changed', movable }) as const;
  const lost = (row: string) => ({ what: 'row lost', row }) as const;
  const twice = { what: 'row doubled', row: 'user:a' } as const;
  const leftOut = { deleteMessagesPermanently: 'absent' } as const;
  it.each([
    ['its own row has moved', of(), 'me', order('user:a'), 'user-order-kept'],
    ['its own row has gone', of(keep), 'me', lost('user:a'), 'user-order-kept'],
    ['its own row did not come', of(), 'me', lost('user:a'), 'nothing-doubled-or-lost'],
    ['the row of a group has moved', ofG(), 'me', order('group:g', 'user:b'), 'group-order-kept'],
    ['its own row, with the deletion left out', of(leftOut), 'me', order('user:a'), 'user-order-kept'],
    ['with permanent deletion', of(forGood), 'me', order('user:a'), 'order-kept-with-permanent-deletion'],
    ['another row has moved', of(), 'me', order('user:b'), 'rest-keeps-order'],
    ['no one row explains it', of(), 'me', order(), 'rest-keeps-order'],
    ['a row of the other side has moved', of(), 'a', order('user:me'), 'other-participants-untouched'],
    ['a row of somebody else has moved', of(), 'mate', order('user:a'), 'bystanders-untouched'],
    ['its own row stands there twice', of(), 'me', twice, 'nothing-doubled-or-lost'],
  ] as const)('in a list: %s', (_, built, view, difference, requirement) => {
    expect(violated(built, view, difference)).toBe(requirement);
  });

  const texts = ['message 1'];
  it.each([
    ['what was deleted is there', of(), 'me a', 'messages left', 'permanent-deletes-all'],
    ['also for somebody else', of(), 'b me', 'messages left', 'permanent-deletes-all'],
    ['what was hidden for the other side is back', of(), 'a me', 'messages returned', 'other-participants-untouched'],
    ['what was hidden for the acting user is back', of(), 'me b', 'messages returned', 'nothing-doubled-or-lost'],
    ['some are left', of(forGood), 'a me', 'messages in part', 'permanent-deletes-all'],
    ['those of another conversation', of(), 'me b', 'messages foreign', 'nothing-doubled-or-lost'],
  ] as const)('in messages: %s', (_, built, view, what, requirement) => {
    expect(violated(built, view, { what, texts })).toBe(requirement);
  });

  it('should be acting-user-only where nothing has changed for who asked', () => {
    const noEffect = (settings: Parameters<typeof ofA>[0] = {}) => when(ofA(settings), { me: 'g b a' });
    for (const view of ['a', 'mate']) expect(violated(noEffect(), view)).toBe('acting-user-only');
    expect(violated(noEffect().see({ 'me a': '1' }), 'a me')).toBe('acting-user-only');
    // Somebody who is merely named in the path has neither asked nor is the other side.
    expect(violated(of({ path: 'b' }), 'b')).toBe('acting-user-only');
    // Some of the messages of a deletion are no sign of whom it was applied to.
    const inPart = { what: 'messages in part', texts } as const;
    expect(violated(noEffect().see({ 'me a': '1' }), 'a me', inPart)).toBe('permanent-deletes-all');
    // A row that keeps its place as asked says nothing, messages that are all there do.
    expect(violated(noEffect(keep), 'a')).toBe('other-participants-untouched');
    expect(violated(noEffect(keep).see({ 'me a': '1' }), 'a')).toBe('acting-user-only');
  });

  it.each([
    ['messages left', 'permanent-deletes-all'],
    ['messages lost', 'confirmed-did-it'],
    ['messages returned', 'nothing-doubled-or-lost'],
    ['messages foreign', 'nothing-doubled-or-lost'],
  ] as const)('after a message: %s', (what, requirement) => {
    expect(violated(begin().send('b', 'me'), 'me b', { what, texts })).toBe(requirement);
  });
  it('after a message: a row', () => {
    expect(violated(begin().send('b', 'me'), 'me', rowLost)).toBe('nothing-doubled-or-lost');
    expect(violated(begin().send('b', 'me'), 'me', order('group:g'))).toBe('rest-keeps-order');
  });
});

describe('a refusal', () => {
  it.each([
    [{}, 'refused-changed-nothing'],
    [{ body: 'malformed' }, 'refused-changed-nothing'],
    [{ onBehalfOf: 'unknown' }, 'refused-changed-nothing'],
    [{ onBehalfOf: 'absent' }, 'no-acting-user-refused'],
    [{ onBehalfOf: 'empty' }, 'no-acting-user-refused'],
    [{ apikey: 'absent' }, 'no-key-refused'],
    [{ apikey: 'empty', onBehalfOf: 'absent' }, 'no-key-refused'],
    [{ apikey: 'unrelated' }, 'wrong-key-refused'],
    [{ apikey: 'other-case' }, 'wrong-key-refused'],
  ] as const)('of %j is %s, whoever sees a change', (settings, requirement) => {
    for (const view of ['me', 'a', 'mate g']) {
      expect(violated(begin().reset(ofA(settings), refused()), view)).toBe(requirement);
    }
    expect(refusedRequirement(ofA(settings))).toBe(requirement);
    const { transition, interval } = looked(begin().reset(ofA(settings), refused()), 'me b');
    expect(testedBy(transition, interval)).toEqual([requirement]);
  });

  it('should be none where the request was confirmed, save without a credential', () => {
    expect(violated(of({ body: 'malformed' }), 'b')).toBe('bystanders-untouched');
    expect(violated(of({ apikey: 'absent' }), 'b')).toBe('no-key-refused');
  });
});

describe('what an observation puts to the test', () => {
  const tested = (built: TraceBuilder, view: string): readonly string[] => {
    const { transition, interval } = looked(built, view);
    return testedBy(transition, interval);
  };
  const three = () => begin().reset(ofA());
  const two = () => begin('b a').reset(ofA());

  it.each<[string, TraceBuilder, readonly string[]]>([
    ['me', three(), ['nothing-doubled-or-lost', 'rest-keeps-order']],
    ['me', two(), ['nothing-doubled-or-lost']],
    ['me', begin('a').reset(ofA()), []],
    ['me a', of(), []],
    ['me a', of(forGood), ['permanent-deletes-all']],
    ['me a', when(ofA(forGood), { me: 'b' }, unanswered), []],
    ['a me', when(ofA(forGood), { me: 'b' }, refused(500)), []],
    ['me b', of(), ['nothing-doubled-or-lost']],
    ['a', of(), ['other-participants-untouched']],
    ['a me', of(), ['false-deletes-none-for-others']],
    ['a me', of(forGood), ['permanent-deletes-all']],
    ['b', of(), ['bystanders-untouched']],
    ['mate g', ofG(), ['group-reset-deletes-none-for-others']],
    ['a', begin().reset(ofA(), refused()), []],
    ['me', begin().send('a', 'me'), []],
  ])('"%s": row %#', (view, built, requirements) => {
    expect(tested(built, view)).toEqual(requirements);
  });

  it('should be nothing where there is nothing to read', () => {
    expect(tested(of(), 'me mate')).toEqual([]);
  });
});
