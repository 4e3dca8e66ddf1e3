import { clipped } from '../../fixtures/printable.ts';
import type { Answered, WireReply } from './http-client.ts';

/**
 * What an answer to a reset says. `confirmed`: 200 and `data.success` is true. `refused`: any other answer below 500.
 * `indeterminate`: it may or may not have happened, and looking decides; so it does where a 200 is too long to be read.
 */
export type Answer = 'confirmed' | 'refused' | 'indeterminate';

export function answerOf(reply: WireReply): Answer {
  if (reply.kind === 'lost' || reply.status >= 500) return 'indeterminate';
  if (reply.status === 200 && reply.cut) return 'indeterminate';
  return reply.status === 200 && dataOf(reply)['success'] === true ? 'confirmed' : 'refused';
}

/** Any status that HTTP calls successful, whatever the body says. */
export const isSuccessful = (reply: WireReply): boolean =>
  reply.kind === 'answered' && reply.status >= 200 && reply.status < 300;

/** What is documented of the `data` of an answer; empty when there is none. */
export const dataOf = (reply: WireReply): Answered['data'] => (reply.kind === 'answered' ? reply.data : {});

/** The answer in one line, for people. */
export function describeReply(reply: WireReply): string {
  if (reply.kind === 'lost') return `no answer: ${reply.why}`;
  const said = `${reply.status} ${clipped(reply.text, 301)}`.trimEnd();
  return reply.cut ? `${said}… and more than is read of an answer` : said;
}
