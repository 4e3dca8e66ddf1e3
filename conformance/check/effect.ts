import { type Executed, isSameView, type View } from '../execution/trace.ts';
import { listOf, mayDelete, messagesOf } from '../execution/views.ts';
import { type Effect, effectClass, type Place, type Profile, type Texts } from '../profile/profile.ts';
import { keyFor, keyOf, resetsBefore } from '../scenario/conversations.ts';
import { isReset, type Operation, operationsOf, type Reset } from '../scenario/scenario.ts';
import { claimOf } from './claim.ts';
import type { Compared } from './knowledge.ts';
import { readingsOf } from './readings.ts';
import type { Transition } from './transitions.ts';

/** What one reset did on the acting user's side, as far as it was seen. */
export interface SeenEffect {
  /** Undefined where the row was not there, or something else may have moved it. */
  readonly place: Place | undefined;
  /** Undefined where there was nothing to read. */
  readonly texts: Texts | undefined;
}

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

/** What of the transition was seen at a view. */
export const intervalOf = ({ intervals }: Transition, view: View): Compared | undefined =>
  intervals.find(({ observation }) => isSameView(observation.view, view));

export function seenEffect(transition: Transition, reset: Reset): SeenEffect {
  const list = intervalOf(transition, listOf(reset.actor));
  const messages = intervalOf(transition, messagesOf(reset.actor, reset.conversation));
  return { place: list && placeIn(list, reset), texts: messages && textsIn(messages) };
}

/** Where the row went; beside other operations only whether it went, or stands as before among what they leave alone. */
function placeIn(list: Compared, { conversation }: Reset): Place | undefined {
  const { before, observation } = list;
  const key = keyOf(conversation);
  if (before?.includes(key) !== true || concerning(list, key).length !== 1 || list.mayGo.has(key)) return undefined;
  if (list.isCut && !observation.seen.includes(key)) return undefined;
  const done = doneSince(list);
  const others = new Set(done.map(({ operation }) => keyFor(observation.view.owner, operation)));
  const still = (rows: readonly string[]) => rows.filter((row) => row === key || !others.has(row));
  const place = placeOf(key, still(before), still(observation.seen));
  return done.length === 1 || place === 'removed' || place === 'kept' ? place : 'other';
}

/** Where `row` went between two observations of a list. */
function placeOf(row: string, before: readonly string[], seen: readonly string[]): Place {
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

/** What became of the messages that one reset alone may have taken from the one who looked. */
export function textsIn(messages: Compared): Texts | undefined {
  const { readable, observation } = messages;
  const { view } = observation;
  if (view.of !== 'messages') return undefined;
  const resets = concerning(messages, keyOf(view.peer)).filter(({ operation }) => operation.do === 'reset');
  return resets.length === 1 && readable.length > 0 ? textsOf(readable, observation.seen) : undefined;
}

/** Whether an observation shows of its owner's resets what such resets do not usually do: it may have come too early. */
export function mayBeEarly(compared: Compared, profile: Profile): boolean {
  const { view } = compared.observation;
  return doneSince(compared).some(({ operation: reset, answer }) => {
    if (!isReset(reset) || reset.actor !== view.owner || answer !== 'confirmed') return false;
    const usual = usualEffect(reset, profile);
    if (view.of === 'messages') {
      return keyOf(view.peer) === keyOf(reset.conversation) && differs(usual?.texts, textsIn(compared));
    }
    const places = [usual?.place, placeIn(compared, reset)] as const;
    // Beside others a row may stand elsewhere, but not where such rows are gone.
    return (doneSince(compared).length === 1 || places.includes('removed')) && differs(...places);
  });
}

/** Whether messages, and nothing else, brought back what a reset had hidden from who looked. */
export const bringsBack = ({ scenario, step, intervals }: Transition): boolean =>
  intervals.some(({ observation: { view, seen }, before = [], since, differences }) => {
    if (view.of === 'list' || differences.length > 0) return false;
    if (!since.every(({ operation }) => operation.do === 'send')) return false;
    const hasReset = resetsBefore(scenario, step, view.owner, view.peer).length > 0;
    // Who joins may be shown what was written before at any time.
    const joins = scenario.steps.flatMap(operationsOf).some((one) => one.do === 'join' && one.from === view.owner);
    const known = new Set([...before, ...since.flatMap(({ texts }) => texts)]);
    return hasReset && !joins && seen.some((text) => !known.has(text));
  });

const doneSince = ({ since }: Compared): readonly Executed[] => since.filter((one) => claimOf(one) !== 'refused');

/** What may have changed the owner's side of the conversation since the view was last looked at. */
function concerning(compared: Compared, key: string): readonly Executed[] {
  const { owner } = compared.observation.view;
  return doneSince(compared).filter(({ operation }) => keyFor(owner, operation) === key && reaches(operation, owner));
}

/** A reset concerns the others only where it may delete for everyone. */
const reaches = (operation: Operation, owner: string): boolean =>
  !isReset(operation) || operation.actor === owner || mayDelete(operation);

/** Whether nothing at all has changed on the acting user's side; false where too little was seen to say so. */
export const isWithoutEffect = ({ place, texts }: SeenEffect): boolean =>
  place === 'kept' && (texts === undefined || texts === 'visible');

/**
 * Whether a reset of this class shows in what was looked at. That a row stays within the list says nothing: it may stand
 * where it would go, or tie with another one.
 */
export const shows = (usual: Effect | undefined, seen: SeenEffect): boolean =>
  usual !== undefined &&
  ((usual.place === 'removed' && seen.place !== undefined) || (usual.texts === 'hidden' && seen.texts !== undefined));

/** How a reset differs from what resets of its class usually do; undefined where it does not. */
export function unusualIn(transition: Transition, reset: Reset, seen: SeenEffect): keyof SeenEffect | undefined {
  const usual = usualEffect(reset, transition.profile);
  return usual && differenceOf(usual, seen, transition, usual);
}

/**
 * In what two effects of one reset differ, in a way that no tie of whole seconds explains: a row that stays in the list
 * may then stand anywhere. What was not seen is no difference.
 */
export function differenceOf(
  one: SeenEffect,
  other: SeenEffect,
  { scenario, together }: Transition,
  usual: Effect | undefined,
): keyof SeenEffect | undefined {
  const places = [one.place, other.place];
  const isTimed = scenario.steps.some((step) => step.do === 'wait' && step.until === 'second');
  const isKnown = places.includes('removed') || (isTimed && together.length === 0 && !places.includes('other'));
  if (isKnown && differs(one.place, other.place)) return 'place';
  // Where whole seconds decide which messages are hidden, the usual is a part of them.
  return usual?.texts !== 'part' && differs(one.texts, other.texts) ? 'texts' : undefined;
}

const differs = (one: Place | Texts | undefined, other: Place | Texts | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;
