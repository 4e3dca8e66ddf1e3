import { unescape as decoded } from 'node:querystring';

export type Kind = 'user' | 'group';
export type Json = Record<string, unknown>;
type Naming = { addressing: readonly ('path-actor' | 'path-peer' | 'path-peer-echo')[] };
type Moving = { withoutPreserveOrder: 'removed' | 'moved-last' | 'moved-first' | 'kept' };
type Hiding = { messagesAfterReset: 'hidden' | 'visible'; permanentDeletion: 'for-everyone' | 'for-actor' };
type Fields = { deleteMessagesPermanentlyOmitted: 'as-false' | 'as-true'; unknownField: 'ignored' | 'rejected' };
type Values = { wrongType: 'rejected' | 'coerced' | 'ignored'; identifierCase: 'folded' | 'sensitive' };
type Cases = Record<'missingConversation' | 'nonMember' | 'emptyBody' | 'missingContentType', 'accepted' | 'rejected'>;
type Others = { groupAppears: 'first-message' | 'joining'; statuses: Readonly<Record<string, number>> };
type NaiveBehaviour = Readonly<Naming & Moving & Hiding & Fields & Values & Cases & Others>;

/** `pageSize` is default and upper bound; ties but `newest` order lists by seconds; `hidesOlder` hides by them. */
type Kinds = { ties: 'newest' | 'id-ascending' | 'id-descending'; errorBody: 'envelope' | 'plain-text' | 'empty' };
type Flags = Record<'numericMessageIds' | 'extraFields' | 'missingKey5xx' | 'refusalsAs200' | 'hidesOlder', boolean>;
export type Names = Record<'conversationId' | 'actor' | 'other' | 'otherName', string>;
/** What the spec leaves open and no axis names. None of it may cost a server its verdict. */
export type NaiveStyle = Readonly<
  Partial<{ pageSize: number } & Kinds & Flags & { confirmation: (names: Names) => string }>
>;

export type Message = { id: number; json: Json; hiddenFrom: Party[] };
/** `ids` are both users, or the group. */
export type Thread = { kind: Kind; ids: string[]; messages: Message[] };
/** `other` is how the thread is called in somebody's list: the other user, or the group. */
export type Row = { thread: Thread; other: string; unread: number; createdAt: number; updatedAt: number };
/** A user has `rows`, first shown first; a group has `members`. */
export type Party = { kind: Kind; id: string; name: string; rows: Row[]; members: string[]; json: Json };
export type NaiveState = { parties: Party[]; threads: Thread[]; counter: number };
type Headers = Readonly<Record<string, string | undefined>>;
type Asked = { method: string; url: string; headers: Headers; rawHeaders?: readonly string[]; body: string };
export type Request = Asked & { header: (lowerCaseName: string) => string; json: unknown };
/** A `body` that is text goes out as it is. */
export type Answer = { status: number; body: unknown; headers?: Record<string, string> };
/** Stands around the server: it may change what is asked, what is stored, and what is answered. */
export type Around = (request: Request, state: NaiveState, next: (it: Request) => Answer) => Answer | Promise<Answer>;
/** `authOnlyKey` is a known key without the fullAccess scope. */
type Keys = { apiKey: string; authOnlyKey?: string };
type NaiveOptions = Readonly<Keys & { behaviour: NaiveBehaviour; style?: NaiveStyle; around?: Around }>;

/** Status and code of every case that does not have those of a `Refusal`. */
const special: Record<string, readonly [number, string]> = {
  missingApiKey: [401, 'AUTH_ERR_EMPTY_APIKEY'],
  wrongApiKey: [401, 'AUTH_ERR_APIKEY_NOT_FOUND'],
  insufficientScope: [403, 'AUTH_ERR_NO_ACCESS'],
  unknownActor: [404, 'ERR_UID_NOT_FOUND'],
  unknownUser: [404, 'ERR_UID_NOT_FOUND'],
  unknownGroup: [404, 'ERR_GUID_NOT_FOUND'],
  nonMember: [403, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
  missingConversation: [404, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
  missingContentType: [415, 'ERR_BAD_REQUEST'],
  unknownRoute: [404, 'ERR_API_NOT_FOUND'],
};

export const documented = ({ conversationId, actor }: Pick<Names, 'conversationId' | 'actor'>): string =>
  `The conversation ${conversationId} has been deleted successfully for UID ${actor}.`;

class Refusal extends Error {
  status = 400;
  code = 'ERR_BAD_REQUEST';
}
function fail(message: string, [status, code] = [400, 'ERR_BAD_REQUEST'] as readonly [number, string]): never {
  throw Object.assign(new Refusal(message), { status, code });
}

const now = () => Math.floor(Date.now() / 1000);
export const isObject = (it: unknown): it is Json => Object.prototype.toString.call(it) === '[object Object]';
export const errorOf = (code: string, message: string) => ({ message, devMessage: message, source: 'chat-api', code });
export const idOf = (kind: Kind, ...ids: string[]) => (kind === 'user' ? ids.sort().join('_user_') : `group_${ids[1]}`);
const textOf = (json: Json, name: string, pattern = /./s): string =>
  typeof json[name] === 'string' && pattern.test(json[name]) ? json[name] : fail(`${name} is missing or not valid.`);

function coerced(value: unknown, type: 'string' | 'boolean'): unknown {
  if (type === 'string') return typeof value === 'number' ? String(value) : undefined;
  const place = (['true', 1, '1', 'false', 0, '0', ''] as unknown[]).indexOf(value);
  return place < 0 ? undefined : place < 3;
}

export const partyOf = ({ parties }: NaiveState, kind: Kind, id: string): Party | undefined =>
  parties.findLast((it) => it.kind === kind && it.id === id);
export const threadOf = ({ threads }: NaiveState, kind: Kind, actor: string, other: string): Thread | undefined =>
  threads.find(
    ({ kind: own, ids }) => own === kind && ids.includes(other) && (kind === 'group' || ids.includes(actor)),
  );
/** The thread that the two users, or the group, have from now on. */
export function openThread(state: NaiveState, kind: Kind, actor: string, other: string): Thread {
  const ids = kind === 'user' ? [actor, other] : [other];
  const thread = threadOf(state, kind, actor, other) ?? { kind, ids, messages: [] };
  if (!state.threads.includes(thread)) state.threads.push(thread);
  return thread;
}
/** Those of the messages that somebody can read. */
export const seenBy = (reader: Party | undefined, messages: readonly Message[] = []): readonly Message[] =>
  messages.filter(({ hiddenFrom }) => !hiddenFrom.some((it) => it === reader));

/** What core and the mock server do, said again over arrays: too simple to be wrong, and sharing no code with them. */
export function naiveServer({ behaviour: axes, apiKey, authOnlyKey, style = {}, around }: NaiveOptions) {
  const { pageSize = 100, ties = 'newest', errorBody = 'envelope' } = style;
  const state: NaiveState = { parties: [], threads: [], counter: 0 };
  const fold = (id: string) => (axes.identifierCase === 'folded' ? id.replace(/[A-Z]/g, (a) => a.toLowerCase()) : id);
  const find = (kind: Kind, id: string) => partyOf(state, kind, id);
  const extending = (key: string, it: unknown) => (/^(data|\d*)$/.test(key) && isObject(it) ? { ...it, extra: 1 } : it);
  const isVoid = (name: string) => axes.statuses[name] === 200;
  function refuse(name: string): never {
    const [status, code] = special[name] ?? [400, 'ERR_BAD_REQUEST'];
    return fail(`Refused: ${name}.`, [isVoid(name) ? status : (axes.statuses[name] ?? status), code]);
  }
  const known = (kind: Kind, id: string) => find(kind, id) ?? refuse(kind === 'user' ? 'unknownUser' : 'unknownGroup');
  const actorOf = ({ header }: Request) =>
    find('user', fold(header('onbehalfof')) || refuse('missingOnBehalfOf'))?.id ?? refuse('unknownActor');
  function raise(owner: string, thread: Thread, sender: string): void {
    const other = thread.ids.find((id) => thread.kind === 'group' || id !== owner) ?? '';
    const party = known('user', owner);
    const had = party.rows.find((it) => it.thread === thread);
    const row = had ?? { thread, other, unread: 0, createdAt: now() };
    const raised = { ...row, unread: row.unread + Number(owner !== sender), updatedAt: now() };
    party.rows = [raised, ...party.rows.filter((it) => it !== had)];
  }

  function join(uid: string, group: Party): Json {
    const code = group.members.includes(uid) ? 'ERR_ALREADY_JOINED' : find('user', uid) ? '' : 'ERR_UID_NOT_FOUND';
    if (code !== '') return { success: false, error: errorOf(code, `${uid} was not added.`) };
    group.members.push(uid);
    if (axes.groupAppears === 'joining') raise(uid, openThread(state, 'group', uid, group.id), uid);
    return { success: true };
  }
  function joinAll(lists: Json, group: Party): Json {
    const joined = (uids: unknown) => [uids].flat().map((uid) => [fold(String(uid)), join(fold(String(uid)), group)]);
    const scopes = ['admins', 'moderators', 'participants'].filter((scope) => lists[scope] !== undefined);
    return Object.fromEntries(scopes.map((scope) => [scope, Object.fromEntries(joined(lists[scope]))]));
  }
  const partyJson = ({ json, members }: Party) => (json['uid'] ? json : { ...json, membersCount: members.length });
  const messageJson = ({ id, json }: Message) => ({ id: style.numericMessageIds ? id : String(id), ...json });
  function rowJson(owner: string, { thread, other, unread, createdAt, updatedAt }: Row): Json {
    const [party, last] = [find(thread.kind, other), seenBy(find('user', owner), thread.messages).at(-1)];
    const shown = { unreadMessageCount: String(unread), createdAt, updatedAt, lastMessage: last && messageJson(last) };
    const names = { conversationId: idOf(thread.kind, owner, other), conversationType: thread.kind };
    return { ...names, ...shown, conversationWith: party && partyJson(party) };
  }

  function resetConversation(kind: Kind, path: string, { header, body, json }: Request): Json {
    if (body === '' && axes.emptyBody === 'rejected') refuse('emptyBody');
    if (body && !header('content-type') && axes.missingContentType === 'rejected') refuse('missingContentType');
    const given = isObject(json) ? json : body === '' || isVoid('malformedBody') ? {} : refuse('malformedBody');
    const isPair = kind === 'user';
    const names = ['preserveOrder', ...(isPair ? ['conversationWith', 'deleteMessagesPermanently'] : [])];
    if (axes.unknownField !== 'ignored' && Object.keys(given).some((it) => !names.includes(it))) refuse('unknownField');
    const field = (name: string, type: 'string' | 'boolean') => {
      const value = names.includes(name) ? given[name] : undefined;
      if (value === undefined || typeof value === type) return value;
      if (axes.wrongType === 'ignored') return undefined;
      return (axes.wrongType === 'coerced' ? coerced(value, type) : undefined) ?? refuse('wrongType');
    };
    const [peer, preserveOrder] = [field('conversationWith', 'string'), field('preserveOrder', 'boolean') === true];
    const omitted = axes.deleteMessagesPermanentlyOmitted === 'as-true';
    const permanently = isPair && (field('deleteMessagesPermanently', 'boolean') ?? omitted) === true;
    const actor = fold(header('onbehalfof'));
    const uids = [path, actor, ...(typeof peer === 'string' ? [fold(peer)] : [])];
    const other = (isPair ? uids.find((uid) => uid !== actor) : path) ?? '';
    const form = path === actor ? 'path-actor' : uids[2] === actor ? 'path-peer-echo' : 'path-peer';
    const party = find(kind, other);
    const named = { conversationId: idOf(kind, actor, other), actor, other, otherName: party?.name ?? '' };
    const done = { data: { success: true, message: (style.confirmation ?? documented)(named) } };
    const unmet = (name: string) => (isVoid(name) ? done : refuse(name));
    if (actor === '') return unmet('missingOnBehalfOf');
    const me = find('user', actor);
    if (!me) return unmet('unknownActor');
    if (isPair && !(new Set(uids).size === 2 && axes.addressing.includes(form))) return unmet('refusedAddressing');
    if (!party) return unmet(isPair ? 'unknownUser' : 'unknownGroup');
    if (!isPair && !party.members.includes(actor)) return axes.nonMember === 'accepted' ? done : refuse('nonMember');
    const thread = threadOf(state, kind, actor, other);
    const row = me.rows.find((it) => it.thread === thread);
    if (!row && axes.missingConversation === 'rejected') refuse('missingConversation');
    if (!thread) return done;
    if (permanently && axes.permanentDeletion === 'for-everyone') {
      thread.messages = [];
      Object.assign(party.rows.find((it) => it.thread === thread) ?? {}, { unread: 0 });
    }
    if (permanently || axes.messagesAfterReset === 'hidden') {
      const isKept = (it: Message) => style.hidesOlder && !permanently && it.json['sentAt'] === now();
      for (const it of seenBy(me, thread.messages)) if (!isKept(it)) it.hiddenFrom.push(me);
      Object.assign(row ?? {}, { unread: 0 });
    }
    const where = axes.withoutPreserveOrder;
    if (!row || preserveOrder || where === 'kept') return done;
    const others = me.rows.filter((it) => it !== row);
    me.rows = where === 'removed' ? others : where === 'moved-first' ? [row, ...others] : [...others, row];
    row.updatedAt = where === 'moved-first' ? now() : -++state.counter;
    return done;
  }

  function dispatch(request: Request): Json {
    const { method, url, header, body, json } = request;
    const key = header('apikey');
    const lack = key === '' ? 'missingApiKey' : key === authOnlyKey ? 'insufficientScope' : 'wrongApiKey';
    if (key === '' && style.missingKey5xx) fail('Something went wrong.', [500, 'ERR_INTERNAL']);
    if (key !== apiKey && !isVoid(lack)) refuse(lack);
    const [path = '', search] = url.split('?');
    const query = new URLSearchParams(search);
    const size = (name: string) => Math.min(Math.max(Number(query.get(name)) || pageSize, 1), style.pageSize ?? 1000);
    const [, version, root, segment, ...rest] = path.split('/');
    const [id, isGroup] = [fold(decoded(segment ?? '')), root === 'groups'];
    const [kind, top] = [isGroup ? 'group' : 'user', isGroup || root === 'users' ? 'users/groups' : root] as const;
    const given = () => (isObject(json) ? json : body === '' ? {} : fail('The body is not a JSON object.'));
    // No segment of a path has a slash or a space of its own.
    switch ([method, version, top, ...(segment === undefined ? [] : [segment && '{id}']), ...rest].join(' ')) {
      case 'DELETE v3 users/groups {id} conversation':
        return resetConversation(kind, id, request);
      case 'POST v3 users/groups': {
        const [fields, label] = [given(), isGroup ? 'guid' : 'uid'];
        const [newId, name] = [fold(textOf(fields, label, /^[A-Za-z0-9_-]{1,100}$/)), textOf(fields, 'name')];
        const owner = !isGroup ? '' : header('onbehalfof') ? actorOf(request) : fold(String(fields['owner'] ?? ''));
        if (find(kind, newId)) fail('The id is taken.', [400, `ERR_${label.toUpperCase()}_ALREADY_EXISTS`]);
        const group = { type: fields['type'] ?? 'public', conversationId: `group_${newId}`, owner: owner || undefined };
        const own = isGroup ? group : { status: 'offline', role: 'default' };
        const json = { [label]: newId, name, ...own, createdAt: now() };
        const party: Party = { kind, id: newId, name, rows: [], members: [], json };
        if (owner) join(known('user', owner).id, party);
        state.parties.push(party);
        const members = isGroup && isObject(fields['members']) ? joinAll(fields['members'], party) : undefined;
        return { data: { ...partyJson(party), members } };
      }
      case 'POST v3 users/groups {id} members':
        return isGroup ? { data: joinAll(given(), known(kind, id)) } : refuse('unknownRoute');
      case 'POST v3 messages': {
        const { data, receiverType: kind, ...fields } = given();
        if (kind !== 'user' && kind !== 'group') return fail('receiverType is missing or not valid.');
        const said = { category: 'message', type: 'text', data: { text: textOf(isObject(data) ? data : {}, 'text') } };
        const [receiver, sender] = [fold(textOf(fields, 'receiver')), actorOf(request)];
        if (kind === 'user' && receiver === sender) fail('Nobody writes to oneself.');
        const { members } = kind === 'group' ? known(kind, receiver) : { members: [sender, known(kind, receiver).id] };
        if (!members.includes(sender)) fail('Not a member of the group.', [403, 'ERR_NOT_A_MEMBER']);
        const ends = { conversationId: idOf(kind, sender, receiver), sender, receiver };
        const json = { ...ends, receiverType: kind, ...said, sentAt: now(), updatedAt: now() };
        const sent: Message = { id: ++state.counter, json, hiddenFrom: [] };
        const thread = openThread(state, kind, sender, receiver);
        thread.messages.push(sent);
        for (const uid of members) raise(uid, thread, sender);
        return { data: messageJson(sent) };
      }
      case 'GET v3 conversations': {
        const [count, page, actor] = [size('perPage'), Math.max(Number(query.get('page')) || 1, 1), actorOf(request)];
        const [had, up] = [find('user', actor)?.rows ?? [], ties === 'id-ascending' ? 1 : -1];
        const bySecond = (a: Row, b: Row) => b.updatedAt - a.updatedAt || (a.other < b.other ? -up : up);
        const rows = ties === 'newest' ? had : had.toSorted(bySecond);
        const data = rows.slice((page - 1) * count, page * count).map((row) => rowJson(actor, row));
        const pages = { current_page: page, total_pages: Math.max(Math.ceil(rows.length / count), 1) };
        return { data, meta: { pagination: { total: rows.length, count: data.length, per_page: count, ...pages } } };
      }
      case 'GET v3 users/groups {id} messages': {
        const [limit, actor] = [size('limit'), actorOf(request)];
        if (!isGroup && id === actor) fail('Nobody writes to oneself.');
        if (!known(kind, id).members.includes(actor) && isGroup) refuse('nonMember');
        const from = Number(query.get('id') ?? Number.POSITIVE_INFINITY);
        const seen = seenBy(find('user', actor), threadOf(state, kind, actor, id)?.messages);
        const older = seen.filter((it) => it.id < from);
        const data = older.slice(-limit).map(messageJson);
        return { data, meta: { current: { limit, count: data.length } } };
      }
      case 'DELETE v3 users/groups {id}': {
        given();
        const party = known(kind, id);
        const isGone = (thread: Thread) => thread.kind === kind && thread.ids.includes(id);
        state.parties = state.parties.filter((it) => it !== party);
        state.threads = state.threads.filter((it) => !isGone(it));
        for (const it of state.parties) it.rows = it.rows.filter(({ thread }) => !isGone(thread));
        if (!isGroup) for (const it of state.parties) it.members = it.members.filter((uid) => uid !== id);
        return { data: { success: true, message: `${id} was deleted.` } };
      }
    }
    return refuse('unknownRoute');
  }
  function answer(request: Request): Answer {
    try {
      return { status: 200, body: dispatch(request) };
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const { status, code, message } = refusal;
      const to200 = style.refusalsAs200 && request.method === 'DELETE' && request.url.endsWith('/conversation');
      const bodies = { envelope: { error: errorOf(code, message) }, 'plain-text': message, empty: '' };
      return to200 ? { status: 200, body: { data: { success: false, message } } } : { status, body: bodies[errorBody] };
    }
  }
  return async (asked: Asked) => {
    const { body } = asked;
    const json: unknown = body && (await (async () => JSON.parse(body))().catch(() => undefined));
    const header = (name: string) => String(asked.headers[name] ?? '');
    const request = { ...asked, header, json };
    const reply = await (around?.(request, state, answer) ?? answer(request));
    const isText = typeof reply.body === 'string';
    const text = isText ? `${reply.body}` : JSON.stringify(reply.body, style.extraFields ? extending : undefined);
    const { 'Content-Type': contentType = isText ? 'text/plain' : 'application/json', ...others } = reply.headers ?? {};
    return { status: reply.status, contentType, headers: Object.entries(others).flat(), body: text };
  };
}
