import { answered, type Check, onReset } from '../check/check.ts';
import { intervalOf, isWithoutEffect, seenEffect } from '../check/effect.ts';
import type { Requirement } from '../check/requirement.ts';
import type { Transition } from '../check/transitions.ts';
import { listOf, messagesOf } from '../execution/views.ts';
import { hasCredentials, isReset, type Reset } from '../scenario/scenario.ts';
import { dataOf } from '../target/answer.ts';
import type { Answered } from '../target/http-client.ts';

/**
 * Whether a reset was done: it was confirmed, or it claims a success of another form or an error of the server, and
 * something has changed that no other reset can have changed, be it against the rules.
 */
function isDone(reset: Reset, transition: Transition): boolean {
  if (!hasCredentials(reset)) return false;
  if (transition.claim === 'confirmed') return true;
  const views = [listOf(reset.actor), messagesOf(reset.actor, reset.conversation)];
  const since = views.flatMap((view) => intervalOf(transition, view)?.since ?? []);
  const isAlone = since.every((one) => one === transition.executed || !isReset(one.operation));
  if (!['claimed', 'indeterminate'].includes(transition.claim) || !isAlone) return false;
  const seen = seenEffect(transition, reset);
  return seen.place !== undefined && !isWithoutEffect(seen);
}

/** What the spec pins of the answer to a reset that was done. */
const ofDoneResets = (holds: (reply: Answered) => boolean, expected: string, say: (reply: Answered) => string): Check =>
  onReset((reset, transition) => {
    const { reply } = transition.executed;
    if (reply?.kind !== 'answered' || !isDone(reset, transition)) return 'skipped';
    return holds(reply) ? 'passed' : answered(expected, say(reply));
  });

const isJson = (contentType: string): boolean => /^application\/json\s*(;|$)/i.test(contentType.trim());

const common = { level: 'required', about: 'answer' } as const;

export const requirements: readonly Requirement[] = [
  {
    id: 'status-200',
    ...common,
    clauses: ['RESPONSE-1', 'USER-5', 'GROUP-5', 'ERRORS-1'],
    clause: 'Errors: a successful reset is answered 200',
    title: 'a reset that was done is answered with status 200',
    check: ofDoneResets(
      ({ status }) => status === 200,
      'status 200',
      ({ status }) => `status ${status}`,
    ),
  },
  {
    id: 'media-type',
    ...common,
    clauses: ['RESPONSE-1', 'USER-5', 'GROUP-5'],
    clause: 'Response body: application/json',
    title: 'the answer to a reset is application/json',
    check: ofDoneResets(
      // Of a status that is wrong itself the type says no more.
      ({ status, contentType }) => status !== 200 || isJson(contentType),
      'Content-Type: application/json',
      ({ contentType }) => (contentType === '' ? 'no Content-Type' : `Content-Type: ${contentType}`),
    ),
  },
  {
    id: 'success-true',
    ...common,
    clauses: ['RESPONSE-2', 'RESPONSE-3', 'USER-5', 'GROUP-5'],
    clause: 'Response body: data.success',
    title: 'data.success is the boolean true',
    check: ofDoneResets(
      (reply) => reply.status !== 200 || dataOf(reply)['success'] === true,
      'data.success: true',
      (reply) => `data.success: ${JSON.stringify(dataOf(reply)['success'])}`,
    ),
  },
];
