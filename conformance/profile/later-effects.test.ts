import { expect, it } from 'vitest';
import { resetsIn, type Trace } from '../execution/trace.ts';
import { times } from '../plan/world.ts';
import type { Reset } from '../scenario/scenario.ts';
import {
  begin,
  forGood,
  keep,
  ofA,
  ofGroup,
  referenceProfile,
  type Seen,
  usually,
  when,
} from '../testing/trace-builder.ts';
import { withLaterEffects, withLaterMeaning, withLaterTexts, withoutSeconds, withSeconds } from './later-effects.ts';
import { omittedClass, type Profile } from './profile.ts';

const noEffect = { place: 'kept', texts: 'visible' } as const;
const withoutEffect = { ...referenceProfile, usual: usually(noEffect) };
/** A group reset, after which this is seen. */
const seeing = (list: Seen, messages: Seen, choices: Partial<Reset> = {}): Trace =>
  when({ ...ofGroup(), ...choices }, { me: list, 'me g': messages }).trace();
const withField = seeing('b a', '', { extra: { deleteMessagesPermanently: true } });
const [gone, kept] = [seeing('b a', ''), seeing('g b a', [3])];
const learned = (...traces: readonly Trace[]) =>
  withLaterEffects(withoutEffect, traces).usual.get('group free temporary');

it('should take what resets of a class did later for what they do, where they did nothing before', () => {
  expect(learned(gone, kept, gone)).toEqual({ place: 'removed', texts: 'hidden' });
  const others = withLaterEffects(withoutEffect, [gone, gone]).usual.get('group preserved temporary');
  expect(others).toEqual({ place: 'kept', texts: 'visible' });
});

it('should take nothing for that which was seen once, may be a tie, or may come of a field that is not documented', () => {
  const moved = seeing('b g a', [3]);
  expect(withLaterEffects(withoutEffect, [gone, kept])).toBe(withoutEffect);
  for (const one of [moved, withField, kept]) expect(withLaterEffects(withoutEffect, [one, one])).toBe(withoutEffect);
  expect(withLaterEffects(referenceProfile, [kept, kept])).toBe(referenceProfile);
});

it('should take what most resets of a class did for what they do, where some did not do what they did before', () => {
  const keeping = { ...referenceProfile, usual: usually({ place: 'kept', texts: 'hidden' }) };
  const stayed = seeing('g b a', '');
  const usual = (...traces: readonly Trace[]) =>
    withLaterEffects(keeping, traces, [ofGroup()]).usual.get('group free temporary');
  expect(usual(gone, stayed, gone)).toEqual({ place: 'removed', texts: 'hidden' });
  expect(usual(stayed, gone, stayed)).toEqual({ place: 'kept', texts: 'hidden' });
  expect(withLaterEffects(keeping, [gone, gone])).toBe(keeping);
});

it.each([
  'last',
  'removed',
] as const)('should say whether a row is gone as most do, where the probes saw it %s', (place) => {
  const before = { ...referenceProfile, usual: usually({ place, texts: 'visible' }) };
  const [left, moved] = [seeing('b a', [3]), seeing('b a g', [3])];
  const isGone = (...traces: readonly Trace[]) =>
    withLaterEffects(before, traces, [ofGroup()]).usual.get('group free temporary')?.place === 'removed';
  expect([isGone(left, moved, moved), isGone(moved, left, left)]).toEqual([false, true]);
});

it('should take what most resets of a class did to the messages for what they do, where the probes saw both', () => {
  const both: Profile = { ...referenceProfile, usual: usually({ place: 'removed', texts: 'part' }) };
  const left = seeing('b a', [3]);
  const usual = (profile: Profile, ...traces: readonly Trace[]) => withLaterTexts(profile, traces).usual;
  expect(usual(both, gone, left, gone).get('group free temporary')).toEqual({ place: 'removed', texts: 'hidden' });
  expect(usual(both, left, gone, left).get('group free temporary')).toEqual({ place: 'removed', texts: 'visible' });
  // One that takes some and leaves others does both.
  const some = begin()
    .send('mate', 'g')
    .see({ 'me g': [3, 5] })
    .reset(ofGroup())
    .see({ me: 'b a', 'me g': [5] })
    .trace();
  expect(withLaterTexts(both, [some, some, gone, gone, gone])).toBe(both);
  expect(usual(both, some, gone, gone).get('group free temporary')?.texts).toBe('hidden');
  expect(withLaterTexts(referenceProfile, [some, some, gone, gone, gone], [ofGroup()])).toBe(referenceProfile);
  const forGoodToo = begin()
    .send('a', 'me')
    .see({ 'me a': [1, 5] })
    .reset(ofA(forGood))
    .see({ me: 'g b', 'me a': [5] })
    .trace();
  expect(usual(both, forGoodToo, forGoodToo, gone, gone).get('group free temporary')?.texts).toBe('hidden');
  // How a row that was kept was seen counts as well.
  const [keptHidden, keptLeft] = [seeing('g b a', '', keep), seeing('g b a', [3], keep)];
  const kept = { place: 'kept', texts: 'part' } as const;
  const keeping: Profile = { ...referenceProfile, usual: usually({ place: 'removed', texts: 'hidden' }, kept) };
  const ofKept = usual(keeping, keptHidden, keptHidden, keptLeft, keptLeft, keptLeft).get('group preserved temporary');
  expect(ofKept).toEqual({ place: 'kept', texts: 'visible' });
  // One probe may have seen what they do now and then.
  const rare = { ...referenceProfile, usual: usually({ place: 'removed', texts: 'visible' }) };
  const doubted = withLaterTexts(rare, [left, gone, gone], [ofGroup()]).usual.get('group free temporary');
  expect(doubted).toEqual({ place: 'removed', texts: 'hidden' });
  expect(withLaterTexts(rare, [gone, left, left], [ofGroup()])).toBe(rare);
  expect(withLaterTexts(rare, [left, gone, gone])).toBe(rare);
  // Of a permanent one the spec says it.
  const deleted = when(ofA(forGood), { me: 'g b', 'me a': '' }).trace();
  expect(withLaterTexts(both, [deleted, deleted])).toBe(both);
  expect(withLaterTexts(rare, [deleted, deleted], [ofA(forGood)])).toBe(rare);
  // Whole seconds decide it then.
  const seconds: Profile = { ...both, hidesBySeconds: new Set(['group']) };
  expect(withLaterTexts(seconds, [gone, gone])).toBe(seconds);
});

it('should take what leaving the flag out mostly meant, where the probes saw it mean two things', () => {
  const [kept, free] = [omittedClass('path-actor', true), omittedClass('path-actor', false)];
  const mixed = { ...referenceProfile, omittedIsPermanent: new Map([[kept, true] as const, [free, false] as const]) };
  const omitting = (seen: Seen) =>
    when(ofA({ deleteMessagesPermanently: 'absent', preserveOrder: 'true' }), { 'a me': seen }).trace();
  const [taken, left] = [omitting(''), omitting([1])];
  const learned = (profile: Profile, ...traces: readonly Trace[]) =>
    withLaterMeaning(profile, traces).omittedIsPermanent;
  expect([...learned(mixed, taken, left, left)]).toEqual([
    [kept, false],
    [free, false],
  ]);
  expect(learned(mixed, left, taken, taken)).toEqual(mixed.omittedIsPermanent);
  const alike = { ...mixed, omittedIsPermanent: new Map([[kept, true] as const]) };
  for (const profile of [alike, { ...mixed, permanentDeletion: 'for-actor' as const }]) {
    expect(learned(profile, left, left)).toEqual(profile.omittedIsPermanent);
  }
});

/** A group reset that was asked for so many milliseconds after a message, and answered after so many. */
function after(asked: number, answered: number, messages: Seen, begun = 0): Trace {
  const trace = seeing('b a', messages);
  const at = trace.events.findIndex((event) => resetsIn({ events: [event] }).length > 0);
  const timeOf = (index: number) => begun + (index < at - 1 ? 0 : index < at ? asked : answered);
  return { ...trace, events: trace.events.map((event, index) => ({ ...event, at: timeOf(index) })) };
}

/** Resets that hide what came right before them, so many milliseconds apart. */
const prompt = (count: number, apart: number) => times(count, (at) => after(0, 50, '', 5_000 + at * apart));

it('should take no whole seconds for the cause, where more was hidden than seconds have ended', () => {
  const part = usually({ place: 'removed', texts: 'part' });
  const timed: Profile = { ...referenceProfile, hidesBySeconds: new Set(['group']), usual: part };
  const learned = (...traces: readonly Trace[]) => withoutSeconds(timed, [...traces, after(0, 50, [3], 5_000)]);
  expect(learned(...prompt(3, 100)).usual.get('group free temporary')?.texts).toBe('hidden');
  expect(learned(...prompt(3, 100)).usual.get('path-peer free permanent')?.texts).toBe('part');
  // Side by side they may have met the end of one second, and each a second later the end of the next.
  for (const apart of [0, 20, 1_000]) expect(learned(...prompt(3, apart))).toBe(timed);
  expect(learned()).toBe(timed);
  // Those of the other kind may be hidden by seconds all the same.
  const both: Profile = { ...timed, hidesBySeconds: new Set(['user', 'group']) };
  const { hidesBySeconds, usual } = withoutSeconds(both, prompt(3, 100));
  expect([...hidesBySeconds, usual.get('path-actor free temporary')?.texts]).toEqual(['user', 'part']);
  expect(withoutSeconds(timed, [])).toBe(timed);
});

it('should take whole seconds for the cause, where all is left that they leave, and nothing else', () => {
  const usual = new Map(usually({ place: 'removed', texts: 'hidden' }));
  const profile = { ...referenceProfile, usual: usual.set('group preserved temporary', noEffect) };
  const learned = (...traces: readonly Trace[]) => withSeconds(profile, traces);
  const slowly = times(20, () => after(0, 950, ''));
  const found = learned(...slowly, after(900, 1_050, [3]));
  expect([...found.hidesBySeconds]).toEqual(['group']);
  expect(found.usual.get('group free temporary')).toEqual({ place: 'removed', texts: 'part' });
  expect(found.usual.get('path-peer free permanent')).toEqual({ place: 'removed', texts: 'hidden' });
  expect(found.usual.get('group preserved temporary')).toBe(noEffect);
  expect(withoutSeconds(found, prompt(20, 100))).toEqual(profile);
  expect(withSeconds(found, [...slowly, after(900, 1_050, [3])])).toBe(found);

  expect(learned(...slowly)).toBe(profile);
  // It is left although its second has ended.
  const late = [...slowly, after(1_050, 1_100, [3])];
  expect(learned(...late)).toBe(profile);
  expect(withSeconds(profile, late, 500).hidesBySeconds.size).toBe(1);
  // More is hidden than seconds have ended.
  expect(learned(...prompt(20, 100), after(0, 50, [3]))).toBe(profile);
  expect(learned(...times(20, (at) => after(0, 1_050, '', at * 1_100)), after(0, 50, [3])).hidesBySeconds.size).toBe(1);
  // However long a run takes: that it was hidden each time for the end of a second, no clock explains.
  expect(learned(...prompt(60, 1_370), after(0, 50, [3]))).toBe(profile);
  const visible = { ...profile, usual: usually({ place: 'removed', texts: 'visible' }) };
  expect(withSeconds(visible, [after(0, 50, [3])])).toBe(visible);
});

it('should take a row for gone after resets that leave it on top only where it is missing often', () => {
  const profile = { ...referenceProfile, usual: usually({ place: 'first', texts: 'visible' }) };
  const traces = (missing: number) => [...times(20, () => kept), ...times(missing, () => seeing('b a', [3]))];
  const isGone = (missing: number) =>
    withLaterEffects(profile, traces(missing), [ofGroup()]).usual.get('group free temporary')?.place === 'removed';
  expect([isGone(6), isGone(7)]).toEqual([false, true]);
});
