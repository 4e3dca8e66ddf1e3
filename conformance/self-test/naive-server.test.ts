import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { isMap } from '../../fixtures/problem.ts';
import { exchangeFiles, exchangeKeys, type Story } from '../../fixtures/testing/exchanges.ts';
import { exchangeMismatches, exchangeRequest } from '../../fixtures/testing/play-exchange.ts';
import { callsOn } from '../testing/calls.ts';
import { type NaiveOptions, naiveServer } from './naive-server.ts';

const around = ['lists', 'messages', 'people'];
const aboutResets = exchangeFiles
  .filter(({ name }) => !around.includes(name))
  // Here it refuses with the status that it has without an axis.
  .map(({ name, stories }) => ({
    name,
    stories: stories.filter(({ title }) => !title.startsWith('a rejecting axis with status 200')),
  }));

/** All that it has besides the resets; single users, groups and conversations it does not show. */
const unknownCall = /^GET \/(?:users|groups)\/[^/]+(?:\/conversation)?$/;

describe.each(aboutResets)('exchanges/$name', ({ stories }) => {
  it.each(stories)('should be answered as told: $title', async (story) => {
    expect(await play(story)).toEqual([]);
  });
});

describe('the calls around', () => {
  it('should page lists, window messages and clean up', async () => {
    const { call, list, read, send } = await start();
    const page = await call('GET /conversations?perPage=2&page=2', 'ann');
    expect(page.json).toMatchObject({
      data: [{ conversationId: 'ann_user_bob', conversationType: 'user', conversationWith: { uid: 'bob' } }],
      meta: { pagination: { total: 3, count: 1, per_page: 2, current_page: 2, total_pages: 2 } },
    });
    for (const text of ['two', 'three', 'four']) await send('bob', 'user', 'ann', text);
    expect(await read('ann', '/users/bob', '?limit=2')).toEqual(['three', 'four']);
    const { json } = await call('GET /users/bob/messages', 'ann');
    const id = JSON.stringify(json).match(/"id":"(\d+)"[^{]*\{"text":"three"/)?.[1];
    expect(await read('ann', '/users/bob', `?limit=1&affix=prepend&id=${id}`)).toEqual(['two']);
    expect(await read('ann', '/users/bob', `?limit=1&affix=append&id=${id}`)).toEqual(['four']);

    expect((await call('DELETE /users/bob', '', { permanent: true })).status).toBe(200);
    expect((await call('DELETE /groups/crew', '', {})).status).toBe(200);
    expect(await list('ann')).toEqual(['ann_user_cat']);
  });
});

it('should hide nothing from somebody new of a name that somebody had', async () => {
  const { call, read } = await start();
  await call('DELETE /groups/crew/conversation', 'bob', {});
  expect(await read('bob', '/groups/crew')).toEqual([]);
  await call('DELETE /users/bob', '', { permanent: true });
  await call('POST /users', '', { uid: 'bob', name: 'Bob again' });
  await call('POST /groups/crew/members', '', { participants: ['bob'] });
  expect(await read('bob', '/groups/crew')).toEqual(['hi crew']);
});

describe('style', () => {
  it('should answer in another style', async () => {
    const style = { ties: 'id-ascending', extraFields: true, refusalsAs200: true, pageSize: 2 } as const;
    const { call, list } = await start({}, { style: { ...style, confirmation: ({ otherName }) => `${otherName}!` } });
    expect(await list('ann')).toHaveLength(2);
    const reset = () => call('DELETE /users/bob/conversation', 'ann', {});
    const data = { success: true, message: 'Name of bob!', extra: 1 };
    expect(await reset()).toEqual({ status: 200, json: { data, extra: 1 } });
    expect(await reset()).toMatchObject({ status: 200, json: { data: { success: false } } });
  });

  it.each([
    ['id-ascending', ['ann_user_bob', 'ann_user_cat', 'group_crew']],
    ['id-descending', ['group_crew', 'ann_user_cat', 'ann_user_bob']],
  ] as const)('should order ties %s, and still move last', async (ties, expected) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { call, list } = await start({ withoutPreserveOrder: 'moved-last' }, { style: { ties } });
    expect(await list('ann')).toEqual(expected);
    await call('DELETE /users/bob/conversation', 'ann', {});
    await call('DELETE /groups/crew/conversation', 'ann', {});
    expect(await list('ann')).toEqual(['ann_user_cat', 'ann_user_bob', 'group_crew']);
  });
});

// Helpers

/** What the answers have that they should not. */
async function play({ world, steps, behaviour }: Story): Promise<readonly string[]> {
  const keys = { apiKey: exchangeKeys.right, authOnlyKey: exchangeKeys['auth-only'] };
  const { handle } = naiveServer({ ...keys, behaviour });
  const post = (path: string, as: string, body: object) => callsOn(handle, keys.apiKey)(`POST ${path}`, as, body);
  const { users = [], groups = [], conversations = [] } = world;
  for (const user of users) {
    const { uid, name = uid } = isMap(user) ? user : { uid: user };
    await post('/users', '', { uid, name });
  }
  for (const { guid, name = guid, members = [], owner = members[0] ?? '' } of groups)
    await post('/groups', owner, { guid, name, members: { participants: members } });
  for (const conversation of conversations) {
    for (const message of conversation.messages) {
      const { by, text } = shortMessage(message);
      const to = 'group' in conversation ? conversation.group : conversation.between.find((uid) => uid !== by);
      const receiverType = 'group' in conversation ? 'group' : 'user';
      await post('/messages', by, { receiver: to, receiverType, data: { text } });
    }
  }
  const told: string[] = [];
  for (const [index, step] of steps.entries()) {
    if (unknownCall.test(`${step.method} ${step.path}`)) continue;
    // It says in no details what is wrong.
    const { details: _, ...expected } = step.expect;
    const mismatches = exchangeMismatches(expected, await handle(exchangeRequest(step)));
    told.push(...mismatches.map((mismatch) => `step ${index + 1}, ${step.method} ${step.path}: ${mismatch}`));
  }
  return told;
}

function shortMessage(message: object): { readonly by: string; readonly text: string } {
  if ('by' in message && 'text' in message) return message as { readonly by: string; readonly text: string };
  const [[by, text] = ['', '']] = Object.entries(message);
  return { by, text };
}

afterEach(() => {
  vi.useRealTimers();
});

/** Ann, Bob and Cat; Ann wrote to Bob, to Cat and, last, to the crew of Ann and Bob. */
async function start(changes: Partial<Behaviour> = {}, options: Pick<NaiveOptions, 'style'> = {}) {
  const behaviour: Behaviour = { ...referenceBehaviour, ...changes };
  const { handle } = naiveServer({ behaviour, apiKey: 'key', authOnlyKey: 'auth-only', ...options });
  const call = callsOn(handle, 'key');
  const listOf = ({ json }: { json: unknown }) => (json as { data: Record<string, unknown>[] }).data;
  const list = async (as: string) => listOf(await call('GET /conversations', as)).map((row) => row['conversationId']);
  const read = async (as: string, path: string, query = '') =>
    listOf(await call(`GET ${path}/messages${query}`, as)).map(({ data }) => (data as { text: string }).text);
  const send = (as: string, receiverType: string, receiver: string, text: string) =>
    call('POST /messages', as, { receiver, receiverType, category: 'message', type: 'text', data: { text } });

  for (const uid of ['ann', 'bob', 'cat']) await call('POST /users', '', { uid, name: `Name of ${uid}` });
  await send('ann', 'user', 'bob', 'hi bob');
  await send('ann', 'user', 'cat', 'hi cat');
  await call('POST /groups', 'ann', { guid: 'crew', name: 'Crew', members: { participants: ['bob'] } });
  await send('ann', 'group', 'crew', 'hi crew');
  return { call, list, read, send };
}
