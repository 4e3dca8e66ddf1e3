import {
  accept,
  addressingForms,
  type Behaviour,
  type ChatState,
  type Conversation,
  get,
  groupHistoryKey,
  historyKey,
  type ResetDone,
  type Result,
  rank,
  referenceBehaviour,
  refuse,
  type Side,
  sideOf,
  statusCases,
  type Uid,
  withGroup,
  withUser,
} from '../../core/index.ts';
import { refuseAccess } from '../authenticate.ts';
import type { Axis } from '../axis.ts';
import { decodeCommand } from '../decode-command.ts';
import { guidAsGiven, uidAsGiven } from '../decode-id.ts';
import { createOpenHandler } from '../handle-request.ts';
import type { Recorded } from '../journal.ts';
import { answerTo, type Refusal } from '../refusal.ts';
import { type ResetCommand, resetGroupConversationCall } from '../reset-calls.ts';
import { type FoundRoute, findRoute, type Routed } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';

/** What an answer is made of. */
export type Basis = Pick<Recorded, 'request' | 'access' | 'before' | 'at'>;

/** An answer that is wrong on purpose rests on that alone. */
export const unspecifiedOf = ({ behaviour }: Sandbox, entry: Recorded, route?: FoundRoute): readonly Axis[] =>
  !entry.isWrong ? axesOf(entry, behaviour, route) : [];

/**
 * The axes on which the answer to a reset rests, its effect included: those on which another choice would have made a
 * difference, as a test finds by trying them all. The calls around the resets are no part of the specification, so their
 * answers rest on nothing that it says or leaves open. Costs about as much as the answer.
 */
export function axesOf(
  { request, access, before, at }: Basis,
  behaviour: Behaviour,
  route: FoundRoute = findRoute(request),
): readonly Axis[] {
  if (route.ok && route.value.call.resetFields === undefined) return [];
  const found: Axis[] = [];
  let met: Refusal | undefined;
  /** Whether the answer is this refusal; the status of the first one decides about it either way. */
  const ends = (refusal: Refusal | undefined): boolean => {
    met ??= refusal;
    return refusal !== undefined && answerTo(refusal.kind, behaviour.statuses).accepted !== 'passed';
  };
  if (!ends(refuseAccess(access))) {
    if (route.ok) findInReset({ routed: route.value, before, at, access }, behaviour, found, ends);
    else ends(route.refusal);
  }
  const status = met && statusCases.find((name) => name === met?.kind);
  if (status !== undefined) found.push(`statuses.${status}`);
  return found;
}

interface KnownReset extends Omit<Basis, 'request'> {
  readonly routed: Routed;
}

const strictest = {
  emptyBody: 'rejected',
  missingContentType: 'rejected',
  unknownField: 'rejected',
  wrongType: 'rejected',
  nonMember: 'rejected',
  missingConversation: 'rejected',
} as const satisfies Partial<Behaviour>;

/** The specification shows the literal form, so that a reset which is said so rests on nothing where it is accepted. */
const strictOf = (behaviour: Behaviour): Behaviour => ({
  ...behaviour,
  ...strictest,
  addressing: behaviour.addressing.filter((form) => form === 'path-actor'),
  statuses: referenceBehaviour.statuses,
});

/** The choice that lets pass what is refused otherwise; their refusals have the same names. */
function axisOf({ kind }: Refusal): keyof typeof strictest | 'addressing' | undefined {
  if (kind === 'refusedAddressing') return 'addressing';
  return kind in strictest ? (kind as keyof typeof strictest) : undefined;
}

/**
 * Under the strictest behaviour, whatever a choice lets pass is refused. That choice is one of the axes; with what the
 * behaviour chooses in its place the reset gets further, until it is done, or is refused all the same.
 */
function findInReset(
  reset: KnownReset,
  behaviour: Behaviour,
  found: Axis[],
  ends: (refusal: Refusal) => boolean,
): void {
  if (restsOnCase(reset, behaviour)) found.push('identifierCase');
  let choices = strictOf(behaviour);
  for (;;) {
    const step = attempt(reset, choices);
    const isReached = step.ok || step.refusal.kind === 'missingConversation';
    if (isReached && isOfSilentGroup(reset, behaviour)) found.push('groupAppears');
    if (step.ok) {
      // What is confirmed to somebody who is no member has no effect.
      if (!found.includes('nonMember')) findInEffect(reset, step.value, behaviour, found);
      return;
    }
    const axis = axisOf(step.refusal);
    const isOpen = axis !== 'addressing' || namesTwoUsers(reset, choices);
    if (axis !== undefined && isOpen && !found.includes(axis)) found.push(axis);
    if (axis !== undefined && choices[axis] !== behaviour[axis]) choices = { ...choices, [axis]: behaviour[axis] };
    else if (ends(step.refusal)) return;
    // The status of a malformed body may let it pass.
    else choices = { ...choices, statuses: behaviour.statuses };
  }
}

interface Attempt extends ResetDone {
  readonly command: ResetCommand;
}

/** What the handler does behind the key. Where that is not refused, what the effect would be is seen in what is there. */
function attempt({ routed, before, at }: KnownReset, behaviour: Behaviour): Result<Attempt, Refusal> {
  const { call, request } = routed;
  const decoded = decodeCommand(routed, behaviour);
  if (!decoded.ok) return decoded;
  const command = decoded.value as ResetCommand;
  const onBehalfOf = request.headers['onbehalfof'] ?? '';
  if (onBehalfOf === '') return refuse({ kind: 'missingOnBehalfOf' });
  const by = { actor: uidAsGiven(onBehalfOf, behaviour), at, behaviour };
  const { outcome } = call.perform(before, command, by);
  return outcome.ok ? accept({ command, ...(outcome.value as ResetDone) }) : outcome;
}

/** Whether there is a form of addressing in which these names are right. */
function namesTwoUsers(reset: KnownReset, choices: Behaviour): boolean {
  const step = attempt(reset, { ...choices, addressing: addressingForms });
  return step.ok || step.refusal.kind !== 'refusedAddressing';
}

/** Where no capital is written, case changes nothing; else it is tried. */
function restsOnCase({ routed, access, before, at }: KnownReset, behaviour: Behaviour): boolean {
  const { request, uid, guid } = routed;
  const hasCapital =
    /[A-Z]/.test(uid + guid) ||
    /[A-Z]/.test(request.headers['onbehalfof'] ?? '') ||
    /:\s*"[^"]*[A-Z\\]/.test(request.body);
  if (!hasCapital) return false;
  const [folded, sensitive] = (['folded', 'sensitive'] as const).map((identifierCase) =>
    createOpenHandler({ ...behaviour, identifierCase })(before, request, at, access),
  );
  // Whatever is done or refused, the answer names whom and what it was about, as their case is taken.
  return folded?.reply.body !== sensitive?.reply.body;
}

/** The choices about what a reset that is done does, as far as anything is there to which it could be done. */
function findInEffect(
  { before }: KnownReset,
  { actor, command, conversation }: Attempt,
  behaviour: Behaviour,
  found: Axis[],
): void {
  const side = sideIn(before, actor, conversation);
  const history = get(before.histories, historyKey(actor, conversation));
  const hides = side !== undefined && (side.unread > 0 || (history?.size ?? 0) > rank(history, side.hiddenUpTo + 1));
  if (side?.place !== undefined && command.preserveOrder !== true) found.push('withoutPreserveOrder');
  if (conversation.kind === 'group') {
    if (hides) found.push('messagesAfterReset');
    return;
  }
  const deletes = history !== undefined || (sideIn(before, conversation.uid, withUser(actor))?.unread ?? 0) > 0;
  const given = 'guid' in command ? undefined : command.deleteMessagesPermanently;
  const permanently = given ?? behaviour.deleteMessagesPermanentlyOmitted === 'as-true';
  if (permanently && deletes) found.push('permanentDeletion');
  if (!permanently && hides) found.push('messagesAfterReset');
  const differs =
    (deletes && behaviour.permanentDeletion === 'for-everyone') ||
    (hides && behaviour.messagesAfterReset === 'visible');
  if (given === undefined && differs) found.push('deleteMessagesPermanentlyOmitted');
}

/** When its conversation enters a list was decided before, by somebody's joining: by the reset, nothing tells any more. */
function isOfSilentGroup({ routed, before }: KnownReset, behaviour: Behaviour): boolean {
  const { call, request } = routed;
  const guid = guidAsGiven(routed.guid, behaviour);
  if (call !== resetGroupConversationCall || get(before.histories, groupHistoryKey(guid)) !== undefined) return false;
  const actor = uidAsGiven(request.headers['onbehalfof'] ?? '', behaviour);
  return (sideIn(before, actor, withGroup(guid))?.hiddenUpTo ?? 0) === 0;
}

function sideIn(state: ChatState, uid: Uid, conversation: Conversation): Side | undefined {
  const user = get(state.users, uid);
  return user && sideOf(user.list, conversation);
}
