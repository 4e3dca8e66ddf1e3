import { describeReply, isSuccessful } from './answer.ts';
import type { WireReply, WireRequest } from './http-client.ts';
import type { Target } from './target.ts';

export type Reached =
  | { readonly kind: 'reached' }
  /** Nothing can be judged. */
  | { readonly kind: 'not-run'; readonly reason: string }
  /** It answers, but its state can be neither arranged nor seen. */
  | { readonly kind: 'unobservable'; readonly reason: string };

/** Users, and perhaps a group, that were there before; the first one acts. */
export interface Existing {
  readonly users: readonly string[];
  readonly group?: string;
}

/**
 * Whether there is a target, whether it takes the key, and whether a driver can arrange things in it; where none can,
 * also whether the resets are there at all, for an address that is wrong by a segment refuses everything too.
 */
export async function reach(target: Target, existing: Existing | undefined): Promise<Reached> {
  const { baseUrl, prefix } = target;
  const uid = `${prefix}reach`;
  // Some targets create whom they are told of.
  const request = groupReset(target, `${prefix}nobody`);
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
  if (refusesKey && (existing === undefined || (await isLikeWrongKey(target, request, reply)))) {
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

/** A reset of a group that nobody has, by a user whom nobody has. */
const groupReset = ({ apiKey }: Pick<Target, 'apiKey'>, uid: string) => ({
  method: 'DELETE',
  path: `/groups/${uid}2/conversation`,
  headers: { apikey: apiKey, onBehalfOf: uid, 'Content-Type': 'application/json' },
  body: '{}',
});

/** Resets in every form that a target may know, on users that nobody has. */
function madeUp(target: Target, uid: string): readonly WireRequest[] {
  const group = groupReset(target, uid);
  const user = { ...group, path: `/users/${uid}/conversation`, body: JSON.stringify({ conversationWith: `${uid}2` }) };
  const { onBehalfOf: _, ...withoutActor } = group.headers;
  return [group, user].flatMap((request) => [
    request,
    { ...request, headers: withoutActor },
    { ...request, body: request.body.slice(0, -1) },
  ]);
}

/** The same on users that are there, where those made up may be refused like a wrong path. Keeps every message. */
function onExisting(target: Target, { users: [actor, other] }: Existing): readonly WireRequest[] {
  if (actor === undefined || other === undefined) return [];
  const flags = { preserveOrder: true, deleteMessagesPermanently: false };
  const request = (inPath: string, conversationWith: object): WireRequest => ({
    ...groupReset(target, actor),
    path: `/users/${encodeURIComponent(inPath)}/conversation`,
    body: JSON.stringify({ ...conversationWith, ...flags }),
  });
  return [request(actor, { conversationWith: other }), request(other, {}), request(other, { conversationWith: actor })];
}

async function isLikeWrongKey(target: Target, request: WireRequest, reply: WireReply): Promise<boolean> {
  const apikey = [...target.apiKey].map((char) => (char === 'x' ? 'y' : 'x')).join('');
  const wrong = await target.send({ ...request, headers: { ...request.headers, apikey } });
  return isAlike(reply, wrong, request.path);
}

/** Whether some reset is answered otherwise than the same request would be under a path that nobody has. */
async function hasResets(target: Target, uid: string, existing: Existing | undefined): Promise<boolean> {
  for (const request of [...madeUp(target, uid), ...(existing === undefined ? [] : onExisting(target, existing))]) {
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
