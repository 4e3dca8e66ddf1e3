import { describe, expect, it } from 'vitest';
import type { DriverRequest } from './driver.ts';
import { nameOf, restDriver } from './rest-driver.ts';

type Answer = readonly [status: number, json?: unknown];

/** The driver in front of a target that answers as given; with every request that it got. */
function over(answer: (request: DriverRequest, query: URLSearchParams) => Answer) {
  const asked: DriverRequest[] = [];
  const driver = restDriver({
    baseUrl: 'http://target/v3',
    apiKey: 'key',
    request: async (request) => {
      asked.push(request);
      const [status, json] = answer(request, new URL(request.path, 'http://target').searchParams);
      return { status, json };
    },
  });
  return { ...driver, asked };
}

const done: Answer = [200, { data: {} }];
const peer = { kind: 'user', id: 'bob' } as const;

describe('the conversations of a user', () => {
  const row = (id: string) => ({
    // Of a user and of a group it may be the same.
    conversationId: `with-${id.slice(1)}`,
    ...(id.startsWith('g')
      ? { conversationType: 'group', conversationWith: { guid: id, uid: 'no' } }
      : { conversationType: 'user', conversationWith: { uid: id } }),
  });
  const peerIn = (id: string) => {
    return { kind: id.startsWith('g') ? 'group' : 'user', id, conversationId: `with-${id.slice(1)}` };
  };
  const wordsOf = (text = ''): readonly string[] => text.split(' ').filter((word) => word !== '');

  /** Shows a list in pages, and later another one; `total` is what it says of their number. */
  const showing = (reads: readonly string[], total: number | string | undefined, beyond: string | Answer = '') => {
    let read = -1;
    return over((_, query) => {
      const page = Number(query.get('page') ?? 1);
      if (page === 1) read += 1;
      const pages = reads[Math.min(read, reads.length - 1)]?.split(' | ') ?? [];
      const shown = pages[page - 1] ?? beyond;
      if (typeof shown !== 'string') return shown;
      const meta = total === undefined ? {} : { meta: { pagination: { total_pages: total, current_page: page } } };
      return [200, { data: wordsOf(shown).map(row), ...meta }];
    });
  };

  it.each<[string, ReturnType<typeof over>, string, number]>([
    ['as all pages that the target says there are', showing(['u0 g1 |  | u2'], 3), 'u0 g1 u2', 3],
    ['until nothing new comes, where it does not say how many', showing(['u0 g1 | u2'], undefined), 'u0 g1 u2', 3],
    ['until there is no such page', showing(['u0 g1 | u2'], undefined, [404, { error: {} }]), 'u0 g1 u2', 3],
    ['until a page has no content', showing(['u0 g1 | u2'], undefined, [204]), 'u0 g1 u2', 3],
    ['as the one page of a target that knows no pages', showing(['u0 g1'], undefined, 'u0 g1'), 'u0 g1', 2],
    ['at once where there is one page', showing(['u0 g1'], 1), 'u0 g1', 1],
    ['at once where a text says so', showing(['u0 g1'], '1'), 'u0 g1', 1],
    ['with a row twice that stands there twice, each time', showing(['u0 g1 u0'], 1), 'u0 g1 u0', 1],
    ['with a row twice that stands on two pages each time', showing(['u0 g1 | u2 u0'], 2), 'u0 g1 u2 u0', 4],
    ['with a row once that only moved', showing(['u0 g1 | u2 g1', 'u0 g1 | u2'], 2), 'u0 g1 u2', 4],
    ['without the rows with which each page begins again', showing(['u0 g1 u2 | g1 u2 u3'], 2), 'u0 g1 u2 u3', 2],
    ['with a user and a group of one id on two pages', showing(['u0 g1 | g0'], 2), 'u0 g1 g0', 2],
    ['with rows once that move each time', showing(['u0 g1 | u2 u0', 'g1 u2 | u0 g1'], 2), 'g1 u2 u0', 4],
  ])('should be read %s', async (_, target, ids, requests) => {
    expect(await target.conversations('ann')).toEqual(wordsOf(ids).map(peerIn));
    expect(target.asked).toHaveLength(requests);
    const paths = target.asked.slice(0, 2).map(({ method, path, as }) => `${method} ${path} ${as}`);
    expect(['GET /conversations ann', 'GET /conversations?page=2 ann']).toEqual(expect.arrayContaining(paths));
  });

  it('should be asked for at once on all pages that were there before, and on those that have come since', async () => {
    const target = showing(['u0 | g1', 'u0 | g1 | u2', 'u0'], undefined);
    const idsRead = async () => (await target.conversations('ann')).map(({ id }) => id);
    expect(await idsRead()).toEqual(['u0', 'g1']);
    const before = target.asked.length;
    const reading = idsRead();
    expect(target.asked.slice(before).map(({ path }) => path)).toEqual(['/conversations', '/conversations?page=2']);
    expect(await reading).toEqual(['u0', 'g1', 'u2']);
    expect(await idsRead()).toEqual(['u0']);
  });

  it('should be read without a page that is needed no more, whatever is said of it', async () => {
    let pages = 2;
    const target = over((_, query) => {
      if (Number(query.get('page') ?? 1) > pages) return [500];
      return [200, { data: [row(`u${query.get('page') ?? 1}`)], meta: { pagination: { total_pages: pages } } }];
    });
    expect(await target.conversations('ann')).toHaveLength(2);
    pages = 1;
    expect(await target.conversations('ann')).toHaveLength(1);
  });

  it.each<[unknown, readonly string[]]>([
    [[{ conversationType: 'system' }, row('u0')], ['u0']],
    [[{ conversationType: 'channel' }, null], []],
    [[{ conversationType: 'user', conversationWith: null }], []],
    [null, []],
  ])('should be read without what is no conversation with anybody: %j', async (data, ids) => {
    expect(await over(() => [200, { data }]).conversations('ann')).toEqual(ids.map(peerIn));
  });

  it.each<[Answer, string]>([
    [[500, {}], 'was answered with 500'],
    [[200, { data: {} }], 'without an array in data'],
    [[200, undefined], 'what is no JSON'],
    [[200, { data: [{ conversationType: 'group', conversationWith: { uid: 'u' } }] }], 'says whom the conversation is'],
  ])('should not be taken from %j', async (answer, why) => {
    await expect(over(() => answer).conversations('ann')).rejects.toThrow(why);
  });
});

describe('the messages of a conversation', () => {
  type Manner = Partial<Readonly<Record<'meta' | 'numeric' | 'newestFirst' | 'ignoreQuery', true>>>;

  const texts = (total: number): readonly string[] => Array.from({ length: total }, (_, index) => `text ${index + 1}`);

  const history = (total: number, size: number, { meta, numeric, newestFirst, ignoreQuery }: Manner) =>
    over((_, query) => {
      const before = ignoreQuery || query.get('affix') !== 'prepend' ? total + 1 : Number(query.get('id'));
      const page = texts(total)
        .map((text, index) => ({ id: numeric ? index + 1 : String(index + 1), data: { text } }))
        .filter(({ id }) => Number(id) < before)
        .slice(-size);
      const current = { limit: size, count: page.length };
      return [200, { data: newestFirst ? page.toReversed() : page, ...(meta ? { meta: { current } } : {}) }];
    });

  it.each<[string, number, number, Manner, number]>([
    ['by pages of 100, with their length', 250, 100, { meta: true }, 3],
    ['by pages of 7, without their length', 23, 7, {}, 5],
    ['with ids that are numbers', 120, 50, { numeric: true, meta: true }, 3],
    ['with pages that come newest first', 23, 7, { newestFirst: true }, 5],
    ['from a target that knows no pages', 12, 1_000, { ignoreQuery: true }, 2],
    ['where there are none', 0, 100, { meta: true }, 1],
  ])('should be read to the beginning, %s', async (_, total, size, manner, requests) => {
    const target = history(total, size, manner);
    const read = await target.messages('ann', peer);
    const [shown, all] = manner.newestFirst ? [read.toSorted(), texts(total).toSorted()] : [read, texts(total)];
    expect(shown).toEqual(all);
    expect(target.asked).toHaveLength(requests);
    expect(target.asked[0]).toMatchObject({ method: 'GET', path: '/users/bob/messages', as: 'ann' });
  });

  it('should be read on where a page may have been cut before something was left out of it', async () => {
    const kept = [1, 2, 3, 4].map((id) => ({ id: String(id), data: { text: `text ${id}` } }));
    const answer = (_: unknown, query: URLSearchParams): Answer => {
      const page = kept.filter(({ id }) => !query.has('id') || id < (query.get('id') ?? '')).slice(-2);
      return [200, { data: page, meta: { current: { limit: 3, count: page.length } } }];
    };
    const target = over(answer);
    await target.sendMessage('ann', peer, 'text 1');
    await target.sendMessage('bob', { kind: 'user', id: 'ann' }, 'text 2');
    expect(await target.messages('ann', peer)).toEqual(['text 1', 'text 2', 'text 3', 'text 4']);
    expect(await target.messages('ann', { kind: 'group', id: 'bob' })).toEqual(['text 3', 'text 4']);
  });

  it('should be those of a group below its own path, and texts alone', async () => {
    const notText = { id: '2', action: 'joined' };
    const target = over(() => [200, { data: [{ id: '1', text: 'at the top level' }, notText] }]);
    expect(await target.messages('ann', { kind: 'group', id: 'crew' })).toEqual(['at the top level']);
    expect(target.asked[0]?.path).toBe('/groups/crew/messages');
  });

  const last: Answer = [200, { data: [{ id: '9', data: { text: 'last' } }] }];
  it.each([403, 204])('should be none where the answer is %i, or what could be read until then', async (status) => {
    expect(await over(() => [status]).messages('ann', peer)).toEqual([]);
    expect(await over((_, query) => (query.has('id') ? [status] : last)).messages('ann', peer)).toEqual(['last']);
  });
});

describe('arranging', () => {
  it('should say every call as the specification of the calls around has it', async () => {
    const target = over(() => done);
    await target.createUser('ann');
    await target.createGroup('crew', ['ann', 'bob']);
    await target.sendMessage('ann', { kind: 'group', id: 'crew' }, 'hello');
    await target.removeGroup('crew');
    await target.removeUser('ann');
    const message = { receiver: 'crew', receiverType: 'group', category: 'message', type: 'text' };
    expect(target.asked).toEqual([
      { method: 'POST', path: '/users', body: { uid: 'ann', name: nameOf('ann') } },
      { method: 'POST', path: '/groups', as: 'ann', body: { guid: 'crew', name: nameOf('crew'), type: 'public' } },
      { method: 'POST', path: '/groups/crew/members', body: { participants: ['ann', 'bob'] } },
      { method: 'POST', path: '/messages', as: 'ann', body: { ...message, data: { text: 'hello' } } },
      { method: 'DELETE', path: '/groups/crew', body: {} },
      { method: 'DELETE', path: '/users/ann', body: { permanent: true } },
    ]);
  });

  /** Refuses the members together, and each by itself as given. */
  const joining = (each: (uid: string) => Answer) =>
    over(({ path, body }) => {
      if (!path.endsWith('/members')) return done;
      const { participants } = body as { participants: readonly string[] };
      return participants.length > 1 ? [400, { error: { code: 'ERR_BAD_REQUEST' } }] : each(participants[0] ?? '');
    });

  it.each<[string, string, Answer]>([
    ['one of them with 409', 'bob', [409]],
    ['one of them with a code', 'bob', [417, { error: { code: 'ERR_ALREADY_JOINED' } }]],
    ['one of them in words', 'bob', [400, { message: 'bob is already a member of this group.' }]],
    ['the owner in words that nobody else has', 'ann', [400, undefined]],
  ])('should add members one by one where they are refused together, and then %s', async (_, uid, answer) => {
    const target = joining((one) => (one === uid ? answer : done));
    await target.createGroup('crew', ['ann', 'bob']);
    const alone = [{ participants: ['ann'] }, { participants: ['bob'] }];
    expect(target.asked.slice(2).map(({ body }) => body)).toEqual(alone);
  });

  it.each([
    ['are added so', [200, { data: { admins: { bob: { success: true } } } }], []],
    ['are left out by a target that knows none', done, [{ participants: ['bob'] }]],
    ['are refused with the others', [400], [{ participants: ['ann'] }, { participants: ['bob'] }]],
  ] as const)('should ask for members with roles, who %s', async (_, answer, after) => {
    const target = over(({ body }) => ('admins' in (body as object) ? answer : done));
    await target.createGroup('crew', ['ann', 'bob'], { admins: ['bob'], moderators: [] });
    const asked = target.asked.slice(1).map(({ body }) => body);
    expect(asked).toEqual([{ participants: ['ann'], admins: ['bob'] }, ...after]);
  });

  it('should not take a member for added who is refused for another reason, and leave no such group', async () => {
    const target = joining((uid) => (uid === 'bob' ? [404, { error: { code: 'ERR_UID_NOT_FOUND' } }] : done));
    const why = 'adding bob to the group crew was answered with 404';
    await expect(target.createGroup('crew', ['ann', 'bob'])).rejects.toThrow(why);
    expect(target.asked.at(-1)).toEqual({ method: 'DELETE', path: '/groups/crew', body: {} });
  });
});

it('gives names that hold no id as a word of its own, one to ids that differ in a mark', () => {
  expect(['cr0f1e2d-0-a_me', 'cr0f1e2d-0-a-me'].map(nameOf)).toEqual(Array(2).fill('Name of cr0f1e2d.0.a.mex'));
});
