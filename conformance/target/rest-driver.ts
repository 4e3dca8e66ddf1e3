import { isMap } from '../../fixtures/problem.ts';
import { member } from './answer.ts';
import { beginningOf } from './bounded.ts';
import { CallFailed } from './call-failed.ts';
import type { Driver, DriverReply, DriverTarget, ListedConversation, Peer } from './driver.ts';

/** More entries than that no run makes: a list that goes on is one without end. */
const mostEntries = 2_000;
/** Longer ids than any that the suite gives, and so much of a text as tells it from others. */
const longestId = 1_000;
const longestText = 300;

/** The default driver: the nine calls around the two resets, read as tolerantly as can be. */
export function restDriver({ request }: DriverTarget): Driver {
  const call = (method: string, path: string, body?: unknown, as?: string): Promise<DriverReply> =>
    request({ method, path, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) });

  /**
   * Some targets refuse the whole request for one uid that is a member already. The owner is one, and may be refused in
   * any words.
   */
  async function addMembers(guid: string, members: readonly string[], owner?: string): Promise<void> {
    const path = `/groups/${encodeURIComponent(guid)}/members`;
    const together = await call('POST', path, { participants: members });
    if (isSuccess(together)) return;
    for (const uid of members) {
      const alone = await call('POST', path, { participants: [uid] });
      const isThere = uid === owner || alone.status === 409 || /already/i.test(JSON.stringify(alone.json));
      if (!isThere || alone.status >= 500) accepted(alone, `adding ${uid} to the group ${guid}`);
    }
  }

  /**
   * Some targets have no page after the last one. Nothing of the answer itself is kept: it may be long, and many lists
   * are read at once.
   */
  async function listPage(uid: string, page: number) {
    const path = page === 1 ? '/conversations' : `/conversations?page=${page}`;
    const reply = await call('GET', path, undefined, uid);
    if (page > 1 && reply.status === 404) return { entries: [], pages: undefined };
    accepted(reply, `listing the conversations of ${uid}`);
    const entries = listOf(reply).map((row) => ({ row: peerOf(row, uid), key: keyOf(row, 'conversationId') }));
    const pages = member(member(reply.json, 'meta'), 'pagination')['total_pages'];
    return { entries, pages: typeof pages === 'number' ? pages : undefined };
  }

  /** A list as it was read: every row of every page, and without those that an earlier page had. */
  async function listed(uid: string) {
    const rows: ListedConversation[] = [];
    const every: ListedConversation[] = [];
    const seen = new Set<string>();
    for (let page = 1; ; page += 1) {
      const { entries, pages } = await listPage(uid, page);
      const fresh = unseen(seen, entries);
      rows.push(...fresh.map(({ row }) => row));
      // A page of nothing new is the answer of a server that knows no pages.
      if (fresh.length > 0) every.push(...entries.map(({ row }) => row));
      assertBounded(`the list of ${uid}`, every.length);
      if (pages === undefined ? fresh.length === 0 : page >= pages) return { rows, every };
    }
  }

  /** Undefined where the target says that there is nothing to be read. Keeps nothing of the answer itself. */
  async function messagesPage(uid: string, { kind, id }: Peer, query: string) {
    const reply = await call('GET', `/${kind}s/${encodeURIComponent(id)}/messages${query}`, undefined, uid);
    if (reply.status === 403 || reply.status === 404) return undefined;
    const messages = listOf(accepted(reply, `reading the messages of ${id} as ${uid}`)).filter(isMap);
    const { limit, count } = member(member(reply.json, 'meta'), 'current');
    return {
      entries: messages.map((message) => ({ text: textOf(message), key: keyOf(message, 'id') })),
      oldest: oldestId(messages),
      isLast: typeof limit === 'number' && typeof count === 'number' && count < limit,
    };
  }

  return {
    createUser: async (uid) => {
      accepted(await call('POST', '/users', { uid, name: nameOf(uid) }), `creating the user ${uid}`);
    },
    createGroup: async (guid, members) => {
      const body = { guid, name: nameOf(guid), type: 'public' };
      accepted(await call('POST', '/groups', body, members[0]), `creating the group ${guid}`);
      if (members.length === 0) return;
      try {
        await addMembers(guid, members, members[0]);
      } catch (error) {
        // A group that could not be made as asked for is none: nobody would remove it.
        await call('DELETE', `/groups/${encodeURIComponent(guid)}`, {});
        throw error;
      }
    },
    addMember: (guid, uid) => addMembers(guid, [uid]),
    sendMessage: async (from, to, text) => {
      const body = { receiver: to.id, receiverType: to.kind, category: 'message', type: 'text', data: { text } };
      accepted(await call('POST', '/messages', body, from), `sending a message from ${from} to ${to.id}`);
    },
    conversations: async (uid) => {
      const first = await listed(uid);
      // A row that moves while pages are read stands on two of them once; one that is doubled does so each time.
      const again = first.every.length > first.rows.length ? await listed(uid) : first;
      const isDoubled = JSON.stringify(again.every) === JSON.stringify(first.every);
      return isDoubled ? again.every : again.rows;
    },
    messages: async (uid, conversation) => {
      const seen = new Set<string>();
      const texts: string[] = [];
      for (let query = ''; ; ) {
        const page = await messagesPage(uid, conversation, query);
        if (page === undefined) return texts;
        const fresh = unseen(seen, page.entries);
        texts.unshift(...fresh.map(({ text }) => text).filter((text) => text !== undefined));
        assertBounded(`what ${uid} reads of ${conversation.id}`, texts.length);
        if (fresh.length === 0 || page.isLast || page.oldest === undefined) return texts;
        query = `?affix=prepend&id=${encodeURIComponent(page.oldest)}`;
      }
    },
    removeUser: async (uid) => {
      accepted(await call('DELETE', `/users/${encodeURIComponent(uid)}`, { permanent: true }), `removing ${uid}`);
    },
    removeGroup: async (guid) => {
      accepted(await call('DELETE', `/groups/${encodeURIComponent(guid)}`, {}), `removing ${guid}`);
    },
  };
}

/** The display name that the suite gives: it contains no id as a whole word. */
export const nameOf = (id: string): string => `Name of ${id.replaceAll(/[^A-Za-z0-9]/g, '')}x`;

const isSuccess = ({ status }: DriverReply): boolean => status >= 200 && status <= 299;

function accepted(reply: DriverReply, what: string): DriverReply {
  if (!isSuccess(reply)) {
    throw new CallFailed('refused', `${what} was answered with ${reply.status}`, reply.status);
  }
  return reply;
}

function listOf(reply: DriverReply): readonly unknown[] {
  if (reply.json === undefined) {
    throw new Error('a list was answered with what is no JSON, as by a server that knows no such call (see BASE_URL)');
  }
  const data = isMap(reply.json) ? reply.json['data'] : undefined;
  if (!Array.isArray(data)) throw new Error('a list was answered without an array in data');
  return data;
}

/** Throws where a list is beyond everything that a run makes. Of its pages the bounds of a call take care. */
function assertBounded(what: string, entries: number): void {
  if (entries > mostEntries) throw new Error(`${what} has ${entries} entries or more, too many to be read`);
}

/** What no earlier page brought. A row that stands twice on one page stays twice: that is news. */
function unseen<Entry extends { readonly key: string }>(seen: Set<string>, page: readonly Entry[]): readonly Entry[] {
  const fresh = page.filter(({ key }) => !seen.has(key));
  for (const { key } of fresh) seen.add(key);
  return fresh;
}

const keyOf = (row: unknown, idField: string): string =>
  beginningOf(JSON.stringify(isMap(row) ? (row[idField] ?? row) : row), longestId);

/** Messages come oldest first; where ids are numbers, they say it better than the order. */
function oldestId(page: readonly Readonly<Record<string, unknown>>[]): string | number | undefined {
  const ids = page.map((message) => message['id']).filter((id) => typeof id === 'string' || typeof id === 'number');
  return ids.every((id) => Number.isFinite(Number(id))) ? ids.toSorted((a, b) => Number(a) - Number(b))[0] : ids[0];
}

function peerOf(row: unknown, uid: string): ListedConversation {
  const kind = isMap(row) && row['conversationType'] === 'group' ? 'group' : 'user';
  const other = member(row, 'conversationWith');
  const id = kind === 'group' ? other['guid'] : other['uid'];
  const named = isMap(row) ? row['conversationId'] : undefined;
  const conversationId = typeof named === 'number' ? String(named) : named;
  const isShort = (text: unknown): text is string => typeof text === 'string' && text.length <= longestId;
  if (isShort(id)) return { kind, id, ...(isShort(conversationId) ? { conversationId } : {}) };
  throw new Error(`a row of the list of ${uid} does not say whom the conversation is with`);
}

function textOf(message: Readonly<Record<string, unknown>>): string | undefined {
  const text = member(message, 'data')['text'] ?? message['text'];
  return typeof text === 'string' ? beginningOf(text, longestText) : undefined;
}
