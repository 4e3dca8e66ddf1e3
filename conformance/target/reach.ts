import { addressingForms } from '../../core/index.ts';
import type { Wire } from '../cases/case.ts';
import { type ResetCall, resetRequest } from '../cases/reset-request.ts';
import type { ExistingUsers } from '../verify-options.ts';
import { describeReply, isSuccessful } from './answer.ts';
import type { WireReply, WireRequest } from './http-client.ts';
import { type Target, TargetSilent, Unarrangeable } from './target.ts';

export type Reached =
  | { readonly kind: 'reached' }
  /** Nothing can be judged. */
  | { readonly kind: 'not-run'; readonly reason: string }
  /** It answers, but its state can be neither arranged nor seen. */
  | { readonly kind: 'unobservable'; readonly reason: string };

/**
 * Whether there is a target, whether it takes the key, and whether a driver can arrange things in it; where none can,
 * also whether the resets are there at all, for an address that is wrong by a segment refuses everything too.
 */
export async function reach(target: Target, existing: ExistingUsers | undefined): Promise<Reached> {
  const uid = `${target.prefix}reach`;
  const request = requestOf(target, uid, 'group', 'plain');
  const reply = await target.send(request);
  const { baseUrl } = target;
  if (reply.kind === 'lost') return notRun(`${baseUrl} cannot be reached: ${reply.why}; start it, or mend the address`);
  const obstacle =
    existing === undefined ? await arranging(target, uid) : 'with existing users only the answers can be judged';
  if (obstacle === undefined) return { kind: 'reached' };

  const refusesKey = reply.status === 401 || reply.status === 403;
  if (refusesKey && (existing === undefined || (await isLikeWrongKey(target, uid, reply)))) {
    return notRun(`the key was refused: a reset was answered with ${describeReply(reply)}; give another one`);
  }
  if (reply.status === 429) {
    return notRun(`${baseUrl} is busy for longer than a run waits: a reset was answered with 429; try again later`);
  }
  if (!isSuccessful(reply) && !(await hasResets(target, uid, existing))) {
    if (reply.status >= 500) {
      return notRun(`${baseUrl} answers whatever it is asked with ${describeReply(reply)}; its own log may say why`);
    }
    return notRun(
      `there is no reset at ${baseUrl}: DELETE ${request.path} was answered with ${reply.status}, as paths are that mean ` +
        'nothing; BASE_URL has to end in the version segment, as in http://127.0.0.1:4010/v3',
    );
  }
  return { kind: 'unobservable', reason: obstacle };
}

const notRun = (reason: string): Reached => ({ kind: 'not-run', reason });

/** What keeps the driver from arranging and observing, if anything does. */
async function arranging({ driver, baseUrl }: Target, uid: string): Promise<string | undefined> {
  try {
    await driver.createUser(uid);
    await driver.conversations(uid);
    return undefined;
  } catch (error) {
    if (!(error instanceof Unarrangeable || error instanceof TargetSilent)) throw error;
    const address = /\/v\d+$/.test(baseUrl) ? '' : `, and ${baseUrl} may lack its version segment, as in ${baseUrl}/v3`;
    return `${error.message}, so that the target can be neither arranged nor observed; a --driver can have other calls for that${address}`;
  }
}

function requestOf({ apiKey }: Target, uid: string, kind: 'user' | 'group', wire: Wire): WireRequest {
  const conversation = { kind, id: `${uid}2` } as const;
  const flags = { preserveOrder: 'left-out', permanently: 'left-out' } as const;
  const call: ResetCall = { actor: uid, conversation, form: 'path-actor', ...flags, wire };
  return resetRequest(call, apiKey);
}

/** Requests for resets; of existing users' conversations too, where those made up may be refused like a wrong path. */
function requestsOf(target: Target, uid: string, existing: ExistingUsers | undefined): readonly WireRequest[] {
  const madeUp = (['plain', 'no-acting-user', 'malformed-body'] as const).flatMap((wire) =>
    (['group', 'user'] as const).map((kind) => requestOf(target, uid, kind, wire)),
  );
  const [actor, other] = existing?.users ?? [];
  if (actor === undefined || other === undefined) return madeUp;
  const call = { actor, preserveOrder: 'true', permanently: 'false', wire: 'plain' } as const;
  const conversation = { kind: 'user', id: other } as const;
  return [...madeUp, ...addressingForms.map((form) => resetRequest({ ...call, conversation, form }, target.apiKey))];
}

async function isLikeWrongKey(target: Target, uid: string, reply: WireReply): Promise<boolean> {
  const request = requestOf(target, uid, 'group', 'wrong-key');
  return isAlike(reply, await target.send(request), request.path);
}

/** Whether some reset is answered otherwise than the same request would be under a path that nobody has. */
async function hasResets(target: Target, uid: string, existing: ExistingUsers | undefined): Promise<boolean> {
  for (const request of requestsOf(target, uid, existing)) {
    const nowhere = { ...request, path: request.path.replace(/\/(?:user|group)s\//, '/nowhere/') };
    const [there, elsewhere] = await Promise.all([target.send(request), target.send(nowhere)]);
    if (!isAlike(there, elsewhere, request.path, nowhere.path)) return true;
  }
  return false;
}

/** Whether two answers say the same but for the paths, and for what looks like an id, a number or a time. */
function isAlike(one: WireReply, other: WireReply, ...paths: readonly string[]): boolean {
  if (one.kind === 'lost' || other.kind === 'lost') return false;
  const bare = ({ text }: { readonly text: string }) =>
    paths.reduce((rest, path) => rest.replaceAll(path, ''), text).replaceAll(/[\w.:+-]*\d[\w.:+-]*/g, '');
  return one.status === other.status && bare(one) === bare(other);
}
