import type { Executed } from '../execution/trace.ts';
import type { Effect, Place, Texts } from '../profile/profile.ts';
import { conversationOf, keyOf, type Operation, type Reset, seenBy } from '../scenario/scenario.ts';
import { claimOf } from './claim.ts';
import type { Compared } from './knowledge.ts';
import type { Transition } from './transitions.ts';
import { placeOf, reaches, textsOf, usualEffect } from './usual.ts';

/** What one reset did on the acting user's side, as far as it was seen. */
export interface SeenEffect {
  /** Undefined where the row was not there, or something else may have moved it. */
  readonly place: Place | undefined;
  /** Undefined where there was nothing to read. */
  readonly texts: Texts | undefined;
}

export function resetOf({ executed: { operation } }: Transition): Reset | undefined {
  return operation.do === 'reset' ? operation : undefined;
}

export const listInterval = ({ intervals }: Transition, owner: string): Compared | undefined =>
  intervals.find(({ observation: { view } }) => view.of === 'list' && view.owner === owner);

export const messagesInterval = ({ intervals }: Transition, owner: string, key: string): Compared | undefined =>
  intervals.find(
    ({ observation: { view } }) => view.of === 'messages' && view.owner === owner && keyOf(view.peer) === key,
  );

export function seenEffect(transition: Transition, { actor, conversation }: Reset): SeenEffect {
  const key = keyOf(conversation);
  const list = listInterval(transition, actor);
  const messages = messagesInterval(transition, actor, key);
  const before = list?.knowledge.before;
  const resets = messages && concerning(messages, key).filter(({ operation }) => operation.do === 'reset');
  const readable = resets?.length === 1 && messages !== undefined ? messages.readable : [];
  return {
    place: list === undefined || before?.includes(key) !== true ? undefined : placeSeen(list, key, before),
    texts: readable.length === 0 ? undefined : textsOf(readable, messages?.observation.seen ?? []),
  };
}

/** Where the row went; beside other operations only whether it went, or stands as before among what they leave alone. */
function placeSeen(list: Compared, key: string, before: readonly string[]): Place | undefined {
  if (concerning(list, key).length !== 1 || list.mayGo.has(key)) return undefined;
  const { knowledge, observation } = list;
  const done = knowledge.since.filter((one) => claimOf(one) !== 'refused');
  const others = new Set(done.map(({ operation }) => keyFor(observation.view.owner, operation)));
  const still = (rows: readonly string[]) => rows.filter((row) => row === key || !others.has(row));
  const place = placeOf(key, still(before), still(observation.seen));
  return done.length === 1 || place === 'removed' || place === 'kept' ? place : 'other';
}

/** What may have changed the owner's side of the conversation since the view was last looked at. */
const concerning = ({ knowledge: { since }, observation: { view } }: Compared, key: string): readonly Executed[] =>
  since.filter(
    (one) =>
      claimOf(one) !== 'refused' && keyFor(view.owner, one.operation) === key && reaches(one.operation, view.owner),
  );

/** The conversation of an operation as `owner` sees it. */
function keyFor(owner: string, operation: Operation): string {
  const [user, peer] = conversationOf(operation);
  return keyOf(seenBy(owner, user, peer));
}

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
