import { setTimeout as sleep } from 'node:timers/promises';
import { addressingForms } from '../../core/index.ts';
import { reset } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import type { Reset } from '../scenario/scenario.ts';
import type { ExistingUsers } from '../verify-options.ts';
import { describeReply, isSuccessful } from './answer.ts';
import { CallFailed } from './call-failed.ts';
import type { WireReply } from './http-client.ts';
import { NotRun } from './not-run.ts';
import type { Target } from './target.ts';

/**
 * Whether there is a target, whether it takes the key, and whether a driver can arrange things in it; where none can,
 * also whether the resets are there at all, for an address that is wrong by a segment refuses everything too. Resolves to
 * what keeps its state from being arranged and seen, if anything does. Throws `NotRun`.
 */
export async function reach(target: Target, existing: ExistingUsers | undefined): Promise<string | undefined> {
  const { baseUrl, prefix } = target;
  const uid = `${prefix}reach`;
  // Some targets create whom a request names.
  const request = resetRequest(groupReset(`${prefix}nobody`), '', target.apiKey);
  const first = await target.send(request);
  // An answer now and then may be lost.
  const reply = first.kind === 'lost' && !first.waiting ? await target.send(request) : first;
  if (reply.kind === 'lost') {
    throw new NotRun(
      reply.waiting
        ? `${baseUrl} is busy for longer than a run waits: a reset was answered with ${reply.why}; try again later`
        : `${baseUrl} cannot be reached: ${reply.why}; start it, or correct the address`,
    );
  }
  const obstacle =
    existing === undefined ? await whyUnobservable(target, uid) : 'with existing users only the answers can be judged';
  if (obstacle === undefined) return undefined;
  const { status, location } = reply;
  if (location !== undefined && status >= 300 && status < 400) {
    throw new NotRun(
      `${baseUrl} answers a reset with ${status} and the address ${location}; a run follows no redirect, so give the ` +
        'address it leads to',
    );
  }
  // Of existing users a server may say 403 to one that nobody has.
  if (status === 401 || (status === 403 && existing === undefined)) {
    throw new NotRun(`the key was refused: a reset was answered with ${describeReply(reply)}; give another one`);
  }
  if (isSuccessful(reply) || (await hasResets(target, uid, existing))) return obstacle;
  throw new NotRun(
    status >= 500
      ? `${baseUrl} answers whatever it is asked with ${describeReply(reply)}; its own log may say why`
      : `there is no reset at ${baseUrl}: DELETE ${request.path} was answered with ${status}, as paths are that mean ` +
          'nothing; BASE_URL has to end in the version segment, as in http://127.0.0.1:4010/v3',
  );
}

async function whyUnobservable(target: Target, uid: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await target.driver.createUser(uid + attempt);
      await listOfNew(target, uid + attempt);
      return undefined;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.kind === 'silent' && attempt < 3) continue;
      return `${error.message}, so that the target can be neither arranged nor observed; a --driver can have other calls for that`;
    }
  }
}

/** Where reads lag behind writes, a new user may be unknown until the target has settled. */
async function listOfNew({ driver, settleMs, signal, noteLag }: Target, uid: string): Promise<void> {
  try {
    await driver.conversations(uid);
  } catch (error) {
    if (!(error instanceof CallFailed) || error.kind !== 'unseen') throw error;
    await sleep(settleMs, undefined, { signal });
    await driver.conversations(uid);
    noteLag();
  }
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
const onExisting = ({ users: [actor = '', other = ''] }: ExistingUsers): readonly Reset[] =>
  addressingForms.map((form) => reset(actor, toUser(other), { form, preserveOrder: 'true' }));

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
