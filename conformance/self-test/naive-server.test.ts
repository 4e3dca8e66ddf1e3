import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Behaviour, referenceBehaviour, statusCases } from '../../core/index.ts';
import { type NaiveOptions, startNaiveServer } from './naive-server.ts';

describe('the two resets', () => {
  it('should take a pair off the acting user and leave the other side alone', async () => {
    const { call, list, read } = await start();
    const reply = await call('DELETE', '/users/ann/conversation', { as: 'ann', body: { conversationWith: 'bob' } });

    expect(reply).toEqual({
      status: 200,
      json: {
        data: { success: true, message: 'The conversation ann_user_bob has been deleted successfully for UID ann.' },
      },
    });
    expect(await list('ann')).toEqual(['group_crew', 'ann_user_cat']);
    expect(await read('ann', '/users/bob')).toEqual([]);
    expect(await list('bob')).toEqual(['group_crew', 'ann_user_bob']);
    expect(await read('bob', '/users/ann')).toEqual(['hi bob']);
  });

  it('should take a group off one member and bring it back with the next message', async () => {
    const { call, list, read, send } = await start();
    const reply = await call('DELETE', '/groups/crew/conversation', { as: 'ann', body: {} });

    expect(reply.json).toMatchObject({
      data: { success: true, message: 'The conversation group_crew has been deleted successfully for UID ann.' },
    });
    expect(await list('ann')).toEqual(['ann_user_cat', 'ann_user_bob']);
    expect(await read('bob', '/groups/crew')).toEqual(['hi crew']);
    await send('bob', 'group', 'crew', 'again');
    expect(await list('ann')).toEqual(['group_crew', 'ann_user_cat', 'ann_user_bob']);
    expect(await read('ann', '/groups/crew')).toEqual(['again']);
  });

  it.each([
    ['/users/cat/conversation', '/users/cat'],
    ['/groups/crew/conversation', '/groups/crew'],
  ])('should keep the place of DELETE %s with preserveOrder', async (path, messages) => {
    const { call, list, read } = await start();
    expect((await call('DELETE', path, { as: 'ann', body: { preserveOrder: true } })).status).toBe(200);
    expect(await list('ann')).toEqual(['group_crew', 'ann_user_cat', 'ann_user_bob']);
    expect(await read('ann', messages)).toEqual([]);
  });

  it('should delete permanently for both and leave the other row where it stands', async () => {
    const { call, list, read } = await start();
    await call('DELETE', '/users/bob/conversation', { as: 'ann', body: { deleteMessagesPermanently: true } });
    expect(await read('bob', '/users/ann')).toEqual([]);
    expect(await list('bob')).toEqual(['group_crew', 'ann_user_bob']);
  });

  it('should obey a chunked body', async () => {
    const { call, list } = await start();
    const body = new Blob([JSON.stringify({ preserveOrder: true })]).stream();
    expect((await call('DELETE', '/users/bob/conversation', { as: 'ann', body })).status).toBe(200);
    expect(await list('ann')).toContain('ann_user_bob');
  });
});

/** One request for each case of `statuses`, against the world of `start`. */
const refusals: readonly (readonly [case_: string, request: string, more: Request, code: string])[] = [
  ['missingApiKey', 'DELETE /nowhere', { key: '' }, 'AUTH_ERR_EMPTY_APIKEY'],
  ['wrongApiKey', 'DELETE /nowhere', { key: 'yek' }, 'AUTH_ERR_APIKEY_NOT_FOUND'],
  ['insufficientScope', 'DELETE /nowhere', { key: 'auth-only' }, 'AUTH_ERR_NO_ACCESS'],
  ['unknownRoute', 'PUT /users/bob/conversation', { as: 'ann', body: '{' }, 'ERR_API_NOT_FOUND'],
  ['malformedBody', 'DELETE /users/bob/conversation', { body: '[]' }, 'ERR_BAD_REQUEST'],
  ['wrongType', 'DELETE /users/bob/conversation', { as: 'ann', body: { preserveOrder: 'true' } }, 'ERR_BAD_REQUEST'],
  ['unknownField', 'DELETE /groups/crew/conversation', { body: { conversationWith: 'bob' } }, 'ERR_BAD_REQUEST'],
  ['emptyBody', 'DELETE /groups/crew/conversation', { as: 'ann', body: '' }, 'ERR_BAD_REQUEST'],
  ['missingContentType', 'DELETE /users/bob/conversation', { as: 'ann', body: '{}', type: '' }, 'ERR_BAD_REQUEST'],
  ['missingOnBehalfOf', 'DELETE /users/nobody/conversation', { body: {} }, 'ERR_BAD_REQUEST'],
  ['unknownActor', 'DELETE /users/ann/conversation', { as: 'nobody', body: {} }, 'ERR_UID_NOT_FOUND'],
  [
    'refusedAddressing',
    'DELETE /users/nobody/conversation',
    { as: 'ann', body: { conversationWith: 'bob' } },
    'ERR_BAD_REQUEST',
  ],
  ['unknownUser', 'DELETE /users/nobody/conversation', { as: 'ann', body: {} }, 'ERR_UID_NOT_FOUND'],
  ['unknownGroup', 'DELETE /groups/nobody/conversation', { as: 'ann', body: {} }, 'ERR_GUID_NOT_FOUND'],
  ['nonMember', 'DELETE /groups/crew/conversation', { as: 'cat', body: {} }, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
  ['missingConversation', 'DELETE /users/bob/conversation', { as: 'cat', body: {} }, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
];
const strict = { unknownField: 'rejected', emptyBody: 'rejected', missingContentType: 'rejected' } as const;

describe('refusals', () => {
  it('should have a request for every case', () => {
    expect(refusals.map(([name]) => name).sort()).toEqual([...statusCases].sort());
  });

  it.each(refusals)('should answer %s as documented, or with the status given', async (name, request, more, code) => {
    const statuses = { ...referenceBehaviour.statuses, [name]: 418 };
    const [documented, own] = [await start(strict), await start({ ...strict, statuses })];
    const [method = '', path = ''] = request.split(' ');
    expect(await documented.call(method, path, more)).toMatchObject({
      status: Object.entries(referenceBehaviour.statuses).find(([key]) => key === name)?.[1],
      json: { error: { code, source: 'chat-api' } },
    });
    expect((await own.call(method, path, more)).status).toBe(418);
    expect(await own.list('ann')).toEqual(['group_crew', 'ann_user_cat', 'ann_user_bob']);
  });

  it.each([
    'missingOnBehalfOf',
    'unknownActor',
    'refusedAddressing',
    'unknownUser',
    'unknownGroup',
  ])('should confirm %s without effect when its status is 200', async (name) => {
    const { call, list } = await start({ statuses: { ...referenceBehaviour.statuses, [name]: 200 } });
    const [, request = '', more] = refusals.find(([it]) => it === name) ?? [];
    const [method = '', path = ''] = request.split(' ');
    expect(await call(method, path, more)).toMatchObject({ status: 200, json: { data: { success: true } } });
    expect(await list('ann')).toEqual(['group_crew', 'ann_user_cat', 'ann_user_bob']);
  });

  it('should let any key pass, and read a malformed body as empty, when the status is 200', async () => {
    const open = { missingApiKey: 200, wrongApiKey: 200, insufficientScope: 200, malformedBody: 200 };
    const { call, list } = await start({ statuses: { ...referenceBehaviour.statuses, ...open } });
    for (const key of ['', 'yek', 'auth-only'])
      expect((await call('GET', '/conversations', { as: 'ann', key })).status).toBe(200);
    expect((await call('DELETE', '/users/bob/conversation', { as: 'ann', body: '{' })).status).toBe(200);
    expect(await list('ann')).toEqual(['group_crew', 'ann_user_cat']);
  });
});

describe('axes', () => {
  const toBob = { as: 'ann', body: { conversationWith: 'bob' } };

  it.each([
    ['path-actor', [200, 400, 400]],
    ['path-peer', [400, 200, 400]],
    ['path-peer-echo', [400, 400, 200]],
  ] as const)('should accept addressing %s alone', async (form, expected) => {
    const { call } = await start({ addressing: [form], missingConversation: 'accepted' });
    const literal = await call('DELETE', '/users/ann/conversation', toBob);
    const peer = await call('DELETE', '/users/bob/conversation', { as: 'ann', body: {} });
    const echo = await call('DELETE', '/users/bob/conversation', { as: 'ann', body: { conversationWith: 'ann' } });
    expect([literal.status, peer.status, echo.status]).toEqual(expected);
  });

  it.each([
    ['moved-last', ['group_crew', 'ann_user_bob', 'ann_user_cat']],
    ['moved-first', ['ann_user_cat', 'group_crew', 'ann_user_bob']],
    ['kept', ['group_crew', 'ann_user_cat', 'ann_user_bob']],
  ] as const)('should have withoutPreserveOrder %s', async (withoutPreserveOrder, expected) => {
    const { call, list, read } = await start({ withoutPreserveOrder });
    await call('DELETE', '/users/cat/conversation', { as: 'ann', body: {} });
    expect(await list('ann')).toEqual(expected);
    expect(await read('ann', '/users/cat')).toEqual([]);
  });

  it('should have messagesAfterReset visible, and permanentDeletion for-actor even then', async () => {
    const { call, read } = await start({ messagesAfterReset: 'visible', permanentDeletion: 'for-actor' });
    await call('DELETE', '/users/bob/conversation', { as: 'ann', body: { preserveOrder: true } });
    expect(await read('ann', '/users/bob')).toEqual(['hi bob']);
    await call('DELETE', '/users/bob/conversation', { as: 'ann', body: { deleteMessagesPermanently: true } });
    expect([await read('ann', '/users/bob'), await read('bob', '/users/ann')]).toEqual([[], ['hi bob']]);
  });

  it('should have deleteMessagesPermanentlyOmitted as-true, for pairs only', async () => {
    const { call, read } = await start({ deleteMessagesPermanentlyOmitted: 'as-true' });
    await call('DELETE', '/users/cat/conversation', { as: 'ann', body: { deleteMessagesPermanently: false } });
    await call('DELETE', '/users/bob/conversation', { as: 'ann', body: {} });
    await call('DELETE', '/groups/crew/conversation', { as: 'ann', body: {} });
    expect(await read('cat', '/users/ann')).toEqual(['hi cat']);
    expect(await read('bob', '/users/ann')).toEqual([]);
    expect(await read('bob', '/groups/crew')).toEqual(['hi crew']);
  });

  it('should have missingConversation and nonMember accepted, without a row', async () => {
    const { call, list } = await start({ missingConversation: 'accepted', nonMember: 'accepted' });
    for (const path of ['/users/bob/conversation', '/groups/crew/conversation']) {
      expect((await call('DELETE', path, { as: 'cat', body: { preserveOrder: true } })).status).toBe(200);
    }
    expect(await list('cat')).toEqual(['ann_user_cat']);
  });

  it.each([
    ['coerced', { preserveOrder: '1', deleteMessagesPermanently: '' }, 200, true],
    ['coerced', { preserveOrder: 0 }, 200, false],
    ['coerced', { preserveOrder: null }, 400, true],
    ['coerced', { conversationWith: 7 }, 400, true],
    ['ignored', { preserveOrder: 'true', conversationWith: null }, 200, false],
  ] as const)('should have wrongType %s for %o', async (wrongType, body, status, stays) => {
    const { call, list } = await start({ wrongType });
    expect((await call('DELETE', '/users/bob/conversation', { as: 'ann', body })).status).toBe(status);
    expect((await list('ann')).includes('ann_user_bob')).toBe(stays);
  });

  it('should have identifierCase folded, and sensitive', async () => {
    const [folded, sensitive] = [await start(), await start({ identifierCase: 'sensitive' })];
    const request = { as: 'ANN', body: { conversationWith: 'BOB' } };
    expect((await folded.call('DELETE', '/users/Ann/conversation', request)).status).toBe(200);
    expect((await sensitive.call('DELETE', '/users/Ann/conversation', request)).status).toBe(404);
    expect((await sensitive.call('POST', '/users', { body: { uid: 'ANN', name: 'Other' } })).status).toBe(200);
    expect(await sensitive.list('ANN')).toEqual([]);
  });

  it('should have groupAppears first-message, and joining', async () => {
    const [later, sooner] = [await start(), await start({ groupAppears: 'joining' })];
    for (const { call } of [later, sooner])
      await call('POST', '/groups/crew/members', { body: { participants: ['cat', 'nobody'] } });
    expect([await later.list('cat'), await sooner.list('cat')]).toEqual([
      ['ann_user_cat'],
      ['group_crew', 'ann_user_cat'],
    ]);
    expect(await later.read('cat', '/groups/crew')).toEqual(['hi crew']);
  });
});

describe('the calls around', () => {
  it('should page lists, window messages and clean up', async () => {
    const { call, list, read, send } = await start();
    const page = await call('GET', '/conversations?perPage=2&page=2', { as: 'ann' });
    expect(page.json).toMatchObject({
      data: [
        {
          conversationId: 'ann_user_bob',
          conversationType: 'user',
          unreadMessageCount: '0',
          conversationWith: { uid: 'bob' },
        },
      ],
      meta: { pagination: { total: 3, count: 1, per_page: 2, current_page: 2, total_pages: 2 } },
    });
    for (const text of ['two', 'three', 'four']) await send('bob', 'user', 'ann', text);
    expect(await read('ann', '/users/bob', '?limit=2')).toEqual(['three', 'four']);
    const { json } = await call('GET', '/users/bob/messages', { as: 'ann' });
    const id = JSON.stringify(json).match(/"id":"(\d+)"[^{]*\{"text":"three"/)?.[1];
    expect(await read('ann', '/users/bob', `?limit=1&affix=prepend&id=${id}`)).toEqual(['two']);
    expect(await read('ann', '/users/bob', `?limit=1&affix=append&id=${id}`)).toEqual(['four']);

    expect((await call('DELETE', '/users/bob', { body: { permanent: true } })).status).toBe(200);
    expect((await call('DELETE', '/groups/crew', { body: {} })).status).toBe(200);
    expect(await list('ann')).toEqual(['ann_user_cat']);
  });

  it.each([
    ['POST', '/users', { body: { uid: 'ann', name: 'Ann' } }, 400, 'ERR_UID_ALREADY_EXISTS'],
    ['POST', '/groups', { body: { guid: 'crew', name: 'Crew' } }, 400, 'ERR_GUID_ALREADY_EXISTS'],
    ['POST', '/users', { body: { uid: 'a b', name: 'Ann' } }, 400, 'ERR_BAD_REQUEST'],
    [
      'POST',
      '/messages',
      { as: 'cat', body: { receiver: 'crew', receiverType: 'group', data: { text: 'x' } } },
      403,
      'ERR_NOT_A_MEMBER',
    ],
    ['GET', '/groups/crew/messages', { as: 'cat' }, 403, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
    ['POST', '/users/', { body: { uid: 'dan', name: 'Dan' } }, 404, 'ERR_API_NOT_FOUND'],
    ['GET', '/users/ann/messages', { as: 'ann' }, 400, 'ERR_BAD_REQUEST'],
  ] as const)('should refuse %s %s %o', async (method, path, more, status, code) => {
    const { call } = await start();
    expect(await call(method, path, more)).toMatchObject({ status, json: { error: { code } } });
  });
});

it('should hide nothing from somebody new of a name that somebody had', async () => {
  const { call, read } = await start();
  await call('DELETE', '/groups/crew/conversation', { as: 'bob', body: {} });
  expect(await read('bob', '/groups/crew')).toEqual([]);
  await call('DELETE', '/users/bob', { body: { permanent: true } });
  await call('POST', '/users', { body: { uid: 'bob', name: 'Bob again' } });
  await call('POST', '/groups/crew/members', { body: { participants: ['bob'] } });
  expect(await read('bob', '/groups/crew')).toEqual(['hi crew']);
});

describe('style', () => {
  it('should answer in another style', async () => {
    const style = { ties: 'id-ascending', extraFields: true, refusalsAs200: true, pageSize: 2 } as const;
    const { call, list } = await start({}, { style: { ...style, confirmation: ({ otherName }) => `${otherName}!` } });
    expect((await list('ann')).length).toBe(2);
    const reset = await call('DELETE', '/users/bob/conversation', { as: 'ann', body: {} });
    expect(reset.json).toEqual({ data: { success: true, message: 'Name of bob!', extra: 1 }, extra: 1 });
    const refused = await call('DELETE', '/users/bob/conversation', { as: 'ann', body: {} });
    expect(refused).toMatchObject({ status: 200, json: { data: { success: false } } });
  });

  it.each([
    ['id-ascending', ['ann_user_bob', 'ann_user_cat', 'group_crew']],
    ['id-descending', ['group_crew', 'ann_user_cat', 'ann_user_bob']],
  ] as const)('should order ties %s, and still move last', async (ties, expected) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { call, list } = await start({ withoutPreserveOrder: 'moved-last' }, { style: { ties } });
    expect(await list('ann')).toEqual(expected);
    await call('DELETE', '/users/bob/conversation', { as: 'ann', body: {} });
    await call('DELETE', '/groups/crew/conversation', { as: 'ann', body: {} });
    expect(await list('ann')).toEqual(['ann_user_cat', 'ann_user_bob', 'group_crew']);
  });

  it('should answer errors and ids in another form', async () => {
    const [plain, empty] = [
      await start({}, { style: { errorBody: 'plain-text', numericMessageIds: true, missingKey5xx: true } }),
      await start({}, { style: { errorBody: 'empty', delayMs: 1 } }),
    ];
    expect((await plain.send('ann', 'user', 'bob', 'x')).json).toMatchObject({ data: { id: expect.any(Number) } });
    expect((await plain.call('GET', '/conversations', { key: '' })).status).toBe(500);
    expect(await plain.call('GET', '/nowhere')).toEqual({ status: 404, json: 'Refused: unknownRoute.' });
    expect(await empty.call('GET', '/nowhere')).toEqual({ status: 404, json: '' });
  });
});

// Helpers

interface Request {
  readonly as?: string;
  readonly key?: string;
  readonly type?: string;
  readonly body?: object | string;
}

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Ann, Bob and Cat; Ann wrote to Bob, to Cat and, last, to the crew of Ann and Bob. */
async function start(changes: Partial<Behaviour> = {}, options: Pick<NaiveOptions, 'style'> = {}) {
  const behaviour: Behaviour = { ...referenceBehaviour, ...changes };
  const server = await startNaiveServer({ behaviour, apiKey: 'key', authOnlyKey: 'auth-only', ...options });
  servers.push(server);

  async function call(
    method: string,
    path: string,
    { as = '', key = 'key', type = 'application/json', body }: Request = {},
  ) {
    const headers = {
      apikey: key,
      onBehalfOf: as,
      ...(type && { 'Content-Type': type }),
    };
    const isPlain = typeof body === 'object' && !(body instanceof ReadableStream);
    const sent = isPlain ? JSON.stringify(body) : body;
    // Bytes, because fetch adds a Content-Type to text.
    const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
    const reply = await fetch(server.url + path, { method, headers, ...(bytes && { body: bytes }), duplex: 'half' });
    const text = await reply.text();
    const json: unknown = text.startsWith('{') ? JSON.parse(text) : text;
    return { status: reply.status, json };
  }
  const listOf = ({ json }: { json: unknown }) => (json as { data: Record<string, unknown>[] }).data;
  const list = async (as: string) =>
    listOf(await call('GET', '/conversations', { as })).map((row) => row['conversationId']);
  const read = async (as: string, path: string, query = '') =>
    listOf(await call('GET', `${path}/messages${query}`, { as })).map(({ data }) => (data as { text: string }).text);
  const send = (as: string, receiverType: string, receiver: string, text: string) =>
    call('POST', '/messages', {
      as,
      body: { receiver, receiverType, category: 'message', type: 'text', data: { text } },
    });

  for (const uid of ['ann', 'bob', 'cat']) await call('POST', '/users', { body: { uid, name: `Name of ${uid}` } });
  await send('ann', 'user', 'bob', 'hi bob');
  await send('ann', 'user', 'cat', 'hi cat');
  await call('POST', '/groups', {
    as: 'ann',
    body: { guid: 'crew', name: 'Crew', members: { participants: ['bob'] } },
  });
  await send('ann', 'group', 'crew', 'hi crew');
  return { call, list, read, send };
}
