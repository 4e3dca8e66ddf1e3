import { expect, test } from 'vitest';
import { compareView, emptyLedger, expectTexts, hide, keyOf, release, textsThat, viewKey, viewOf } from './ledger.ts';

const peer = { kind: 'group', id: 'crew' } as const;

function viewWith(texts: Readonly<Record<string, boolean | undefined>>) {
  const view = viewOf(emptyLedger(), 'ann', peer);
  for (const [text, expected] of Object.entries(texts)) view.texts.set(text, expected);
  return view;
}

test('a user and a group of one name are two rows', () => {
  expect(keyOf(peer)).toBe('group:crew');
  expect(keyOf({ kind: 'user', id: 'crew' })).not.toBe(keyOf(peer));
  expect(viewKey('ann', peer)).not.toBe(viewKey('bob', peer));
});

test('each user has one view of each conversation', () => {
  const ledger = emptyLedger();
  const view = viewOf(ledger, 'ann', peer);
  expect(viewOf(ledger, 'ann', { ...peer })).toBe(view);
  expect(viewOf(ledger, 'bob', peer)).not.toBe(view);
  expect(viewOf(ledger, 'ann', { kind: 'user', id: 'crew' })).not.toBe(view);
  expect([...ledger.views.values()].map(({ uid }) => uid)).toEqual(['ann', 'bob', 'ann']);
});

test('texts are known to be readable, known to be gone, or open', () => {
  const view = viewWith({ one: true, two: false, three: undefined, four: true });
  expect(textsThat(view, true)).toEqual(['one', 'four']);
  expect(textsThat(view, false)).toEqual(['two']);
  expectTexts(view, undefined);
  expect([textsThat(view, true), textsThat(view, false)]).toEqual([[], []]);
  expectTexts(view, false);
  expect(textsThat(view, false)).toEqual(['one', 'two', 'three', 'four']);
});

test('a text out of sight must not be back until something happens that may bring it back', () => {
  const view = viewWith({ one: true, two: false });
  hide(view, 'one');
  expect(compareView(view, ['one'])?.returned).toEqual(['one']);
  release(view);
  expect(compareView(view, ['one'])).toBeUndefined();
  expect(compareView(view, ['two'])?.returned).toEqual(['two']);
  hide(view, 'one');
  expectTexts(view, false);
  release(view);
  expect(compareView(view, ['one'])?.returned).toEqual(['one']);
});

test.each([
  ['everything that has to be there', ['one', 'four']],
  ['and what is open', ['one', 'three', 'four']],
  ['and what nobody has sent, in any order', ['someone joined', 'four', 'one']],
])('a view may show %s', (_, seen) => {
  expect(compareView(viewWith({ one: true, two: false, three: undefined, four: true }), seen)).toBeUndefined();
});

test('a view must not lack a text, nor bring one back', () => {
  const view = viewWith({ one: true, two: false, three: undefined, four: true });
  expect(compareView(view, ['one'])).toEqual({ missing: ['four'], returned: [], expected: ['one', 'four'] });
  expect(compareView(view, ['one', 'two', 'four'])).toEqual({
    missing: [],
    returned: ['two'],
    expected: ['one', 'four'],
  });
});
