import { hasCredentials, isReset, keyOf, participantsOf, seenBy } from '../scenario/scenario.ts';
import { alike } from './alike.ts';
import type { Difference } from './compare-list.ts';
import { isWithoutEffect, resetOf, seenEffect } from './effect.ts';
import type { Compared } from './knowledge.ts';
import { mustPreserve, onlyReading, readingsOf } from './readings.ts';
import type { Transition } from './transitions.ts';

/** Who looked. */
type Who = 'actor' | 'participant' | 'outsider';
/** At what: the conversation of the operation, another one, or the list. */
type Where = 'list' | 'conversation' | 'another';
/** What was done. */
type Action = 'message' | 'refused' | (typeof columns)[number];

const columns = ['reset', 'permanent deletion', 'group reset'] as const;

/**
 * The frame rule: what no operation concerns is as it was. Who looked, at what, after which operation: the requirement
 * that a change there violates. Only a row's own move and the acting user's own conversation have rules of their own.
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

/** What the table says of a change. */
const framed = (who: Who, where: Where, action: (typeof columns)[number]): string =>
  table[`${who} ${where}`][columns.indexOf(action)] ?? '';

/** Which requirement a difference violates. */
export function violatedBy(transition: Transition, interval: Compared, difference: Difference): string {
  const action = actionOf(transition);
  if (action === 'refused') return refusedRequirement(transition);
  if (action === 'message') return byMessage(difference);
  const [who, where] = [whoLooked(transition, interval), whereLooked(transition, interval)];
  // A reset of one's own may hide or show; only a permanent one has to take messages, and nothing returns by itself.
  if (difference.what === 'messages left' || difference.what === 'messages in part') return 'permanent-deletes-all';
  if (who !== 'actor' && (isOnlyOthers(transition) || isNamedAlone(transition, interval))) return 'acting-user-only';
  if (difference.what === 'messages returned' && who === 'participant') return 'other-participants-untouched';
  if (difference.what === 'order changed') return orderRequirement(transition, who, difference.movable);
  // What a reset did does not come undone by itself.
  if (difference.what === 'row gained' && who === 'actor' && isOwnRow(transition, difference.row))
    return 'confirmed-did-it';
  const isOwnLost = difference.what === 'row lost' && who === 'actor' && isOwnRow(transition, difference.row);
  if (isOwnLost && mustKeep(transition)) return orderRequirement(transition, who, [difference.row]);
  return framed(who, where, action);
}

/** Which requirements an observation put to the test, in a way that could have failed. */
export function testedBy(transition: Transition, interval: Compared): readonly string[] {
  const action = actionOf(transition);
  if (action === 'message') return [];
  const { view } = interval.observation;
  const who = whoLooked(transition, interval);
  if (action === 'refused') return who === 'actor' ? [refusedRequirement(transition)] : [];
  const where = whereLooked(transition, interval);
  // What a reset without permanent deletion hides is free, and an unconfirmed one may not have happened.
  const isFree =
    action === 'permanent deletion' ? transition.claim !== 'confirmed' : who === 'actor' || mayDelete(transition);
  if (where === 'conversation' && isFree) return [];
  const rows = view.of === 'list' ? (interval.knowledge.before?.length ?? 0) : 0;
  const least = who === 'actor' ? 2 : 1;
  if (view.of === 'list' && rows < least) return [];
  if (view.of === 'messages' && interval.readable.length === 0 && interval.observation.seen.length === 0) return [];
  return [
    framed(who, where, action),
    ...(who === 'actor' && where === 'list' && rows >= 3 ? ['rest-keeps-order'] : []),
    ...(isAlikeTo(transition, interval) ? ['look-alikes-apart'] : []),
  ];
}

function actionOf({ executed: { operation }, claim, profile }: Transition): Action {
  if (!isReset(operation)) return 'message';
  if (claim === 'refused' || !hasCredentials(operation)) return 'refused';
  if (operation.conversation.kind === 'group') return 'group reset';
  const reading = onlyReading(operation, profile);
  const permanent = reading?.permanent ?? operation.deleteMessagesPermanently === 'true';
  return permanent ? 'permanent deletion' : 'reset';
}

/** The requirement that a refused request, or one without its credentials, violates when something changes. */
export function refusedRequirement({ executed: { operation } }: Pick<Transition, 'executed'>): string {
  if (!isReset(operation)) return 'refused-changed-nothing';
  const { apikey, onBehalfOf } = operation;
  if (apikey !== undefined) return apikey === 'absent' || apikey === 'empty' ? 'no-key-refused' : 'wrong-key-refused';
  return onBehalfOf === 'absent' || onBehalfOf === 'empty' ? 'no-acting-user-refused' : 'refused-changed-nothing';
}

/** A message concerns its conversation alone, and brings nothing back that was deleted. */
function byMessage(difference: Difference): string {
  if (difference.what === 'messages left') return 'permanent-deletes-all';
  if (difference.what === 'order changed') return 'rest-keeps-order';
  return difference.what === 'messages lost' ? 'confirmed-did-it' : 'nothing-doubled-or-lost';
}

function whoLooked({ scenario, executed: { operation } }: Transition, { observation: { view } }: Compared): Who {
  if (!isReset(operation)) return 'participant';
  if (view.owner === operation.actor) return 'actor';
  const participants = participantsOf(scenario, operation.actor, operation.conversation);
  return participants.includes(view.owner) ? 'participant' : 'outsider';
}

function whereLooked({ executed: { operation } }: Transition, { observation: { view } }: Compared): Where {
  if (view.of === 'list') return 'list';
  if (!isReset(operation)) return 'another';
  const { actor, conversation } = operation;
  return keyOf(seenBy(view.owner, actor, conversation)) === keyOf(view.peer) ? 'conversation' : 'another';
}

const mayDelete = ({ executed: { operation }, profile }: Transition): boolean =>
  isReset(operation) && readingsOf(operation, profile).some((one) => one !== 'nothing' && one.permanent);

/** Whether it was to keep its place; a row that a message has to bring back is merely lost. */
const mustKeep = ({ executed: { operation }, profile }: Transition): boolean =>
  isReset(operation) && mustPreserve(operation, profile);

const isOwnRow = ({ executed: { operation } }: Transition, row: string): boolean =>
  isReset(operation) && keyOf(operation.conversation) === row;

/** Which rows changed places: the one that was to be kept, or others. */
function orderRequirement(transition: Transition, who: Who, movable: readonly string[]): string {
  const { operation } = transition.executed;
  if (who === 'participant') return 'other-participants-untouched';
  if (who === 'outsider') return 'bystanders-untouched';
  if (!isReset(operation) || !movable.some((row) => isOwnRow(transition, row))) return 'rest-keeps-order';
  if (operation.conversation.kind === 'group') return 'group-order-kept';
  return operation.deleteMessagesPermanently === 'true' ? 'order-kept-with-permanent-deletion' : 'user-order-kept';
}

/** Whether the acting user's side stayed as it was where a reset could have shown: it was applied to somebody else. */
function isOnlyOthers(transition: Transition): boolean {
  const reset = resetOf(transition);
  if (reset === undefined) return false;
  const seen = seenEffect(transition, reset);
  const mayKeep = mustPreserve(reset, transition.profile);
  return isWithoutEffect(seen) && (seen.texts !== undefined || !mayKeep);
}

/** Whether the owner of the view is named in the path, and neither acts nor is the other side. */
const isNamedAlone = ({ executed: { operation } }: Transition, { observation: { view } }: Compared): boolean =>
  isReset(operation) && operation.path === view.owner;

/** Whether what was looked at has an id that looks like one of the operation's. */
function isAlikeTo({ executed: { operation } }: Transition, { observation: { view } }: Compared): boolean {
  if (!isReset(operation)) return false;
  const { actor, conversation } = operation;
  if (view.of === 'messages' && view.peer.id === conversation.id && view.peer.kind !== conversation.kind) return true;
  const ids = [actor, conversation.id];
  const seen = view.of === 'list' ? [view.owner] : [view.owner, view.peer.id];
  return seen.some((one) => ids.some((id) => alike(one, id) !== undefined));
}
