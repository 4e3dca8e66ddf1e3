import { setTimeout as sleep } from 'node:timers/promises';
import { emptyState, referenceBehaviour } from '../../core/index.ts';
import { createHandler } from '../handle-request.ts';
import type { HttpReply, HttpRequest } from '../http-message.ts';
import type { Cell, Fault, FaultyReply } from './fault.ts';
import { type FaultyHandler, faultyHandler } from './misbehave.ts';

// For tests: a tour through the corners in which faults show, told as everything that a caller sees on it.

const apiKey = 'Key-0123456789';

export interface Tour {
  /** What was seen, in order. */
  readonly seen: readonly Sight[];
  readonly reached: number;
}

interface Sight {
  readonly what: string;
  readonly reply: FaultyReply;
  /** How often the fault had been reached by then. */
  readonly reached: number;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly as?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly rawHeaders?: readonly string[];
}

/** Takes a tour with a mock server that has the fault, or with a healthy one that makes the same choices. */
export async function takeTour(
  route: (send: Send, fault: Fault) => Promise<void>,
  fault: Fault,
  server: FaultyHandler,
): Promise<Tour> {
  const seen: Sight[] = [];
  const send = async (asked: Asked): Promise<FaultyReply> => {
    // Where several are sent at once, they keep the order in which they were sent.
    const place = seen.push({ what: '', reply: { status: 0, body: '' }, reached: 0 }) - 1;
    const reply = await server.handle(requestOf(asked));
    const what = `${asked.method} ${asked.path} as ${asked.as} ${JSON.stringify(asked.body ?? '')}`;
    seen[place] = { what, reply, reached: server.reached() };
    return reply;
  };
  await route(send, fault);
  return { seen, reached: server.reached() };
}

function openCell(under: Fault['under']) {
  const cell: Cell = { state: emptyState };
  const handle = createHandler({ apiKey, behaviour: { ...referenceBehaviour, ...under } });
  const next = async (request: HttpRequest): Promise<HttpReply> => {
    const handled = handle(cell.state, request, 1_700_000_000);
    cell.state = handled.state;
    return handled.reply;
  };
  return { cell, next };
}

export const brokenServer = (fault: Fault, seed: number): FaultyHandler =>
  faultyHandler(fault, openCell(fault.under), apiKey, seed);

export const healthyServer = ({ under }: Fault): FaultyHandler => ({ handle: openCell(under).next, reached: () => 0 });

function requestOf({ method, path, as, body, headers, rawHeaders = [] }: Asked): HttpRequest {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method,
    url: `/v3${path}`,
    headers: { apikey: apiKey, onbehalfof: as === '' ? undefined : as, 'content-type': 'application/json', ...headers },
    rawHeaders,
    body: text,
  };
}

export type Send = (asked: Asked) => Promise<FaultyReply>;

const flags = [false, true, undefined];
const pals = ['m1', 'm11', 'o', 'b', 'quite-a-long-name-for-a-user'];
const long = pals[4] ?? '';
const groups = ['g', 'g1', 'm1'];
const oddIds = [...['0', '1'].map((end) => 'l'.repeat(98) + end), 'marked-'];
const pairsOfOneSpelling = ['a', 'b_user_c', 'a_user_b', 'c'];

/** The calls of a tour, said shortly. `m` is the protagonist. */
function calls(send: Send, { under }: Fault) {
  const more = under?.identifierCase === 'sensitive' ? ['M1'] : [];
  const write = (as: string, receiver: string, receiverType = 'user') =>
    send({ method: 'POST', path: '/messages', as, body: { receiver, receiverType, data: { text: 'hello' } } });
  const read = (as: string, path: string) => send({ method: 'GET', path, as });
  return {
    users: ['m', 'm0', 'z', ...pals, ...more],
    write,
    read,
    reset: (as: string, path: string, body: unknown, rest: Partial<Asked> = {}) =>
      send({ method: 'DELETE', path: `${path}/conversation`, as, body, ...rest }),
    refill: async () => {
      for (const pal of [...pals, ...more]) {
        await write('m', pal);
        if (pal !== 'o') await write(pal, 'm');
        if (pal !== 'b') await write(pal, 'z');
      }
      for (const guid of groups) for (const uid of ['m', 'm0']) await write(uid, guid, 'group');
    },
    look: async () => {
      for (const as of ['m', 'm0', 'z', ...pals, ...more]) await read(as, '/conversations');
      for (const pal of pals) {
        await read('m', `/users/${pal}/messages?limit=200`);
        await read(pal, '/users/m/messages?limit=200');
      }
      for (const guid of groups)
        for (const as of ['m', 'm0', 'm1']) await read(as, `/groups/${guid}/messages?limit=200`);
    },
  };
}

type Calls = ReturnType<typeof calls>;

async function arrive(send: Send, { users, refill, look }: Calls): Promise<void> {
  for (const uid of [...users, ...pairsOfOneSpelling, ...oddIds]) {
    await send({ method: 'POST', path: '/users', body: { uid, name: `Name of ${uid}` } });
  }
  for (const guid of groups) {
    await send({ method: 'POST', path: '/groups', as: 'm0', body: { guid, name: `Name of ${guid}` } });
    await send({ method: 'POST', path: `/groups/${guid}/members`, body: { participants: ['m', 'm1', 'b'] } });
  }
  await refill();
  await look();
}

/** One request after the other. */
export async function quietTour(send: Send, fault: Fault): Promise<void> {
  const tour = calls(send, fault);
  await arrive(send, tour);
  await combinations(tour);
  await credentials(tour);
  await wires(tour);
  await refusals(tour);
  await spellings(send, tour);
  await lengths(send, tour);
}

/** Every combination of flags in every form, and again when messages have returned. */
async function combinations({ reset, look, refill }: Calls): Promise<void> {
  for (const preserveOrder of flags) {
    for (const guid of groups) for (const uid of ['m', 'm0']) await reset(uid, `/groups/${guid}`, { preserveOrder });
    await look();
    await refill();
    for (const deleteMessagesPermanently of flags) {
      const fields = { deleteMessagesPermanently, preserveOrder };
      for (const pal of pals) await reset('m', '/users/m', { conversationWith: pal, ...fields });
      await look();
      await refill();
      for (const [at, pal] of pals.entries()) {
        await reset('m', `/users/${pal}`, at % 2 === 0 ? fields : { conversationWith: 'm', ...fields });
      }
      await look();
      await refill();
    }
  }
  for (const pal of pals) {
    await reset('m', '/users/m', { conversationWith: pal, preserveOrder: true });
    await reset('m', `/users/${pal}`, { preserveOrder: true });
  }
  await reset('m', '/groups/g', { deleteMessagesPermanently: true });
  await look();
  await refill();
}

async function credentials({ reset, look, refill }: Calls): Promise<void> {
  const wrongKeys = ['Key-0123456788', 'key-0123456789', 'Key-X123456789', 'xey-0123456789', 'zzzzzzzzzzzzzz'];
  for (const path of [`/users/${long}`, '/groups/g']) {
    for (const apikey of [...wrongKeys, ...Array<undefined>(40)]) {
      await reset('m', path, { deleteMessagesPermanently: true }, { headers: { apikey } });
    }
  }
  await reset('', '/users/m', { conversationWith: 'b' });
  await reset('', '/groups/g1', {});
  await look();
  await refill();
}

async function wires({ reset, look, refill }: Calls): Promise<void> {
  const kept = { preserveOrder: true };
  await reset('m', '/users/b', kept, { headers: { 'transfer-encoding': 'chunked' } });
  await reset('m', '/users/%62', kept);
  await reset('m', '/groups/%67', kept);
  await reset('m', '/users/b', kept, { rawHeaders: ['ApIkEy', apiKey, 'oNbEhAlFoF', 'm'] });
  await reset('m', '/users/b', ' {"preserveOrder": true} ');
  await reset('m', '/users/b', '{"preserveOrder":true,"deleteMessagesPermanently":false}');
  await reset('m', '/users/b', '{"preserve\\u004frder":true}');
  await look();
  await refill();
}

async function refusals({ reset, look, refill }: Calls): Promise<void> {
  const refused = [
    ['m', '/groups/g', ''],
    ['m', '/users/b', '{"preserveOrder": tru'],
    ['m', '/users/b', { preserveOrder: 'true' }],
    ['m', '/users/b', { colour: 'red' }],
    ['z', '/groups/g', {}],
    ['z', '/users/m', {}],
    ['m', '/users/o', { conversationWith: 'z' }],
    ['m', '/users/b', ''],
    ['m', '/groups/g', { conversationWith: 'b' }],
    ['m', '/users/b', { preserveOrder: true, colour: 'red' }],
    ['b', '/groups/g', { preserveOrder: true }],
  ] as const;
  for (const [as, path, body] of refused) {
    await reset(as, path, body);
    await look();
    await refill();
  }
  await reset('m', '/users/b', {});
  await reset('m', '/users/b', {});
  await reset('b', '/users/m', {});
  await look();
  await refill();
}

async function spellings(send: Send, { write, reset, read }: Calls): Promise<void> {
  await write('a', 'b_user_c');
  await write('a_user_b', 'c');
  await reset('a', '/users/b_user_c', {});
  for (const as of pairsOfOneSpelling) await read(as, '/conversations');
  for (const uid of oddIds) await write('m', uid);
  await send({ method: 'POST', path: '/groups', as: 'm', body: { guid: 'hermitage', name: 'Hermitage' } });
  await write('m', 'hermitage', 'group');
  await reset('m', '/groups/hermitage', {});
  await reset('m', `/users/${oddIds[0]}`, {});
  await reset('m', '/users/marked-', { preserveOrder: true });
  await read('m', '/conversations');
}

/** Long lists, long histories, many resets, and at the end a while of nothing. */
async function lengths(send: Send, { write, reset, look, read, refill }: Calls): Promise<void> {
  const many = Array.from({ length: 104 }, (_, index) => `many${index}`);
  for (const uid of many) {
    await send({ method: 'POST', path: '/users', body: { uid, name: uid } });
    await write(uid, 'm');
    await write('m', 'm11');
    await write('m0', 'g1', 'group');
  }
  await look();
  await reset('m', '/users/many1', { preserveOrder: true });
  await reset('m', '/users/m11', { deleteMessagesPermanently: true, preserveOrder: true });
  await reset('m', '/groups/g1', { preserveOrder: true });
  await look();
  for (const [at, uid] of many.entries()) {
    const [preserveOrder, deleteMessagesPermanently] = [at % 3 === 0, at % 2 === 0];
    await reset('m', `/users/${uid}`, { preserveOrder, deleteMessagesPermanently });
    await read('m', `/users/${uid}/messages`);
    await read(uid, '/users/m/messages');
  }
  await look();
  await refill();
  for (const pal of pals) await reset('m', `/users/${pal}`, {});
  await sleep(350);
  // Timers that ran out while tours side by side kept the thread busy fire in any order.
  await sleep(1);
  await look();
}

/** Many requests at once, the same ones several times. */
export async function rush(send: Send, fault: Fault): Promise<void> {
  const tour = calls(send, fault);
  const { reset, write, read, look, refill } = tour;
  await arrive(send, tour);
  for (const preserveOrder of [true, false]) {
    await Promise.all([
      ...pals.flatMap((pal) => [
        reset('m', `/users/${pal}`, { preserveOrder }),
        reset(pal, '/users/m', { preserveOrder }),
      ]),
      // A message brings a row to the top, whatever its reset did: where none comes, what was lost shows.
      ...groups.flatMap((guid) => [
        reset('m', `/groups/${guid}`, { preserveOrder }),
        preserveOrder ? read('m', '/conversations') : write('m0', guid, 'group'),
      ]),
      read('m', '/conversations'),
      sleep(2).then(() => write('m', 'z')),
    ]);
    await look();
    await refill();
  }
}
