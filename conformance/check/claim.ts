import type { Executed } from '../execution/trace.ts';
import { dataOf, isSuccessful } from '../target/answer.ts';

/**
 * What an answer claims. `confirmed`: as documented. `claimed`: a success of another form, which may be a refusal too;
 * what is seen decides. `indeterminate`: it may or may not have happened.
 */
export type Claim = 'confirmed' | 'claimed' | 'refused' | 'indeterminate' | 'none';

export function claimOf({ answer, reply }: Pick<Executed, 'answer' | 'reply'>): Claim {
  if (answer === undefined || reply === undefined) return 'none';
  if (answer !== 'refused') return answer;
  return isSuccessful(reply) && dataOf(reply)['success'] !== false ? 'claimed' : 'refused';
}
