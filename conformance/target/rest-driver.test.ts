import { describe, expect, it } from 'vitest';
import type { DriverRequest } from './driver.ts';
import { nameOf, restDriver } from './rest-driver.ts';

type Answer = readonly [status: number, json?: unknown];

/** The driver in front of a target that answers as told; with every request that it got. */
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

describe('the conversations of a user', () => {
  const rows = Array.from({ length: 23 }, (_, index) => ({
    conversationId: `id-${index}`,
    conversationType: index % 2 === 0 ? 'user' : 'group',
    conversationWith: index % 2 === 0 ? { uid: `u${index}` } : { guid: `g${index}`, uid: 'no' },
  }));
  const idsOf = (shown: readonly { readonly id: string }[]): readonly string[] => shown.map(({ id }) => id);
  const all = rows.map((_, index) => `${index % 2 === 0 ? 'u' : 'g'}${index}`);

  interface Manner {
    readonly size?: number;
    readonly meta?: boolean;
    readonly ignorePage?: boolean;
    readonly last?: number;
    readonly rows?: readonly object[];
  }

  const listing = ({ size = 7, meta = true, ignorePage = false, last = 1_000, rows: shown = rows }: Manner) =>
    over((_, query) => {
      const page = ignorePage ? 1 : Number(query.get('page') ?? 1);
      if (page > last) return [404, { error: {} }];
      const data = shown.slice((page - 1) * size, page * size);
      const pagination = { total_pages: Math.ceil(shown.length / size), current_page: page };
      return [200, { data, ...(meta ? { meta: { pagination } } : {}) }];
    });

  it('should be all pages that the target says there are, in order', async () => {
    const target = listing({});
    const shown = await target.conversations('ann');
    expect(idsOf(shown)).toEqual(all);
    expect(shown.slice(0, 2)).toEqual([
      { kind: 'user', id: 'u0', conversationId: 'id-0' },
      { kind: 'group', id: 'g1', conversationId: 'id-1' },
    ]);
    expect(target.asked.map(({ method, path, as }) => `${method} ${path} ${as}`)).toEqual([
      'GET /conversations ann',
      'GET /conversations?page=2 ann',
      'GET /conversations?page=3 ann',
      'GET /conversations?page=4 ann',
    ]);
  });

  const doubled = [...rows.slice(0, 3), ...rows.slice(0, 1)];

  it.each<[string, Manner, readonly string[], number]>([
    ['until nothing new comes, where the target does not say how many pages there are', { meta: false }, all, 5],
    ['until the target has no such page', { meta: false, last: 4 }, all, 5],
    ['as the one page of a target that knows no pages', { meta: false, ignorePage: true, size: 100 }, all, 2],
    ['at once where there is one page', { size: 100 }, all, 1],
    ['where there is nothing', { rows: [] }, [], 1],
    ['with a row twice where the target shows it twice', { rows: doubled }, ['u0', 'g1', 'u2', 'u0'], 1],
    ['the same without meta', { rows: doubled, meta: false }, ['u0', 'g1', 'u2', 'u0'], 2],
  ])('should be read %s', async (_, manner, ids, requests) => {
    const target = listing(manner);
    expect(idsOf(await target.conversations('ann'))).toEqual(ids);
    expect(target.asked.length).toBeLessThanOrEqual(requests * 2);
    expect(target.asked.length).toBeGreaterThanOrEqual(requests);
  });

  it('should show a row twice that stands on two pages each time, and once where it only moved', async () => {
    const onTwoPages = (isMoving: boolean) => {
      let reads = 0;
      return over((_, query) => {
        const page = Number(query.get('page') ?? 1);
        if (page === 1) reads += 1;
        const isRepeated = page === 2 && (reads === 1 || !isMoving);
        const data = page === 1 ? rows.slice(0, 3) : rows.slice(isRepeated ? 2 : 3, 5);
        return [200, { data, meta: { pagination: { total_pages: 2 } } }];
      });
    };
    expect(idsOf(await onTwoPages(false).conversations('ann'))).toEqual(['u0', 'g1', 'u2', 'u2', 'g3', 'u4']);
    expect(idsOf(await onTwoPages(true).conversations('ann'))).toEqual(['u0', 'g1', 'u2', 'g3', 'u4']);
  });

  it.each([
    [[500, {}], 'was answered with 500'],
    [[200, { data: {} }], 'without an array in data'],
    [[200, undefined], 'what is no JSON'],
    [[200, { data: [{ conversationType: 'user' }] }], 'does not say whom the conversation is with'],
    [[200, { data: [{ conversationType: 'group', conversationWith: { uid: 'u' } }] }], 'does not say whom'],
  ] as const)('should not be taken from %j', async (answer, why) => {
    await expect(over(() => answer as Answer).conversations('ann')).rejects.toThrow(why);
  });
});

describe('the messages of a conversation', () => {
  interface Manner {
    readonly total: number;
    readonly size: number;
    readonly meta?: boolean;
    readonly numeric?: boolean;
    readonly newestFirst?: boolean;
    readonly ignoreQuery?: boolean;
  }

  const texts = (total: number): readonly string[] => Array.from({ length: total }, (_, index) => `text ${index + 1}`);

  const history = ({ total, size, meta, numeric, newestFirst, ignoreQuery }: Manner) =>
    over((_, query) => {
      const before = ignoreQuery || query.get('affix') !== 'prepend' ? total + 1 : Number(query.get('id'));
      const page = texts(total)
        .map((text, index) => ({ id: numeric ? index + 1 : String(index + 1), data: { text } }))
        .filter(({ id }) => Number(id) < before)
        .slice(-size);
      const current = { limit: size, count: page.length };
      return [200, { data: newestFirst ? page.toReversed() : page, ...(meta ? { meta: { current } } : {}) }];
    });

  it.each([
    ['by pages of 100, with their length', { total: 250, size: 100, meta: true }, 3],
    ['by pages of 7, without their length', { total: 23, size: 7 }, 5],
    ['with ids that are numbers', { total: 120, size: 50, numeric: true, meta: true }, 3],
    ['from a target that knows no pages', { total: 12, size: 1_000, ignoreQuery: true }, 2],
    ['where there are none', { total: 0, size: 100, meta: true }, 1],
  ])('should be read to the beginning, %s', async (_, manner, requests) => {
    const target = history(manner);
    expect(await target.messages('ann', { kind: 'user', id: 'bob' })).toEqual(texts(manner.total));
    expect(target.asked).toHaveLength(requests);
    expect(target.asked[0]).toMatchObject({ method: 'GET', path: '/users/bob/messages', as: 'ann' });
  });

  it('should be read to the beginning where a page comes newest first', async () => {
    const read = await history({ total: 23, size: 7, newestFirst: true }).messages('ann', { kind: 'user', id: 'bob' });
    expect(read.toSorted()).toEqual(texts(23).toSorted());
  });

  it('should be those of a group below its own path', async () => {
    const target = over(() => [
      200,
      {
        data: [
          { id: '1', text: 'at the top level' },
          { id: '2', action: 'joined' },
        ],
      },
    ]);
    expect(await target.messages('ann', { kind: 'group', id: 'crew' })).toEqual(['at the top level']);
    expect(target.asked[0]?.path).toBe('/groups/crew/messages');
  });

  it.each([403, 404])('should be none where they are answered with %i', async (status) => {
    expect(await over(() => [status]).messages('ann', { kind: 'user', id: 'bob' })).toEqual([]);
  });

  it('should be what could be read until then', async () => {
    const target = over((_, query) =>
      query.has('id') ? [404] : [200, { data: [{ id: '9', data: { text: 'last' } }] }],
    );
    expect(await target.messages('ann', { kind: 'user', id: 'bob' })).toEqual(['last']);
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
    expect(target.asked).toEqual([
      { method: 'POST', path: '/users', body: { uid: 'ann', name: nameOf('ann') } },
      { method: 'POST', path: '/groups', as: 'ann', body: { guid: 'crew', name: nameOf('crew'), type: 'public' } },
      { method: 'POST', path: '/groups/crew/members', body: { participants: ['ann', 'bob'] } },
      {
        method: 'POST',
        path: '/messages',
        as: 'ann',
        body: { receiver: 'crew', receiverType: 'group', category: 'message', type: 'text', data: { text: 'hello' } },
      },
      { method: 'DELETE', path: '/groups/crew', body: {} },
      { method: 'DELETE', path: '/users/ann', body: { permanent: true } },
    ]);
  });

  it.each([200, 201, 204])('should take %i for done', async (status) => {
    await expect(over(() => [status]).createUser('ann')).resolves.toBeUndefined();
  });
});

describe('the members of a group', () => {
  /** Refuses the members together, and each by itself as told. */
  const joining = (each: (uid: string) => Answer) =>
    over(({ path, body }) => {
      if (!path.endsWith('/members')) return done;
      const { participants } = body as { participants: readonly string[] };
      return participants.length > 1 ? [400, { error: { code: 'ERR_BAD_REQUEST' } }] : each(participants[0] ?? '');
    });

  it.each<[string, Answer]>([
    ['with 409', [409]],
    ['with a code', [417, { error: { code: 'ERR_ALREADY_JOINED' } }]],
    ['in words', [400, { message: 'ann is already a member of this group.' }]],
    ['in words that nobody else has', [400, undefined]],
  ])('should be added one by one where they are refused together, and the owner is refused %s', async (_, answer) => {
    const target = joining((uid) => (uid === 'ann' ? answer : done));
    await expect(target.createGroup('crew', ['ann', 'bob', 'cat'])).resolves.toBeUndefined();
    expect(target.asked.slice(2).map(({ body }) => body)).toEqual([
      { participants: ['ann'] },
      { participants: ['bob'] },
      { participants: ['cat'] },
    ]);
  });

  it('should not be taken for added where one of them is refused for another reason', async () => {
    const target = joining((uid) => (uid === 'bob' ? [404, { error: { code: 'ERR_UID_NOT_FOUND' } }] : done));
    await expect(target.createGroup('crew', ['ann', 'bob'])).rejects.toThrow(
      'adding bob to the group crew was answered with 404',
    );
    // Nobody else knows of the group, so that it would stay for good.
    expect(target.asked.at(-1)).toEqual({ method: 'DELETE', path: '/groups/crew', body: {} });
  });
});

it('gives names that hold no id as a word of its own', () => {
  expect(nameOf('cr0f1e2d-0-a-me')).toBe('Name of cr0f1e2d0amex');
});
