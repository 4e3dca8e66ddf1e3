import { resetRequest } from '../cases/reset-request.ts';
import type { ExistingUsers } from '../verify-options.ts';
import { describeReply } from './answer.ts';
import { type Target, TargetSilent, Unarrangeable } from './target.ts';

export type Reached =
  | { readonly kind: 'reached' }
  /** Nothing can be judged. */
  | { readonly kind: 'not-run'; readonly reason: string }
  /** It answers, but its state can be neither arranged nor seen. */
  | { readonly kind: 'unobservable'; readonly reason: string };

/** Whether there is a target, whether it takes the key, and whether a driver can arrange things in it. */
export async function reach(target: Target, existing: ExistingUsers | undefined): Promise<Reached> {
  const uid = `${target.prefix}reach`;
  const reply = await target.send(
    resetRequest(
      {
        actor: uid,
        conversation: { kind: 'group', id: uid },
        form: 'path-actor',
        preserveOrder: 'left-out',
        permanently: 'left-out',
        wire: 'plain',
      },
      target.apiKey,
    ),
  );
  if (reply.kind === 'lost') return { kind: 'not-run', reason: `${target.baseUrl} cannot be reached: ${reply.why}` };
  if (existing !== undefined) {
    return { kind: 'unobservable', reason: 'with existing users only the answers can be judged' };
  }
  const refusesKey = reply.status === 401 || reply.status === 403;
  try {
    await target.driver.createUser(uid);
    await target.driver.conversations(uid);
    return { kind: 'reached' };
  } catch (error) {
    if (!(error instanceof Unarrangeable || error instanceof TargetSilent)) throw error;
    if (refusesKey) {
      return { kind: 'not-run', reason: `the key was refused: a reset was answered with ${describeReply(reply)}` };
    }
    return {
      kind: 'unobservable',
      reason: `${error.message}, so that the target can be neither arranged nor observed`,
    };
  }
}
