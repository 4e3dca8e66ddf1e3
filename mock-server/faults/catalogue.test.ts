import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { type Behaviour, type ChatState, emptyState, referenceBehaviour } from '../../core/index.ts';
import { accessOf } from '../authenticate.ts';
import { createHandler } from '../handle-request.ts';
import type { HttpReply, HttpRequest } from '../http-message.ts';
import { answer, openSandbox } from '../sandbox.ts';
import { requestOf } from '../testing/ask.ts';
import { faultNamed, faults } from './catalogue.ts';
import type { Fault } from './fault.ts';
import { faultyHandler } from './faulty-handler.ts';

describe('the catalogue of faults', () => {
  it('should have 181 of them, each with a name of its own in kebab-case', () => {
    const names = faults.map(({ name }) => name);
    expect(new Set(names).size).toBe(181);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(faultNamed(names[0] ?? '')).toBe(faults[0]);
    expect(faultNamed('no-such-fault')).toBeUndefined();
  });

  it('should be in files that are called as those of the requirements', () => {
    const filesIn = (folder: string) => readdirSync(new URL(folder, import.meta.url));
    const own = ['catalogue.ts', 'catalogue.test.ts', 'fault.ts', 'faulty-handler.ts', 'random-numbers.ts', 'parts'];
    const families = filesIn('.').filter((file) => !own.includes(file));
    expect(filesIn('../../conformance/requirements')).toEqual(expect.arrayContaining(families));
  });
});

const needsLoad = ({ name, requirement }: Fault): boolean =>
  requirement === 'quiet-after-concurrency' || /under-load|mixed-up/.test(name);
const comesLate = ({ name }: Fault): boolean => ['both-sides-reset-late', 'undone-soon'].includes(name);

describe('a server with one fault', () => {
  const atOnce = faults.filter((fault) => !needsLoad(fault) && !comesLate(fault));

  it.each(atOnce)('should differ from a healthy one, and say so exactly then: $name', async (fault) => {
    let shown = false;
    for (let index = 0; index < sequences.length && !shown; index += 1) {
      const requests = sequences[index] ?? [];
      const { broken, healthy, sights } = serversOf(fault, index);
      const { replies, isWrong } = await send(requests, broken);
      shown = !isDeepStrictEqual(replies, (await send(requests, healthy)).replies);
      // An effect that those four do not see.
      if (isWrong && !shown) shown = !isDeepStrictEqual(await sights.broken(), await sights.healthy());
      if (isWrong !== shown) expect({ isWrong, requests }).toEqual({ isWrong: shown, requests });
    }
    expect(shown).toBe(true);
  });

  it.each(faults.filter(comesLate))('should differ a while after it has answered: $name', async (fault) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { broken, healthy, sights } = serversOf(fault);
    const { replies } = await send(afterReturn, broken);
    expect(JSON.stringify(replies)).toBe(JSON.stringify((await send(afterReturn, healthy)).replies));
    const before = await sights.broken();
    await vi.advanceTimersByTimeAsync(300);
    vi.useRealTimers();
    expect(await sights.broken()).not.toEqual(before);
  });

  it.each(faults.filter(needsLoad))('should differ when much is asked at once: $name', async (fault) => {
    const { broken, healthy } = serversOf(fault);
    expect(await hurry(broken)).not.toEqual(await hurry(healthy));
    expect(broken.reached()).toBeGreaterThan(0);
  });
});

// Helpers: one world, short sequences of requests that begin in it, and what is seen at the end of each.

const apiKey = 'Key-0123456789';
/** With the fault and without it, each in a state of its own; and what a healthy one shows of these states. */
function serversOf(fault: Fault, seed = 0) {
  const behaviour = { ...referenceBehaviour, ...fault.under };
  const settings = { keys: { apiKey }, journal: 0, createHandler };
  const open = () => {
    const sandbox = openSandbox('', { behaviour, state: worldOf(behaviour) }, settings);
    sandbox.clock.frozenAt = 1_700_000_000;
    const handle = async (request: HttpRequest) => answer(sandbox, request, accessOf(request, settings.keys));
    return { sandbox, handle, sight: () => Promise.all(observations.map(handle)) };
  };
  const [own, healthy] = [open(), open()];
  const broken = faultyHandler(fault, own.sandbox, seed);
  return { broken, healthy, sights: { broken: own.sight, healthy: healthy.sight } };
}

type Server = { readonly handle: (request: HttpRequest) => Promise<HttpReply & { readonly isWrong?: boolean }> };

/** What is answered, one request after the other. */
async function send(requests: readonly HttpRequest[], { handle }: Server) {
  const replies: HttpReply[] = [];
  let isWrong = false;
  for (const request of requests) {
    const { isWrong: one = false, ...reply } = await handle(request);
    replies.push(reply);
    isWrong ||= one;
  }
  return { replies, isWrong };
}

/** All at once, and a few a moment later; then what is there. */
async function hurry({ handle }: Server) {
  const first = rush.map(handle);
  await new Promise(setImmediate);
  const replies = await Promise.all([...first, ...rushBehind.map(handle)]);
  return { bodies: replies.map(({ body }) => body), after: (await send(observations, { handle })).replies };
}

function ask(method: string, path: string, as?: string, body: unknown = '', more: Partial<HttpRequest> = {}) {
  const request = requestOf(`${method} ${path}`, body, { apikey: apiKey, onbehalfof: as, ...more.headers });
  return { ...request, ...more, headers: request.headers };
}

const write = (as: string, receiver: string, receiverType = 'user') =>
  ask('POST', '/messages', as, { receiver, receiverType, data: { text: 'hello' } });

// `m` acts. Some of the others are called alike; with one there are many messages, and `w` has many conversations.
const long = 'l'.repeat(98);
const [o, b] = ['quite-a-long-name-for-a-user', 'b'];
const others = ['m1', 'm11', o, b, `${long}0`, `${long}1`, 'marked-', 'n_user_z', 'M1'];
const crowd = Array.from({ length: 104 }, (_, index) => `crowd${index}`);
const groups = ['g', 'g1', 'm1'];

const worlds = new Map<string, ChatState>();

function worldOf(behaviour: Behaviour): ChatState {
  const known = worlds.get(JSON.stringify(behaviour));
  if (known !== undefined) return known;
  const handle = createHandler(behaviour);
  const users = ['m', 'm0', 'm_user_n', 'w', 'z', 'n', ...others, ...crowd];
  const state = [
    ...users.map((uid) => ask('POST', '/users', undefined, { uid, name: uid })),
    ...[...groups, 'alone'].map((guid) => ask('POST', '/groups', 'm', { guid, name: guid })),
    ...groups.map((guid) => ask('POST', `/groups/${guid}/members`, undefined, { participants: ['m0', 'm1', b] })),
    ...crowd.flatMap((uid) => [write(uid, 'w'), write(uid, 'm11'), write('m11', 'm'), write('m0', 'g1', 'group')]),
    write('m_user_n', 'z'),
    write('m', 'alone', 'group'),
    ...others.flatMap((uid) => [write('z', uid), write(uid, 'm')]),
    ...others.slice(1, 4).map((uid) => write('m', uid)),
    ...groups.flatMap((guid) => [write('m1', guid, 'group'), write('m', guid, 'group')]),
    write(b, 'g', 'group'),
    write(b, 'm'),
    write('m0', b),
  ].reduce((before, request) => handle(before, request, 1_700_000_000, undefined).state, emptyState);
  worlds.set(JSON.stringify(behaviour), state);
  return state;
}

const observations = [
  ...['m', 'm0', 'm1', b, 'z', 'm_user_n', o].map((as) => ask('GET', '/conversations', as)),
  ...others.flatMap((uid) => [
    ask('GET', `/users/${uid}/messages?limit=200`, 'm'),
    ask('GET', '/users/m/messages?limit=200', uid),
  ]),
  ...groups.flatMap((guid) => ['m', 'm0', b].map((as) => ask('GET', `/groups/${guid}/messages?limit=200`, as))),
];

type Fields = Readonly<Record<string, unknown>>;

const resetGroup = (guid: string, fields: Fields | string = {}, as?: string, more?: Partial<HttpRequest>) =>
  ask('DELETE', `/groups/${guid}/conversation`, as ?? 'm', fields, more);
const resetAsPeer = (uid: string, fields: Fields | string = {}, as = 'm', more?: Partial<HttpRequest>) =>
  ask('DELETE', `/users/${uid}/conversation`, as, fields, more);
const resetAsActor = (uid: string, fields: Fields = {}, as = 'm') =>
  resetAsPeer(as, { conversationWith: uid, ...fields }, as);

const kept = { preserveOrder: true };
const permanent = { deleteMessagesPermanently: true };
const temporary = { deleteMessagesPermanently: false };
const flags = [{}, kept, permanent, { ...permanent, ...kept }, temporary, { ...temporary, ...kept }];
const afterReturn = [resetAsPeer(b), write(b, 'm'), resetAsPeer(b)];
const listOfM = ask('GET', '/conversations', 'm');

/** The same resets one after the other, where they are alone, again, and after a message. */
const sequences: readonly (readonly HttpRequest[])[] = [
  ...flags.flatMap((fields) => [
    ...groups.map((guid) => [resetGroup(guid, fields)]),
    ...others.map((uid) => [resetAsPeer(uid, fields)]),
    ...others.slice(0, 4).map((uid) => [resetAsActor(uid, fields)]),
    [resetAsPeer(b, { conversationWith: 'm', ...fields })],
    [resetAsPeer('m', fields, b)],
    [resetGroup('g', fields, b)],
    [resetAsPeer(b), write(b, 'm'), resetAsPeer(b, fields), listOfM, write('m', b)],
    [resetGroup('g'), write(b, 'g', 'group'), resetGroup('g', fields)],
    [resetAsPeer(b, kept), listOfM, resetAsPeer(b, fields), write(b, 'm1')],
  ]),
  [resetAsPeer('m', {}, b), resetAsPeer(b)],
  [resetAsPeer(b), write('m', o)],
  [resetGroup('g', { preserveOrder: false })],
  [resetGroup('alone', kept)],
  [resetGroup('g', kept, 'm1'), ask('GET', '/conversations', 'm1')],
  [resetGroup('g', { conversationWith: b })],
  [resetGroup('g'), resetGroup('g1')],
  [resetAsPeer(o, { conversationWith: 'z' })],
  [resetAsPeer('crowd1', kept, 'w'), ask('GET', '/conversations?perPage=200', 'w')],
  // Of what is asked without credentials, or with wrong ones.
  ...['', 'Key-0123456788', 'key-0123456789', 'Key-X123456789', 'xey-0123456789', 'zzz'].flatMap((apikey) => [
    [resetAsPeer(b, permanent, 'm', { headers: { apikey } }), resetGroup('g', {}, 'm', { headers: { apikey } })],
  ]),
  ...crowd.map(() => [resetAsPeer(b, {}, 'm', { headers: { apikey: '' } })]),
  [resetAsActor(b, {}, '')],
  [ask('DELETE', '/users/m/conversation', '', { conversationWith: b }), resetGroup('g', {}, '')],
  // Of what is said in another form.
  [resetAsPeer(b, kept, 'm', { headers: { 'transfer-encoding': 'chunked' } })],
  [resetAsPeer('%62', kept), resetGroup('%67', kept)],
  [resetAsPeer(b, kept, 'm', { rawHeaders: ['ApIkEy', apiKey, 'oNbEhAlFoF', 'm'] })],
  [resetAsPeer(b, ' {"preserveOrder": true} ')],
  [resetAsPeer(b, '{"preserveOrder":true,"deleteMessagesPermanently":false}')],
  [resetAsPeer(b, '{"preserve\\u004frder":true}')],
  [resetAsPeer(b, { ...kept, colour: 'red' })],
  // Of what is refused.
  ...['', '{"preserveOrder": tru', '{"preserveOrder":"true"}', '{"colour":"red"}'].map((raw) => [resetAsPeer(b, raw)]),
  [resetGroup('g', {}, 'z'), resetAsPeer('m', {}, 'n')],
  [resetAsPeer(b), resetAsPeer(b), resetAsPeer('m', {}, b)],
  // Of what comes at times: the seeds differ.
  ...crowd.flatMap(() => [[resetAsPeer(o)], [resetAsPeer(o, { ...permanent })], [resetAsPeer(o, { ...kept })]]),
].map((requests) => [...requests, ...['m', b, o, 'M1'].map((as) => ask('GET', '/conversations', as))]);

const rush = [
  listOfM,
  ...groups.map((guid) => resetGroup(guid, kept)),
  ...[b, o].flatMap((uid) => [resetAsPeer(uid, kept), resetAsPeer('m', {}, uid), resetAsPeer(uid)]),
];
const rushBehind = [write('m0', 'g', 'group'), write('m', 'z'), resetGroup('g1')];
