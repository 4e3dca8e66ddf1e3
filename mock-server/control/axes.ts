import {
  addressingForms,
  axisValues,
  type Behaviour,
  type ChatState,
  get,
  groupHistoryKey,
  sideOf,
  singleAxes,
  statusCases,
  withGroup,
} from '../../core/index.ts';
import type { Access } from '../authenticate.ts';
import type { Axis } from '../axis.ts';
import { guidAsGiven, uidAsGiven } from '../decode-id.ts';
import { createOpenHandler, type Handled } from '../handle-request.ts';
import type { HttpRequest } from '../http-message.ts';
import { findRoute } from '../route.ts';
import { sameEffect } from './same-effect.ts';

/** What an answer is made of. */
export interface Asked {
  readonly request: HttpRequest;
  readonly access: Access;
  readonly before: ChatState;
  /** The time in whole UNIX seconds. */
  readonly at: number;
}

/**
 * The axes on which the answer to a reset rests, its effect included: those on which another choice would have made a
 * difference. That is tried, not looked up, so that it is true by its making. The calls around the resets are no part
 * of the specification, so their answers rest on nothing that it says or leaves open.
 */
export function axesOf(asked: Asked, behaviour: Behaviour): readonly Axis[] {
  const { request, before, at, access } = asked;
  const route = findRoute(request);
  const isReset = route.ok && route.value.call.isReset === true;
  if (route.ok && !isReset) return [];

  const handleUnder = (choices: Behaviour): Handled => createOpenHandler(choices)(before, request, at, access);
  const read = new Set<string | symbol>();
  const chosen = handleUnder(watched(behaviour, read));
  const differs = (choice: Partial<Behaviour>): boolean => {
    const { state, reply } = handleUnder({ ...behaviour, ...choice });
    return reply.status !== chosen.reply.status || reply.body !== chosen.reply.body || !sameEffect(state, chosen.state);
  };

  const found: Axis[] = [];
  if (read.has('addressing') && otherAddressings.some((addressing) => differs({ addressing })))
    found.push('addressing');
  for (const axis of singleAxes) {
    // Who did not even look at a choice would not have done otherwise under another one.
    if (!read.has(axis)) continue;
    if (axisValues[axis].some((value) => value !== behaviour[axis] && differs({ [axis]: value }))) found.push(axis);
  }
  if (isReset && isOfSilentGroup(route.value.asked.id, asked, behaviour)) found.push('groupAppears');
  const status = statusCases[handleUnder({ ...behaviour, statuses: tellingStatuses }).reply.status - firstTelling];
  if (status !== undefined) found.push(`statuses.${status}`);
  return found;
}

/** The same behaviour, which notes what is read of it. */
const watched = (behaviour: Behaviour, read: Set<string | symbol>): Behaviour =>
  new Proxy(behaviour, {
    get: (choices, axis) => {
      read.add(axis);
      return choices[axis as keyof Behaviour];
    },
  });

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
