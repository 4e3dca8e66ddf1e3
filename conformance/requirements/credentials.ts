import { answered, byFrameAnd, onReset } from '../check/check.ts';
import { refusedRequirement } from '../check/frame.ts';
import type { Requirement } from '../check/requirement.ts';
import { leftOver } from '../plan/alone.ts';
import { describeReply } from '../target/answer.ts';

/** Neither confirmed nor done. An error of the server is a refusal here, if nothing has changed. */
const refused = byFrameAnd(
  onReset((reset, transition, id) => {
    const { claim, executed } = transition;
    if (refusedRequirement(reset) !== id || claim !== 'confirmed' || executed.reply === undefined) return 'skipped';
    return answered('a refusal', describeReply(executed.reply));
  }),
);

const common = { level: 'required', about: 'refusal' } as const;

export const requirements: readonly Requirement[] = [
  {
    id: 'no-key-refused',
    ...common,
    clauses: ['ENDPOINTS-2', 'AUTHENTICATION-1', 'AUTHENTICATION-4'],
    clause: 'Authentication: apikey',
    title: 'a request without apikey is refused and changes nothing',
    check: refused,
    requests: ['no key'],
  },
  {
    id: 'wrong-key-refused',
    ...common,
    clauses: ['AUTHENTICATION-1'],
    clause: 'Authentication: apikey',
    title: 'a request with a wrong apikey is refused and changes nothing',
    check: refused,
    requests: ['wrong key'],
  },
  {
    id: 'no-acting-user-refused',
    ...common,
    clauses: ['ENDPOINTS-2', 'AUTHENTICATION-3', 'AUTHENTICATION-4'],
    clause: 'Authentication: onBehalfOf',
    title: 'a request without onBehalfOf is refused and changes nothing',
    check: refused,
    requests: ['no acting user'],
    alone: leftOver,
  },
];
