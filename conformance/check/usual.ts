import type { Executed, View } from '../execution/trace.ts';
import { mayDelete } from '../execution/views.ts';
import { type Effect, effectClass, type Place, type Profile, type Texts } from '../profile/profile.ts';
import { isReset, keyOf, type Operation, type Reset, seenBy } from '../scenario/scenario.ts';
import type { TextState } from './compare-messages.ts';
import type { ListKnowledge } from './list-knowledge.ts';
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
  if (before === undefined) return false;
  const resets = confirmedBy(owner, since);
  return resets.some((reset) => {
    const usual = usualEffect(reset, profile)?.place;
    const row = keyOf(reset.conversation);
    if (usual === undefined || !before.includes(row)) return false;
    // Beside others a row may stand elsewhere, but not where such rows are gone.
    if (resets.length > 1) return usual === 'removed' && isAlone(reset, owner, since) && seen.includes(row);
    return placeOf(row, before, seen) !== usual;
  });
}

/** Whether messages can be read, or not, otherwise than after such resets: then they may be seen too early. */
export function unusualTexts(
  seen: readonly string[],
  view: View,
  { since, profile, owner, texts }: Since & { readonly texts: ReadonlyMap<string, TextState> },
): boolean {
  if (view.of === 'list') return false;
  const reset = confirmedBy(owner, since).find(({ conversation }) => keyOf(conversation) === keyOf(view.peer));
  if (reset === undefined || !isAlone(reset, owner, since)) return false;
  const usual = usualEffect(reset, profile)?.texts;
  const open = [...texts].filter(([, state]) => state === 'open').map(([text]) => text);
  return usual !== undefined && open.length > 0 && textsOf(open, seen) !== usual;
}

const confirmedBy = (owner: string, since: readonly Executed[]): readonly Reset[] =>
  since.flatMap(({ operation, answer }) =>
    operation.do === 'reset' && answer === 'confirmed' && operation.actor === owner ? [operation] : [],
  );

/** Whether no other reset may have concerned the owner's side of the conversation. */
const isAlone = ({ conversation }: Reset, owner: string, since: readonly Executed[]): boolean =>
  since.filter(({ operation, answer }) => {
    if (operation.do !== 'reset' || answer === 'refused' || !reaches(operation, owner)) return false;
    return keyOf(seenBy(owner, operation.actor, operation.conversation)) === keyOf(conversation);
  }).length === 1;

/** A reset concerns the others only where it may delete for everyone. */
export const reaches = (operation: Operation, owner: string): boolean =>
  !isReset(operation) || operation.actor === owner || mayDelete(operation);
