import { type Effect, effectClass, type Place, type Profile, type Texts } from '../profile/profile.ts';
import { keyOf, type Reset } from '../scenario/scenario.ts';
import { readingsOf } from './readings.ts';

/** What resets of this class usually do, whatever they are taken for; undefined where that differs, or is not known. */
export function usualEffect(reset: Reset, profile: Profile): Effect | undefined {
  const [first, ...others] = readingsOf(reset, profile).map((reading) =>
    reading === 'nothing' || keyOf(reading.conversation) !== keyOf(reset.conversation)
      ? undefined
      : profile.usual.get(effectClass({ ...reset, ...reading })),
  );
  if (first === undefined || others.some((other) => other?.place !== first.place)) return undefined;
  return others.every((other) => other?.texts === first.texts) ? first : { ...first, texts: 'part' };
}

/** Where `row` went between two observations of a list. */
export function placeOf(row: string, before: readonly string[], seen: readonly string[]): Place {
  const index = seen.indexOf(row);
  if (index === -1) return 'removed';
  if (index === before.indexOf(row)) return 'kept';
  if (index === 0) return 'first';
  return index === seen.length - 1 ? 'last' : 'other';
}

export function textsOf(before: readonly string[], seen: readonly string[]): Texts {
  const there = new Set(seen);
  const left = before.filter((text) => there.has(text)).length;
  if (left === 0) return 'hidden';
  return left === before.length ? 'visible' : 'part';
}
