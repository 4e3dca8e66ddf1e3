import { addressingForms } from '../../core/index.ts';
import { reset } from '../plan/world.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import { type Reset, toGroup, toUser } from '../scenario/scenario.ts';
import type { ExistingUsers } from '../verify-options.ts';
import { describeReply, isSuccessful } from './answer.ts';
import type { WireReply } from './http-client.ts';
import type { Target } from './target.ts';

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
  const { baseUrl, prefix, apiKey } = target;
  const uid = `${prefix}reach`;
  // Some targets create whom they are told of.
  const first = groupReset(`${prefix}nobody`);
  const request = resetRequest(first, '', apiKey);
  const reply = await target.send(request);
  if (reply.kind === 'lost') return notRun(whyUnreachable(baseUrl, reply));
  if (reply.location !== undefined && reply.status >= 300 && reply.status < 400) {
    const place = `${reply.status} and the address ${reply.location}`;
    return notRun(
      `${baseUrl} answers a reset with ${place}; a run follows no redirect, so give the address it leads to`,
    );
  }
  const obstacle =
    existing === undefined ? await arranging(target, uid) : 'with existing users only the answers can be judged';
  if (obstacle === undefined) return { kind: 'reached' };

  const refusesKey = reply.status === 401 || reply.status === 403;
  if (refusesKey && (existing === undefined || (await isLikeWrongKey(target, first, reply)))) {
    return notRun(`the key was refused: a reset was answered with ${describeReply(reply)}; give another one`);
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

const whyUnreachable = (baseUrl: string, { why, waiting }: Extract<WireReply, { readonly kind: 'lost' }>): string =>
  waiting
    ? `${baseUrl} is busy for longer than a run waits: a reset was answered with ${why}; try again later`
    : `${baseUrl} cannot be reached: ${why}; start it, or correct the address`;

/** What keeps the driver from arranging and observing, if anything does. */
async function arranging({ arrange, observe, baseUrl }: Target, uid: string): Promise<string | undefined> {
  let created = await arrange.createUser(uid);
  // An answer now and then may be lost.
  for (let again = 1; created.kind === 'doubtful' && again < 3; again += 1)
    created = await arrange.createUser(uid + again);
  const seen = created.kind === 'done' ? await observe.conversations(uid) : created;
  if (seen.kind === 'done') return undefined;
  const address = /\/v\d+$/.test(baseUrl) ? '' : `, and ${baseUrl} may lack its version segment, as in ${baseUrl}/v3`;
  return `${seen.why}, so that the target can be neither arranged nor observed; a --driver can have other calls for that${address}`;
}

const withoutFlags = { preserveOrder: 'absent', deleteMessagesPermanently: 'absent' } as const;

/** A reset of a group that nobody has, by a user whom nobody has. */
const groupReset = (uid: string): Reset => reset(uid, toGroup(`${uid}2`), withoutFlags);

/** Resets in every form that a target may know, on users that nobody has. */
const madeUp = (uid: string): readonly Reset[] =>
  [groupReset(uid), reset(uid, toUser(`${uid}2`), withoutFlags)].flatMap((one): readonly Reset[] => [
    one,
    { ...one, onBehalfOf: 'absent' },
    { ...one, body: 'malformed' },
  ]);

/** The same on users that are there, where those made up may be refused like a wrong path. Keeps every message. */
const onExisting = ({ users: [actor, other] }: ExistingUsers): readonly Reset[] =>
  actor === undefined || other === undefined
    ? []
    : addressingForms.map((form) => reset(actor, toUser(other), { form, preserveOrder: 'true' }));

async function isLikeWrongKey(target: Target, first: Reset, reply: WireReply): Promise<boolean> {
  const request = resetRequest({ ...first, apikey: 'unrelated' }, '', target.apiKey);
  return isAlike(reply, await target.send(request), request.path);
}

/** Whether some reset is answered otherwise than the same request would be under a path that nobody has. */
async function hasResets(target: Target, uid: string, existing: ExistingUsers | undefined): Promise<boolean> {
  for (const one of [...madeUp(uid), ...(existing === undefined ? [] : onExisting(existing))]) {
    const request = resetRequest(one, '', target.apiKey);
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
