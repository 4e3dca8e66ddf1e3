import {
  addressingForms,
  axisValues,
  type Behaviour,
  type ChatState,
  get,
  groupHistoryKey,
  type Statuses,
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
import type { Recorded } from '../journal.ts';
import { answersUnder } from '../refusal.ts';
import { resetGroupConversationCall } from '../reset-calls.ts';
import { findRoute } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { sameEffect } from './same-effect.ts';

/** What an answer is made of. */
export interface Asked {
  readonly request: HttpRequest;
  readonly access: Access;
  readonly before: ChatState;
  /** The time in whole UNIX seconds. */
  readonly at: number;
}

const known = new WeakMap<Recorded, readonly Axis[]>();

/** An answer that is wrong on purpose rests on that alone. */
export function unspecifiedOf({ behaviour }: Sandbox, entry: Recorded): readonly Axis[] {
  const axes = known.get(entry) ?? (entry.wrong === undefined ? axesOf(entry, behaviour) : []);
  known.set(entry, axes);
  return axes;
}

/**
 * The axes on which the answer to a reset rests, its effect included: those on which another choice makes a difference.
 * They are found by trying every other choice, so this costs some thirty times as much as the answer. The calls around
 * the resets are no part of the specification, so their answers rest on nothing that it says or leaves open.
 */
export function axesOf(asked: Asked, behaviour: Behaviour): readonly Axis[] {
  const { request, access, before, at } = asked;
  const route = findRoute(request);
  if (route.ok && route.value.call.isReset !== true) return [];
  const under = (choice: Partial<Behaviour>): Handled =>
    createOpenHandler({ ...behaviour, ...choice })(before, request, at, access);
  const { state, reply } = under({});
  const differs = (choice: Partial<Behaviour>): boolean => {
    const other = under(choice);
    return other.reply.status !== reply.status || other.reply.body !== reply.body || !sameEffect(other.state, state);
  };
  // The literal form stays, as the specification shows that one.
  const isOpenForm = differs({ addressing: ['path-actor'] }) || differs({ addressing: addressingForms });
  const met = caseOf(under({ statuses: told }));
  return [
    ...(isOpenForm ? ['addressing' as const] : []),
    ...singleAxes.filter((axis) => axisValues[axis].some((value) => differs({ [axis]: value }))),
    ...(isOfSilentGroup(asked, behaviour) && isReached(under({ statuses: passing(behaviour.statuses) }))
      ? ['groupAppears' as const]
      : []),
    ...(met === undefined ? [] : [`statuses.${met}` as const]),
  ];
}

/** Each case by a status of its own. */
const told = Object.fromEntries(statusCases.map((name, index) => [name, 1000 + index])) as Statuses;
const caseOf = ({ reply }: Handled) => statusCases[reply.status - 1000];

/** The same, but for the cases whose status lets a request pass. */
function passing(statuses: Statuses): Statuses {
  const answers = answersUnder(statuses);
  const passed = statusCases.filter((name) => answers[name].accepted === 'passed');
  return { ...told, ...Object.fromEntries(passed.map((name) => [name, 200])) };
}

/** Whether the reset came as far as the list of the acting user. */
const isReached = (handled: Handled): boolean =>
  handled.reply.status === 200 || caseOf(handled) === 'missingConversation';

/** When its conversation enters a list was decided before, by somebody's joining: by the reset, nothing tells any more. */
function isOfSilentGroup({ request, before }: Asked, behaviour: Behaviour): boolean {
  const route = findRoute(request);
  if (!route.ok || route.value.call !== resetGroupConversationCall) return false;
  const guid = guidAsGiven(route.value.asked.id, behaviour);
  const user = get(before.users, uidAsGiven(request.headers['onbehalfof'] ?? '', behaviour));
  const isSilent = get(before.histories, groupHistoryKey(guid)) === undefined;
  return isSilent && user !== undefined && (sideOf(user.list, withGroup(guid))?.hiddenUpTo ?? 0) === 0;
}
