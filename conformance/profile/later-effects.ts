import { isWithoutEffect, resetOf, seenEffect } from '../check/effect.ts';
import { type Transition, transitionsOf } from '../check/transitions.ts';
import type { Trace } from '../execution/trace.ts';
import { isPlain, usualEffects } from './effects.ts';
import type { Profile } from './profile.ts';

/** So often something has to be seen before it is more than an accident. */
const often = 2;

/**
 * The profile with what resets of a class were seen to do later that did nothing in the probes; the same one where there
 * is nothing of that kind. Only what neither a tie nor a late read can look like counts: a row that is gone, and
 * messages that are hidden.
 */
export function withLaterEffects(profile: Profile, traces: readonly Trace[]): Profile {
  const withoutEffect = new Map([...profile.usual].filter(([, effect]) => isWithoutEffect(effect)));
  if (withoutEffect.size === 0) return profile;
  const shown = traces
    .filter((trace) => trace.void === undefined)
    .flatMap((trace) => transitionsOf(trace, profile).flatMap(shownIn));
  const found = [...usualEffects(shown, profile, often)].filter(([name]) => withoutEffect.has(name));
  return found.length === 0 ? profile : { ...profile, usual: new Map([...profile.usual, ...found]) };
}

function shownIn(transition: Transition) {
  const reset = resetOf(transition);
  const { claim, isLater, together } = transition;
  if (reset === undefined || !isPlain({ reset })) return [];
  if (claim !== 'confirmed' || isLater || together.length > 0) return [];
  const { place, texts } = seenEffect(transition, reset);
  if (place === undefined || texts === undefined || (place !== 'removed' && texts !== 'hidden')) return [];
  return [{ reset, answer: claim, place, texts, changed: true }];
}
