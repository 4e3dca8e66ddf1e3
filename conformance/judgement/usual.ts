import type { Executed, View } from '../execution/trace.ts';
import { type Effect, effectClass, type Place, type Profile, type Texts } from '../profile/profile.ts';
import { keyOf, type Reset } from '../scenario/scenario.ts';
import type { ListKnowledge } from './compare-list.ts';
import type { TextState } from './compare-messages.ts';
import { onlyReading } from './readings.ts';

/** What resets of this class usually do; undefined where its meaning is open, or nothing is known of its class. */
export function usualEffect(reset: Reset, profile: Profile): Effect | undefined {
  const reading = onlyReading(reset, profile);
  return reading && profile.usual.get(effectClass({ ...reset, ...reading }));
}

/** Where `row` went between two looks at a list. */
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

interface Since {
  readonly since: readonly Executed[];
  readonly profile: Profile;
  readonly owner: string;
}

/** Whether a list shows what such operations do not usually do: then it may be seen too early. */
export function unusualList(
  seen: readonly string[],
  before: readonly string[] | undefined,
  { since, profile, owner, list }: Since & { readonly list: ListKnowledge },
): boolean {
  if (list.raised !== undefined && profile.messageRaises && since.every(({ operation }) => operation.do === 'send')) {
    return seen[0] !== list.raised;
  }
  const reset = onlyReset(since);
  if (reset === undefined || before === undefined || reset.actor !== owner) return false;
  const usual = usualEffect(reset, profile);
  const row = keyOf(reset.conversation);
  return usual !== undefined && before.includes(row) && placeOf(row, before, seen) !== usual.place;
}

/** Whether messages can be read, or not, otherwise than after such resets: then they may be seen too early. */
export function unusualTexts(
  seen: readonly string[],
  view: View,
  { since, profile, owner, texts }: Since & { readonly texts: ReadonlyMap<string, TextState> },
): boolean {
  const reset = onlyReset(since);
  if (reset === undefined || view.of === 'list' || owner !== reset.actor) return false;
  if (keyOf(view.peer) !== keyOf(reset.conversation)) return false;
  const usual = usualEffect(reset, profile)?.texts;
  const open = [...texts].filter(([, state]) => state === 'open').map(([text]) => text);
  return usual !== undefined && open.length > 0 && textsOf(open, seen) !== usual;
}

/** The one reset that was confirmed, by a user whose views are looked at, if there was no other. */
function onlyReset(since: readonly Executed[]): Reset | undefined {
  const resets = since.filter(({ operation, answer }) => operation.do === 'reset' && answer === 'confirmed');
  const [first, ...others] = resets;
  return first?.operation.do === 'reset' && others.length === 0 ? first.operation : undefined;
}
