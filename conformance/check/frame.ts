import type { View } from '../execution/trace.ts';
import { keyFor, keyOf, participantsOf } from '../scenario/conversations.ts';
import { hasCredentials, operationsOf, type Reset } from '../scenario/scenario.ts';
import { alike } from './alike.ts';
import type { Difference } from './compare-list.ts';
import { isWithoutEffect, seenEffect } from './effect.ts';
import type { Compared } from './knowledge.ts';
import { mustPreserve, onlyReading, readingsOf } from './readings.ts';
import type { Transition } from './transitions.ts';

/** Who looked. */
type Who = 'actor' | 'participant' | 'outsider';
/** At what: the conversation of the operation, another one, or the list. */
type Where = 'list' | 'conversation' | 'another';
/** What was done. */
type Action = 'reset' | 'permanent deletion' | 'group reset';

/**
 * The frame rule: what no operation concerns is as it was. Who looked, at what, after which operation: the requirement
 * that a change there violates, after a reset, a permanent deletion, a group reset. Only a row's own move and the acting user's own conversation have rules of their own.
 */
const table: Readonly<Record<`${Who} ${Where}`, readonly [string, string, string]>> = {
  'actor list': ['nothing-doubled-or-lost', 'nothing-doubled-or-lost', 'nothing-doubled-or-lost'],
  'actor conversation': ['confirmed-did-it', 'permanent-deletes-all', 'confirmed-did-it'],
  'actor another': ['nothing-doubled-or-lost', 'permanent-deletes-no-other', 'nothing-doubled-or-lost'],
  'participant list': ['other-participants-untouched', 'other-participants-untouched', 'other-participants-untouched'],
  'participant conversation': [
    'false-deletes-none-for-others',
    'permanent-deletes-all',
    'group-reset-deletes-none-for-others',
  ],
  'participant another': ['other-participants-untouched', 'permanent-deletes-no-other', 'other-participants-untouched'],
  'outsider list': ['bystanders-untouched', 'bystanders-untouched', 'bystanders-untouched'],
  'outsider conversation': ['bystanders-untouched', 'permanent-deletes-no-other', 'bystanders-untouched'],
  'outsider another': ['bystanders-untouched', 'permanent-deletes-no-other', 'bystanders-untouched'],
};

function inTable(who: Who, where: Where, action: Action): string {
  const [reset, deletion, ofGroup] = table[`${who} ${where}`];
  return { reset, 'permanent deletion': deletion, 'group reset': ofGroup }[action];
}

/** Which requirement a difference violates; undefined where it is for the target to say. */
export function violatedBy(transition: Transition, interval: Compared, difference: Difference): string | undefined {
  const { reset, profile, claim } = transition;
  const { view } = interval.observation;
  if (reset === undefined) return byMessage(difference, view.owner, transition);
  const action = actionOf(reset, transition);
  // What was done for somebody whom nobody knows was done to another one.
  if (reset.onBehalfOf === 'unknown' && reset.apikey === undefined && claim !== 'refused') return 'acting-user-only';
  if (action === 'refused') return refusedRequirement(reset);
  const who = whoLooked(reset, transition, view);
  // A reset of one's own may hide or show; only a permanent one has to take messages, and nothing returns by itself.
  if (difference.what === 'messages left' || difference.what === 'messages in part') return 'permanent-deletes-all';
  if (who !== 'actor' && (isOnlyOthers(reset, transition) || reset.path === view.owner)) return 'acting-user-only';
  if (difference.what === 'messages returned' && who === 'participant') return 'other-participants-untouched';
  if (difference.what === 'order changed' && who === 'actor') return orderRequirement(reset, difference.movable);
  const ownRow = who === 'actor' && 'row' in difference && difference.row === keyOf(reset.conversation);
  // It was to keep its place.
  if (ownRow && difference.what === 'row lost' && mustPreserve(reset, profile)) {
    return orderRequirement(reset, [difference.row]);
  }
  // What a reset did does not come undone by itself, and takes no row that a message has brought since.
  if (ownRow && difference.what !== 'row doubled') return 'confirmed-did-it';
  const where = whereLooked(reset, view);
  // What a reset may not take from its own conversation has come since.
  if (difference.what === 'messages lost' && who === 'actor' && where === 'conversation') return 'confirmed-did-it';
  return inTable(who, where, action);
}

/** Which requirements an observation put to the test, in a way that could have failed. */
export function testedBy(transition: Transition, interval: Compared): readonly string[] {
  const { reset, profile, claim } = transition;
  const { view, seen } = interval.observation;
  if (reset === undefined) return [];
  const action = actionOf(reset, transition);
  const who = whoLooked(reset, transition, view);
  if (action === 'refused') return who === 'actor' ? [refusedRequirement(reset)] : [];
  const where = whereLooked(reset, view);
  const mayDelete = () => readingsOf(reset, profile).some((one) => one !== 'nothing' && one.permanent);
  // What a reset without permanent deletion hides is free, and an unconfirmed one may not have happened.
  const isFree = action === 'permanent deletion' ? claim !== 'confirmed' : who === 'actor' || mayDelete();
  if (where === 'conversation' && isFree) return [];
  const rows = view.of === 'list' ? (interval.before?.length ?? 0) : 0;
  const least = who === 'actor' ? 2 : 1;
  if (view.of === 'list' && rows < least) return [];
  if (view.of === 'messages' && interval.readable.length === 0 && seen.length === 0) return [];
  return [
    inTable(who, where, action),
    ...(who === 'actor' && where === 'list' && rows >= 3 ? ['rest-keeps-order'] : []),
    ...(isAlikeTo(reset, view) ? ['look-alikes-apart'] : []),
  ];
}

function actionOf(reset: Reset, { claim, profile }: Transition): Action | 'refused' {
  if (claim === 'refused' || !hasCredentials(reset)) return 'refused';
  if (reset.conversation.kind === 'group') return 'group reset';
  const permanent = onlyReading(reset, profile)?.permanent ?? reset.deleteMessagesPermanently === 'true';
  return permanent ? 'permanent deletion' : 'reset';
}

/** The requirement that a refused request, or one without its credentials, violates when something changes. */
export function refusedRequirement({ apikey, onBehalfOf }: Pick<Reset, 'apikey' | 'onBehalfOf'>): string {
  if (apikey !== undefined) return apikey === 'absent' || apikey === 'empty' ? 'no-key-refused' : 'wrong-key-refused';
  return onBehalfOf === 'absent' || onBehalfOf === 'empty' ? 'no-acting-user-refused' : 'refused-changed-nothing';
}

/**
 * After a reset, a message adds and takes no row but its own, and brings no text back that was deleted. How it orders a
 * list, and what it does to one before any reset, is not shown.
 */
function byMessage(difference: Difference, owner: string, transition: Transition): string | undefined {
  const { scenario, step, executed } = transition;
  if (difference.what === 'messages left') return 'permanent-deletes-all';
  const done = scenario.steps.slice(0, step + 1).flatMap(operationsOf);
  if (difference.what === 'order changed' || ('row' in difference && !done.some((one) => one.do === 'reset')))
    return undefined;
  const isOwnRow = 'row' in difference && difference.row === keyFor(owner, executed.operation);
  const isLost = difference.what === 'messages lost' || (difference.what === 'row lost' && isOwnRow);
  return isLost ? 'confirmed-did-it' : 'nothing-doubled-or-lost';
}

function whoLooked({ actor, conversation }: Reset, { scenario }: Transition, { owner }: View): Who {
  if (owner === actor) return 'actor';
  return participantsOf(scenario, actor, conversation).includes(owner) ? 'participant' : 'outsider';
}

function whereLooked(reset: Reset, view: View): Where {
  if (view.of === 'list') return 'list';
  return keyFor(view.owner, reset) === keyOf(view.peer) ? 'conversation' : 'another';
}

/** Which rows of the acting user's list changed places: the one that was to be kept, or others. */
function orderRequirement(reset: Reset, movable: readonly string[]): string {
  if (!movable.includes(keyOf(reset.conversation))) return 'rest-keeps-order';
  if (reset.conversation.kind === 'group') return 'group-order-kept';
  return reset.deleteMessagesPermanently === 'true' ? 'order-kept-with-permanent-deletion' : 'user-order-kept';
}

/** Whether the acting user's side stayed as it was where a reset could have shown: it was applied to somebody else. */
function isOnlyOthers(reset: Reset, transition: Transition): boolean {
  const seen = seenEffect(transition, reset);
  return isWithoutEffect(seen) && (seen.texts !== undefined || !mustPreserve(reset, transition.profile));
}

/** Whether what was looked at has an id that looks like one of the request's. */
function isAlikeTo({ actor, conversation }: Reset, view: View): boolean {
  if (view.of === 'messages' && view.peer.id === conversation.id && view.peer.kind !== conversation.kind) return true;
  const seen = view.of === 'list' ? [view.owner] : [view.owner, view.peer.id];
  return seen.some((one) => [actor, conversation.id].some((id) => alike(one, id) !== undefined));
}
