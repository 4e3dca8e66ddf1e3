import {
  addressingForms,
  axisValues,
  type Behaviour,
  type ChatState,
  get,
  groupHistoryKey,
  type SingleAxis,
  sideOf,
  singleAxes,
  statusCases,
  withGroup,
} from '../../core/index.ts';
import type { Access } from '../authenticate.ts';
import type { Axis } from '../axis.ts';
import type { RoutedRequest } from '../call.ts';
import { guidAsGiven, uidAsGiven } from '../decode-id.ts';
import { createOpenHandler, type Handled } from '../handle-request.ts';
import type { HttpRequest } from '../http-message.ts';
import type { Recorded } from '../journal.ts';
import { resetGroupConversationCall } from '../reset-calls.ts';
import { type FoundRoute, findRoute } from '../route.ts';
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

/** An answer that is wrong on purpose rests on that alone. */
export const unspecifiedOf = ({ behaviour }: Sandbox, entry: Recorded, route?: FoundRoute): readonly Axis[] =>
  entry.wrong === undefined ? axesOf(entry, behaviour, route) : [];

/** Every case with a status of its own, by which an answer tells its case. */
const marked = Object.fromEntries(statusCases.map((name, index) => [name, 1000 + index])) as Behaviour['statuses'];

/**
 * The axes on which the answer to a reset rests, its effect included: those on which another choice would have made a
 * difference, which is tried. The calls around the resets are no part of the specification, so their answers rest on
 * nothing that it says or leaves open.
 */
export function axesOf(
  { request, access, before, at }: Asked,
  behaviour: Behaviour,
  route: FoundRoute = findRoute(request),
): readonly Axis[] {
  if (route.ok && route.value.call.isReset !== true) return [];
  const under = (choices: Behaviour): Handled => createOpenHandler(choices)(before, request, at, access);
  // Only what was asked for can make a difference.
  const consulted = new Set<string | symbol>();
  const watched = new Proxy(behaviour, {
    get: (choices, axis) => {
      consulted.add(axis);
      return choices[axis as keyof Behaviour];
    },
  });
  const { state, reply } = under(watched);
  const differs = (choice: Partial<Behaviour>): boolean => {
    const other = under({ ...behaviour, ...choice });
    return other.reply.status !== reply.status || other.reply.body !== reply.body || !sameEffect(other.state, state);
  };
  const othersOf = (axis: SingleAxis): readonly string[] =>
    axisValues[axis].filter((value) => value !== behaviour[axis]);
  const isPlain = reply.status === 200 && !Object.values(behaviour.statuses).includes(200);
  const met = isPlain ? undefined : statusCases[under({ ...behaviour, statuses: marked }).reply.status - 1000];
  const isReached = met === undefined || met === 'missingConversation';
  // The specification shows the literal form, so that a reset which is said so rests on nothing where it is accepted.
  const forms = ([['path-actor'], addressingForms] as const).filter((one) => one !== behaviour.addressing);
  const isByForm = consulted.has('addressing') && forms.some((addressing) => differs({ addressing }));
  return [
    ...(isByForm ? (['addressing'] as const) : []),
    ...singleAxes.filter((axis) => consulted.has(axis) && othersOf(axis).some((value) => differs({ [axis]: value }))),
    ...(route.ok && isReached && isOfSilentGroup(route.value, before, behaviour) ? (['groupAppears'] as const) : []),
    ...(met === undefined ? [] : [`statuses.${met}` as const]),
  ];
}

/** When its conversation enters a list was decided before, by somebody's joining: by the reset, nothing tells any more. */
function isOfSilentGroup(
  { call, asked }: { readonly call: unknown; readonly asked: RoutedRequest },
  before: ChatState,
  behaviour: Behaviour,
): boolean {
  const guid = guidAsGiven(asked.id, behaviour);
  if (call !== resetGroupConversationCall || get(before.histories, groupHistoryKey(guid)) !== undefined) return false;
  const user = get(before.users, uidAsGiven(asked.request.headers['onbehalfof'] ?? '', behaviour));
  const side = user && sideOf(user.list, withGroup(guid));
  return (side?.hiddenUpTo ?? 0) === 0;
}
