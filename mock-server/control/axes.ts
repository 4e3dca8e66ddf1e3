import {
  addressingForms,
  axisValues,
  type Behaviour,
  get,
  groupHistoryKey,
  type Statuses,
  sideOf,
  statusCases,
  withGroup,
} from '../../core/index.ts';
import type { Axis } from '../axis.ts';
import { guidAsGiven, uidAsGiven } from '../decode-id.ts';
import { createHandler, type Handler } from '../handle-request.ts';
import type { HttpRequest } from '../http-message.ts';
import type { Recorded } from '../journal.ts';
import { resetGroupConversation } from '../reset-calls.ts';
import { findRoute, type Routed } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { sameEffect } from './same-effect.ts';

/** What an answer is made of. */
export type Basis = Pick<Recorded, 'request' | 'access' | 'before' | 'at'>;

/** An answer that is wrong on purpose rests on that alone. */
export const unspecifiedOf = ({ behaviour }: Sandbox, entry: Recorded): readonly Axis[] =>
  entry.isWrong ? [] : axesOf(entry, behaviour);

/**
 * The axes on which the answer to a reset rests, its effect included, or to a call that there is not: those on which
 * another choice makes a difference. The calls around the resets are no part of the specification, so their answers rest
 * on nothing that it says or leaves open. Costs a few times as much as the answer.
 */
export function axesOf({ request, access, before, at }: Basis, behaviour: Behaviour): readonly Axis[] {
  const route = findRoute(request);
  if (route.ok && route.value.call.resetFields === undefined) return [];
  const tried = known.get(behaviour) ?? handlersFor(behaviour);
  known.set(behaviour, tried);
  const answerOf = (handle: Handler) => handle(before, request, at, access);
  tried.asked.clear();
  const strictly = answerOf(tried.strict);
  // Most requests are, and have no capitals.
  const isRight = strictly.reply.status === 200;
  const { state, reply } = isRight ? strictly : answerOf(tried.healthy);
  const met = isRight ? undefined : statusCases[answerOf(tried.marked).reply.status - firstMark];
  const found = new Set<Axis>();
  for (const [axis, handle] of tried.others) {
    if (found.has(axis) || (isRight && (axis in strictest || !tried.asked.has(axis)))) continue;
    if (axis === 'identifierCase' && !hasCapital(request)) continue;
    const other = answerOf(handle);
    const isSame = other.reply.status === reply.status && other.reply.body === reply.body;
    if (!isSame || !sameEffect(other.state, state)) found.add(axis);
  }
  const isConfirmed = met === undefined && reply.status === 200;
  const isReached = found.has('missingConversation') || (isConfirmed && !found.has('nonMember'));
  if (isReached && route.ok && isOfSilentGroup(route.value, before, behaviour)) found.add('groupAppears');
  if (met !== undefined) found.add(`statuses.${met}`);
  return [...found];
}

const hasCapital = ({ url, headers, body }: HttpRequest): boolean =>
  /[A-Z%]/.test(url) || /[A-Z]/.test(headers['onbehalfof'] ?? '') || /:\s*"[^"]*[A-Z\\]/.test(body);

/** All else that can be wrong with a request is asked for only where it is: one that these confirm is right in these. */
const strictest = {
  // The specification shows this form.
  addressing: ['path-actor'],
  missingContentType: 'rejected',
  unknownField: 'rejected',
  wrongType: 'rejected',
} as const satisfies Partial<Behaviour>;

/** A status of its own for each case, which shows what was met. */
const firstMark = 1000;
const statuses = Object.fromEntries(statusCases.map((name, index) => [name, firstMark + index])) as Statuses;

const known = new WeakMap<Behaviour, ReturnType<typeof handlersFor>>();

function handlersFor(behaviour: Behaviour) {
  const under = (choice: Partial<Behaviour>) => createHandler({ ...behaviour, ...choice });
  const choices = { addressing: [strictest.addressing, addressingForms], ...axisValues };
  const others = Object.entries(choices).flatMap(([axis, values]) =>
    values
      .filter((value) => String(value) !== String(behaviour[axis as keyof typeof choices]))
      .map((value) => [axis as Axis, under({ [axis]: value })] as const),
  );
  const asked = new Set<string>();
  const addressing = behaviour.addressing.filter((form) => form === 'path-actor');
  const strict = Object.entries({ ...behaviour, ...strictest, addressing, statuses }).map(([axis, value]) => {
    const get = () => {
      asked.add(axis);
      return value;
    };
    return [axis, { get }] as const;
  });
  return {
    healthy: createHandler(behaviour),
    /** This one notes the axes that it asks for: another choice on one of the others changes nothing. */
    strict: createHandler(Object.defineProperties({} as Behaviour, Object.fromEntries(strict))),
    asked,
    marked: under({ statuses }),
    /** Under each other choice of one axis. */
    others,
  };
}

/** When its conversation enters a list was decided before, by somebody's joining: the reset no longer shows it. */
function isOfSilentGroup(
  { call, request, guid: given }: Routed,
  before: Basis['before'],
  behaviour: Behaviour,
): boolean {
  const guid = guidAsGiven(given, behaviour);
  if (call !== resetGroupConversation || get(before.histories, groupHistoryKey(guid)) !== undefined) return false;
  const actor = get(before.users, uidAsGiven(request.headers['onbehalfof'] ?? '', behaviour));
  return actor !== undefined && (sideOf(actor.list, withGroup(guid))?.hiddenUpTo ?? 0) === 0;
}
