import { resetOf, seenEffect } from '../check/effect.ts';
import { onlyReading } from '../check/readings.ts';
import { type Transition, transitionsOf } from '../check/transitions.ts';
import type { Trace } from '../execution/trace.ts';
import { isPlain, most } from './effects.ts';
import { type Effect, type EffectClass, effectClass, type Profile } from './profile.ts';

/** So often something has to be seen before it is more than an accident. */
const often = 2;

/**
 * The profile with what resets of a class were seen to do later that did nothing in the probes; the same one where there
 * is nothing of that kind. Only what neither a tie nor a late read can look like counts: a row that is gone, and
 * messages that are hidden.
 */
export function withLaterEffects(profile: Profile, traces: readonly Trace[]): Profile {
  const withoutEffect = [...profile.usual].filter(([, { place, texts }]) => place === 'kept' && texts === 'visible');
  if (withoutEffect.length === 0) return profile;
  const shown = traces
    .filter((trace) => trace.void === undefined)
    .flatMap((trace) => transitionsOf(trace, profile).flatMap((transition) => effectsIn(transition, profile)));
  const found = withoutEffect.flatMap(([name]) => {
    const effects = shown.flatMap(([shownBy, effect]) => (shownBy === name ? [effect] : []));
    const [place, texts] = [most(effects.map((one) => one.place)), most(effects.map((one) => one.texts))];
    return effects.length < often || place === undefined || texts === undefined
      ? []
      : [[name, { place, texts }] as const];
  });
  return found.length === 0 ? profile : { ...profile, usual: new Map([...profile.usual, ...found]) };
}

function effectsIn(transition: Transition, profile: Profile): readonly (readonly [EffectClass, Effect])[] {
  const reset = resetOf(transition);
  const reading = reset && onlyReading(reset, profile);
  const { claim, isLater, together } = transition;
  if (reset === undefined || reading === undefined || !isPlain({ reset })) return [];
  if (claim !== 'confirmed' || isLater || together.length > 0) return [];
  const { place, texts } = seenEffect(transition, reset);
  if (place === undefined || texts === undefined || (place !== 'removed' && texts !== 'hidden')) return [];
  return [[effectClass({ ...reset, ...reading }), { place, texts }]];
}
