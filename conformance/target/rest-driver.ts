import { beginningOf, isMap, member, numberOf } from '../../fixtures/plain-data.ts';
import { messageOf } from '../../fixtures/problem.ts';
import { CallFailed } from './call-failed.ts';
import type { Driver, DriverReply, DriverTarget, ListedConversation, Peer, Roles } from './driver.ts';

/** More entries than that no run makes: a list that goes on is one without end. */
const mostEntries = 2_000;
/** Longer ids than any that the suite gives, and so much of a text as distinguishes it from others. */
const longestId = 1_000;
const longestText = 300;

/** What the drivers of one target know of it. */
export const nothingKnown = () => ({
  /** How many messages were sent in each conversation. */
  sent: new Map<string, number>(),
  /** The queries of the pages that each user's list had when it was last read. */
  pages: new Map<string, readonly string[]>(),
});

/** The default driver: the nine calls around the two resets, read as tolerantly as can be. */
export function restDriver({ request }: DriverTarget, { sent, pages } = nothingKnown()): Driver {
  const call = (method: string, path: string, body?: unknown, as?: string): Promise<DriverReply> =>
    request({ method, path, body, as });
  const done = async (what: string, ...asked: Parameters<typeof call>): Promise<void> => {
    accepted(await call(...asked), what);
  };

  /** A target may refuse all for one who is a member already. The owner is one, and refused in any words. */
  async function addMembers(
    guid: string,
    members: readonly string[],
    { admins, moderators }: Roles = { admins: [], moderators: [] },
    owner?: string,
  ): Promise<void> {
    const path = `${groupPath(guid)}/members`;
    const withRole = [...admins, ...moderators];
    const participants = members.filter((uid) => !withRole.includes(uid));
    const together = await call('POST', path, {
      participants,
      ...(admins.length > 0 && { admins }),
      ...(moderators.length > 0 && { moderators }),
    });
    const said = JSON.stringify(together.json ?? {});
    // A target that knows no roles may leave those who have one out, and say nothing of them.
    const open = isSuccess(together) ? withRole.filter((uid) => !said.includes(`"${uid}"`)) : members;
    for (const uid of open) {
      const alone = await call('POST', path, { participants: [uid] });
      const isThere = uid === owner || alone.status === 409 || /already/i.test(JSON.stringify(alone.json));
      if (!isThere || alone.status >= 500) accepted(alone, `adding ${uid} to the group ${guid}`);
    }
  }

  async function listPage(uid: string, query: string): Promise<Page<ListedConversation>> {
    const reply = await call('GET', `/conversations${query}`, undefined, uid);
    // Some targets refuse a page after the last one.
    if (reply.status === 204 || (query !== '' && isRefused(reply))) return noPage;
    const rows = listOf(reply, `listing the conversations of ${uid}`).filter((row) => !isForeign(row));
    const peers = rows.map(peerOf).filter((peer) => peer !== undefined);
    if (rows.length > 0 && peers.length === 0) {
      throw new Error(`no row of the list of ${uid} says whom the conversation is with`);
    }
    const number = Number(query.slice('?page='.length) || 1);
    const pages = numberIn(member(member(reply.json, 'meta'), 'pagination')['total_pages']);
    const isSure = pages !== undefined;
    return {
      entries: peers.map((value) => ({ value, key: [value.kind, value.id, value.conversationId].join(' ') })),
      next: isSure && number >= pages ? undefined : `?page=${number + 1}`,
      isSure,
    };
  }

  async function messagesPage(uid: string, { kind, id }: Peer, query: string): Promise<Page<string | undefined>> {
    const reply = await call('GET', `/${kind}s/${encodeURIComponent(id)}/messages${query}`, undefined, uid);
    if (reply.status === 204 || isRefused(reply)) return noPage;
    const messages = listOf(reply, `reading the messages of ${id} as ${uid}`).filter(isMap);
    const current = member(member(reply.json, 'meta'), 'current');
    const [limit, count] = [numberIn(current['limit']), numberIn(current['count'])];
    const oldest = oldestId(messages);
    // A page may be cut before what is hidden, or is no text, is left out: then it is short, and not the last one.
    const isWhole = limit !== undefined && 2 * (sent.get(conversationOf(uid, { kind, id })) ?? 0) < limit;
    const isLast = isWhole && count !== undefined && count < limit;
    return {
      entries: messages.map((message) => ({ value: textOf(message), key: keyOf(message) })),
      next: isLast || oldest === undefined ? undefined : `?affix=prepend&id=${encodeURIComponent(oldest)}`,
    };
  }

  return {
    createUser: (uid) => done(`creating the user ${uid}`, 'POST', '/users', { uid, name: nameOf(uid) }),
    createGroup: async (guid, members, roles) => {
      const body = { guid, name: nameOf(guid), type: 'public' };
      await done(`creating the group ${guid}`, 'POST', '/groups', body, members[0]);
      if (members.length === 0) return;
      try {
        await addMembers(guid, members, roles, members[0]);
      } catch (error) {
        // A group that could not be made as asked for is none: nobody would remove it.
        const { status } = await call('DELETE', groupPath(guid), {});
        if (isSuccess({ status }) || status === 404) throw error;
        throw new CallFailed('silent', `${messageOf(error)}, and removing it with ${status}`);
      }
    },
    addMember: (guid, uid) => addMembers(guid, [uid]),
    sendMessage: (from, to, text) => {
      const body = { receiver: to.id, receiverType: to.kind, category: 'message', type: 'text', data: { text } };
      const key = conversationOf(from, to);
      sent.set(key, (sent.get(key) ?? 0) + 1);
      return done(`sending a message from ${from} to ${to.id}`, 'POST', '/messages', body, from);
    },
    conversations: async (uid) => {
      const read = () => pagesOf(`the list of ${uid}`, (query) => listPage(uid, query), pages.get(uid));
      const first = await read();
      const queries = first.map(({ query }) => query);
      pages.set(uid, queries);
      const every = first.flatMap(({ all }) => all);
      // A row that moves while pages are read stands on two of them once; one that is doubled does so each time.
      const again = every.length > first.flatMap(({ fresh }) => fresh).length ? await read() : first;
      const isSame = JSON.stringify(again.flatMap(({ all }) => all)) === JSON.stringify(every);
      return isSame ? every : again.flatMap(({ fresh }) => fresh);
    },
    messages: async (uid, conversation) => {
      const what = `what ${uid} reads of ${conversation.id}`;
      const read = await pagesOf(what, (query) => messagesPage(uid, conversation, query));
      const texts = read.toReversed().flatMap(({ fresh }) => fresh);
      return texts.filter((text) => text !== undefined);
    },
    removeUser: (uid) => done(`removing ${uid}`, 'DELETE', `/users/${encodeURIComponent(uid)}`, { permanent: true }),
    removeGroup: (guid) => done(`removing ${guid}`, 'DELETE', groupPath(guid), {}),
  };
}

/** What is kept of a page: its answer may be long, and many lists are read at once. */
interface Page<Value> {
  /** The key distinguishes those of one page from those of another. */
  readonly entries: readonly { readonly value: Value; readonly key: string }[];
  /** The query of the page after it, which may bring nothing new. */
  readonly next: string | undefined;
  /** The target says that there is such a page. */
  readonly isSure?: boolean;
}

const noPage = { entries: [], next: undefined };

/**
 * Reads page after page, as long as there is something new. Resolves to the pages that brought some: all of each, and what
 * no earlier one had; an entry that stands twice on one page stays twice. What a page repeats of the end of the one before
 * it is left out. Throws where a list is beyond everything that a
 * run makes. Pages that were there before are asked for at once: where answers take their time, a long list takes no longer.
 */
async function pagesOf<Value>(
  what: string,
  read: (query: string) => Promise<Page<Value>>,
  before: readonly string[] = [],
) {
  const asked = new Map(before.map((query) => [query, read(query)]));
  // It may be needed no more, or later.
  for (const page of asked.values()) page.catch(() => {});
  const pages: { readonly query: string; readonly all: readonly Value[]; readonly fresh: readonly Value[] }[] = [];
  const seen = new Set<string>();
  let count = 0;
  let end: readonly string[] = [];
  for (let query: string | undefined = ''; query !== undefined; ) {
    const page: Page<Value> = await (asked.get(query) ?? read(query));
    const { next, isSure } = page;
    const keys = page.entries.map(({ key }) => key);
    const entries = page.entries.slice(overlapOf(end, keys));
    end = keys;
    const fresh = entries.filter(({ key }) => !seen.has(key));
    for (const { key } of fresh) seen.add(key);
    count += fresh.length;
    if (count > mostEntries) throw new Error(`${what} has ${count} entries or more, too many to be read`);
    const values = (some: typeof entries) => some.map(({ value }) => value);
    if (fresh.length > 0) pages.push({ query, all: values(entries), fresh: values(fresh) });
    query = fresh.length > 0 || isSure ? next : undefined;
  }
  return pages;
}

/** With how many entries a page begins that the one before it ends with. */
function overlapOf(before: readonly string[], [first = '', ...rest]: readonly string[]): number {
  const end = before.slice(before.lastIndexOf(first));
  return before.includes(first) && end.slice(1).every((key, at) => key === rest[at]) ? end.length : 0;
}

const conversationOf = (uid: string, { kind, id }: Peer): string =>
  kind === 'group' ? id : [uid, id].sort().join(' ');

const groupPath = (guid: string): string => `/groups/${encodeURIComponent(guid)}`;

/** The display name that the suite gives, which contains no id as a whole word: ids that differ in a mark share theirs. */
export const nameOf = (id: string): string => `Name of ${id.replaceAll(/[-_]/g, '.')}x`;

/** There is nothing to see for who asks. */
const isRefused = ({ status }: DriverReply): boolean => status >= 400 && status <= 499;
const isSuccess = ({ status }: Pick<DriverReply, 'status'>): boolean => status >= 200 && status <= 299;

function accepted(reply: DriverReply, what: string): DriverReply {
  if (isSuccess(reply)) return reply;
  throw new CallFailed('refused', `${what} was answered with ${reply.status}`, reply.status);
}

function listOf(reply: DriverReply, what: string): readonly unknown[] {
  const { json } = accepted(reply, what);
  if (json === undefined) {
    throw new Error(`${what} was answered with what is no JSON, as by a server that knows no such call (see BASE_URL)`);
  }
  const data = isMap(json) ? json['data'] : undefined;
  // An empty list of some servers.
  if (data === null) return [];
  if (!Array.isArray(data)) throw new Error(`${what} was answered without an array in data`);
  return data;
}

/** A number, which some servers write as a text. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' ? numberOf(value) : value;
  return typeof number === 'number' ? number : undefined;
}

const keyOf = (message: Readonly<Record<string, unknown>>): string =>
  beginningOf(JSON.stringify(message['id'] ?? message), longestId);

/** Messages come oldest first; where ids are numbers, they say it better than the order. */
function oldestId(page: readonly Readonly<Record<string, unknown>>[]): string | number | undefined {
  const ids = page.map((message) => message['id']).filter((id) => typeof id === 'string' || typeof id === 'number');
  return ids.every((id) => Number.isFinite(Number(id))) ? ids.toSorted((a, b) => Number(a) - Number(b))[0] : ids[0];
}

/** A target may list what is a conversation with neither a user nor a group, or with nobody any more. */
const isForeign = (row: unknown): boolean =>
  !isMap(row) ||
  row['conversationWith'] === null ||
  (typeof row['conversationType'] === 'string' && !/^(?:user|group)$/.test(row['conversationType']));

function peerOf(row: unknown): ListedConversation | undefined {
  const { conversationType, conversationId: named } = isMap(row) ? row : {};
  const kind = conversationType === 'group' ? 'group' : 'user';
  const id = member(row, 'conversationWith')[kind === 'group' ? 'guid' : 'uid'];
  const conversationId = typeof named === 'number' ? String(named) : named;
  const isShort = (text: unknown): text is string => typeof text === 'string' && text.length <= longestId;
  return isShort(id) ? { kind, id, ...(isShort(conversationId) && { conversationId }) } : undefined;
}

function textOf(message: Readonly<Record<string, unknown>>): string | undefined {
  const text = member(message, 'data')['text'] ?? message['text'];
  return typeof text === 'string' ? beginningOf(text, longestText) : undefined;
}
