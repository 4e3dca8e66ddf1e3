import {
  addressingForms,
  axisValues,
  type Behaviour,
  type ChatState,
  get,
  groupHistoryKey,
  type StatusCase,
  sideOf,
  singleAxes,
  statusCases,
  withGroup,
} from '../../core/index.ts';
import type { Keys } from '../authenticate.ts';
import { guidAsGiven, uidAsGiven } from '../decode-id.ts';
import { createHandler, type Handled } from '../handle-request.ts';
import type { HttpRequest } from '../http-message.ts';
import { resetGroupConversationCall, resetUserConversationCall } from '../reset-calls.ts';
import { findRoute } from '../route.ts';
import { sameEffect } from './same-effect.ts';

/** A place where the specification is silent: an axis of a behaviour file, or one of its statuses. */
export type Axis = Exclude<keyof Behaviour, 'statuses'> | `statuses.${StatusCase}`;

/**
 * Whether a caller can say a reset so that its answer does not rest on the axis. What becomes of the messages always
 * rests on one of two; and a key that is not the right one is nobody's way of saying anything.
 */
export const isAvoidable = (axis: Axis): boolean => !unavoidable.includes(axis);

const unavoidable: readonly Axis[] = [
  'messagesAfterReset',
  'permanentDeletion',
  'statuses.missingApiKey',
  'statuses.wrongApiKey',
  'statuses.insufficientScope',
];

/** What an answer is made of. */
export interface Asked {
  readonly request: HttpRequest;
  readonly before: ChatState;
  /** The time in whole UNIX seconds. */
  readonly at: number;
}

/**
 * The axes on which the answer to a reset rests, its effect included: those on which another choice would have made a
 * difference. That is tried, not looked up, so that it is true by its making. The calls around the resets are no part
 * of the specification, so their answers rest on nothing that it says or leaves open.
 */
export function axesOf(asked: Asked, behaviour: Behaviour, keys: Keys): readonly Axis[] {
  const { request, before, at } = asked;
  const route = findRoute(request);
  const isReset = route.ok && resets.has(route.value.call);
  if (route.ok && !isReset) return [];

  const under = (choices: Partial<Behaviour>): Handled =>
    createHandler({ ...keys, behaviour: { ...behaviour, ...choices } })(before, request, at);
  const chosen = under({});
  const differs = (choices: Partial<Behaviour>): boolean => {
    const { state, reply } = under(choices);
    return reply.status !== chosen.reply.status || reply.body !== chosen.reply.body || !sameEffect(state, chosen.state);
  };

  const axes: Axis[] = [];
  if (otherAddressings.some((addressing) => differs({ addressing }))) axes.push('addressing');
  for (const axis of singleAxes) {
    if (axisValues[axis].some((value) => value !== behaviour[axis] && differs({ [axis]: value }))) axes.push(axis);
  }
  if (isReset && isOfSilentGroup(route.value.asked.id, asked, behaviour)) axes.push('groupAppears');
  const status = statusCases[under({ statuses: tellingStatuses }).reply.status - firstTelling];
  if (status !== undefined) axes.push(`statuses.${status}`);
  return axes;
}

const resets = new Set([resetUserConversationCall, resetGroupConversationCall]);

/** Every axis by its name. */
export const axes: readonly Axis[] = [
  'addressing',
  ...singleAxes,
  ...statusCases.map((name) => `statuses.${name}` as const),
];

/** The literal form stays: the specification does show that one. */
const otherAddressings: readonly Behaviour['addressing'][] = [['path-actor'], addressingForms];

/** Each case has a status that no answer has otherwise. */
const firstTelling = 1000;
const tellingStatuses = Object.fromEntries(
  statusCases.map((name, index) => [name, firstTelling + index]),
) as Behaviour['statuses'];

/** When its conversation enters a list was decided before, by somebody's joining: by the reset, nothing tells any more. */
function isOfSilentGroup(guid: string, { request, before }: Asked, behaviour: Behaviour): boolean {
  const group = get(before.groups, guidAsGiven(guid, behaviour));
  const actor = uidAsGiven(request.headers['onbehalfof'] ?? '', behaviour);
  const user = get(before.users, actor);
  if (group === undefined || user === undefined || get(group.members, actor) === undefined) return false;
  const side = sideOf(user.list, withGroup(group.guid));
  return get(before.histories, groupHistoryKey(group.guid)) === undefined && (side?.hiddenUpTo ?? 0) === 0;
}
