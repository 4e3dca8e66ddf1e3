import { expect, it } from 'vitest';
import { begin, ofA, ofGroup, referenceProfile, type TraceBuilder, trace } from '../testing/trace-builder.ts';
import { garblesTexts, withLooks } from './looks.ts';

const learned = (...built: readonly TraceBuilder[]) =>
  withLooks(
    referenceProfile,
    built.map((one) => one.trace()),
  );
const limits = (...built: readonly TraceBuilder[]) => Object.values(learned(...built).limits).join(' ');
const none = 'Infinity Infinity';
const sent = (texts: string, times = 4) => trace().send('a', 'me', times).see({ 'me a': texts });

it.each<[string, readonly TraceBuilder[], string]>([
  ['a whole look', [sent('1 2 3 4')], none],
  ['the newest texts', [sent('3 4')], 'Infinity 2'],
  ['the newest texts, where another look shows more', [sent('3 4'), sent('1 2 3', 3)], none],
  ['the oldest texts, as where reads lag', [sent('1 2')], none],
  ['the newest texts after a reset', [trace().send('a', 'me', 2).reset(ofGroup()).see({ 'me a': '2' })], none],
  [
    'the newest rows of a list that was whole',
    [begin().reset(ofA()).see({ me: 'g b a' }).send('mate', 'me').see({ me: 'mate g b' })],
    '3 Infinity',
  ],
  ['fewer rows beside a reset', [begin().send('mate', 'me').reset(ofA()).see({ me: 'mate g b' })], none],
  ['the newest rows', [begin('g b')], '2 Infinity'],
  ['the oldest rows', [begin('b a')], none],
])('should find a limit where there is one: %s', (_, built, found) => {
  expect(limits(...built)).toBe(found);
});

it('should know no limit any more once a look shows more', () => {
  const known = { ...referenceProfile, limits: { rows: 3, texts: 2 } };
  expect(withLooks(known, [sent('1 2 3', 3).trace()]).limits).toEqual({ rows: 3, texts: Number.POSITIVE_INFINITY });
});

const looks = (one: string, other: string) => begin().settled().see({ me: one }).settled().see({ me: other });
it.each([
  ['nothing was done between', looks('g b a', 'b g a'), false],
  ['only rows came or went', looks('g b a', 'b a'), true],
  ['they were early', begin().see({ me: 'g b a' }).later().see({ me: 'b g a' }), true],
  ['a message came between', looks('g b a', 'g b a').send('a', 'me').settled().see({ me: 'a g b' }), true],
  [
    'a reset of it may have come late',
    begin().reset(ofA()).settled().see({ me: 'g b a' }).settled().see({ me: 'a g b' }),
    true,
  ],
  [
    'a reset of another one came before',
    begin().reset(ofA()).settled().see({ me: 'g b a' }).settled().see({ me: 'b g a' }),
    false,
  ],
])('should find that looks at a list agree unless rows change places by themselves: %s', (_, built, isOrdered) => {
  const { usual, ...profile } = learned(built);
  expect([profile.isOrdered, profile.messageRaises]).toEqual([isOrdered, isOrdered]);
});

it('should find nothing in what is void', () => {
  expect(withLooks(referenceProfile, [sent('3 4').trace({ void: 'refused' })])).toBe(referenceProfile);
});

it('should find that no text is read as it was sent, only where others are read', () => {
  const garbles = (texts: readonly string[]) => garblesTexts(trace().send('a', 'me').see({ 'me a': texts }).trace());
  expect([['mess'], ['mess', '1'], []].map(garbles)).toEqual([true, false, false]);
});
