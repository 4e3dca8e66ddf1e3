import { expect, it } from 'vitest';
import type { Trace } from '../execution/trace.ts';
import { times } from '../plan/world.ts';
import type { Reset } from '../scenario/scenario.ts';
import { ofA, ofGroup, referenceProfile, type Seen, usually, when } from '../testing/trace-builder.ts';
import { withLaterEffects, withLaterMeaning, withoutSeconds } from './later-effects.ts';
import { omittedClass, type Profile } from './profile.ts';

const noEffect = { ...referenceProfile, usual: usually({ place: 'kept', texts: 'visible' }) };
/** A group reset, after which this is seen. */
const seeing = (list: Seen, messages: Seen, choices: Partial<Reset> = {}): Trace =>
  when({ ...ofGroup(), ...choices }, { me: list, 'me g': messages }).trace();
const withField = seeing('b a', '', { extra: { deleteMessagesPermanently: true } });
const [gone, kept] = [seeing('b a', ''), seeing('g b a', [3])];
const learned = (...traces: readonly Trace[]) => withLaterEffects(noEffect, traces).usual.get('group free temporary');

it('should take what resets of a class did later for what they do, where they did nothing before', () => {
  expect(learned(gone, kept, gone)).toEqual({ place: 'removed', texts: 'hidden' });
  const others = withLaterEffects(noEffect, [gone, gone]).usual.get('group preserved temporary');
  expect(others).toEqual({ place: 'kept', texts: 'visible' });
});

it('should take nothing for that which was seen once, may be a tie, or may come of a field that is not documented', () => {
  const moved = seeing('b g a', [3]);
  expect(withLaterEffects(noEffect, [gone, kept])).toBe(noEffect);
  for (const one of [moved, withField, kept]) expect(withLaterEffects(noEffect, [one, one])).toBe(noEffect);
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
  for (const profile of [alike, { ...mixed, permanentForEveryone: false }]) {
    expect(learned(profile, left, left)).toEqual(profile.omittedIsPermanent);
  }
});

it('should take no whole seconds for the cause, where resets mostly hide what came right before them', () => {
  const part = usually({ place: 'removed', texts: 'part' });
  const timed = { ...referenceProfile, hidesBySeconds: true, usual: part };
  const [hiding, leaving] = [seeing('b a', ''), seeing('b a', [3])];
  const learned = (hidden: number, left: number) =>
    withoutSeconds(timed, [...times(hidden, () => hiding), ...times(left, () => leaving)]);
  expect(learned(19, 2).usual.get('group free temporary')?.texts).toBe('hidden');
  expect(learned(19, 2).usual.get('path-peer free permanent')?.texts).toBe('part');
  expect([learned(15, 6), learned(19, 0)]).toEqual([timed, timed]);
});

it('should take a row for gone after resets that leave it on top only where it is missing often', () => {
  const profile = { ...referenceProfile, usual: usually({ place: 'first', texts: 'visible' }) };
  const traces = (missing: number) => [...times(20, () => kept), ...times(missing, () => seeing('b a', [3]))];
  const isGone = (missing: number) =>
    withLaterEffects(profile, traces(missing), [ofGroup()]).usual.get('group free temporary')?.place === 'removed';
  expect([isGone(6), isGone(7)]).toEqual([false, true]);
});
