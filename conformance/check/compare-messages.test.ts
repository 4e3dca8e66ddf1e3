import { expect, it } from 'vitest';
import { scopeOf } from '../scenario/ids.ts';
import { textOf } from '../testing/trace-builder.ts';
import type { Difference } from './compare-list.ts';
import { adopt, compareMessages, lawfulTexts, type TextState } from './compare-messages.ts';

const compare = (states: readonly TextState[], seen: readonly (number | string)[]): readonly Difference[] =>
  compareMessages(new Map(states.map((state, index) => [textOf(index + 1), state])), seen.map(textOf));

const all = (what: string, ...texts: readonly number[]) => [{ what, texts: texts.map(textOf) }];

const other = scopeOf('cr123abc-', 1);

it.each<[readonly TextState[], readonly (number | string)[], readonly unknown[]]>([
  [['there', 'there'], [1, 2], []],
  [['there', 'there'], [2], all('messages lost', 1)],
  [['there', 'there'], [], all('messages lost', 1, 2)],
  [['deleted', 'there'], [2], []],
  [['deleted', 'there'], [1, 2], all('messages left', 1)],
  [['hidden', 'hidden'], [], []],
  [['hidden', 'hidden'], [2], all('messages returned', 2)],
  [['open', 'open'], [], []],
  [['open', 'open'], [1], []],
  [['open', 'open'], [1, 2], []],
  [['alike', 'alike'], [], []],
  [['alike', 'alike'], [1, 2], []],
  [['alike', 'alike'], [2], all('messages in part', 2)],
  // Both ways: what does not belong to the view.
  [['there'], [1, 7], all('messages foreign', 7)],
  [['there'], [1, `${other}message 1`], [{ what: 'messages foreign', texts: [`${other}message 1`] }]],
  [['there'], [1, 'mate has left the group'], []],
  [['there'], [1, 'Reset up to message 1'], []],
  [
    ['there', 'deleted', 'hidden'],
    [2, 3],
    [...all('messages lost', 1), ...all('messages left', 2), ...all('messages returned', 3)],
  ],
])('of messages that are %j it is seen %j', (states, seen, differences) => {
  expect(compare(states, seen)).toEqual(differences);
  const byText = new Map(states.map((state, index) => [textOf(index + 1), state]));
  const lawful = lawfulTexts(seen.map(textOf), differences as readonly Difference[]);
  expect(compareMessages(byText, lawful)).toEqual([]);
  if (differences.length === 0) expect(lawful).toEqual(seen.map(textOf));
});

it('should hold a text of another conversation against what came before it is seen, and against nothing later', () => {
  const states = new Map<string, TextState>([[textOf(1), 'there']]);
  const seen = [1, 7].map(textOf);
  expect(compareMessages(states, seen)).toEqual(all('messages foreign', 7));
  adopt(states, seen);
  expect([seen, [textOf(1)]].map((one) => compareMessages(states, one))).toEqual([[], []]);
});
