import { answered, type Check, onReset } from '../check/check.ts';
import { expectsToWork } from '../check/expects-to-work.ts';
import type { Requirement } from '../check/requirement.ts';
import { describeReply } from '../target/answer.ts';
import type { Peer } from '../target/driver.ts';

/**
 * A reset with its credentials, in a form that the target accepts, of a conversation in the acting user's list to which
 * a message has come since its last reset, has to be confirmed.
 */
const works = (kind: Peer['kind']): Check =>
  onReset((reset, transition) => {
    if (reset.conversation.kind !== kind || !expectsToWork(reset, transition)) return 'skipped';
    if (transition.claim === 'confirmed') return 'passed';
    const { reply } = transition.executed;
    // What was done is judged by its effect, and an answer says nothing that was lost, or is longer than anybody reads.
    if (transition.claim === 'claimed' || reply?.kind !== 'answered') return 'skipped';
    if (reply.status === 200 && reply.cut) return 'skipped';
    return answered('200, data.success true', describeReply(reply));
  });

const common = {
  level: 'required',
  about: 'acceptance',
  title: 'the call exists and resets what it is documented to reset',
} as const;

export const requirements: readonly Requirement[] = [
  {
    id: 'user-reset-works',
    ...common,
    clauses: [
      'INTRO-1',
      'SERVICE-1',
      'SERVICE-2',
      'RESOURCES-2',
      'BODY-2',
      'ENDPOINTS-1',
      'USER-1',
      'USER-2',
      'USER-3',
    ],
    clause: 'Reset user conversation',
    check: works('user'),
  },
  {
    id: 'group-reset-works',
    ...common,
    clauses: ['INTRO-1', 'SERVICE-1', 'SERVICE-3', 'RESOURCES-2', 'ENDPOINTS-1', 'GROUP-1', 'GROUP-2', 'GROUP-3'],
    clause: 'Reset group conversation',
    check: works('group'),
  },
];
