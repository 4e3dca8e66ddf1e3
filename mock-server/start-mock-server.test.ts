import { expect, it, vi } from 'vitest';
import { startMockServer } from './start-mock-server.ts';

it('should listen on a free port of this machine, and stop when it is left', async () => {
  let url = '';
  {
    await using mock = await startMockServer();
    url = mock.url;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/v3$/);
    const headers = { apikey: mock.apiKey };
    expect((await fetch(`${url}/users/alice`, { headers })).status).toBe(200);
  }
  await expect(fetch(url)).rejects.toThrow();
});

it('should have the same limit for bodies over a socket and without one', async () => {
  await using mock = await startMockServer();
  const post = (way: (request: Request) => Promise<Response>, letters: number) =>
    way(new Request(`${mock.url}/users`, { method: 'POST', body: 'ü'.repeat(letters) }));
  const [over, without] = [await post(fetch, 5121), await post(mock.handle, 5121)];
  expect([over.status, without.status, await without.text()]).toEqual([413, 413, await over.text()]);
  expect([(await post(fetch, 5120)).status, (await post(mock.handle, 5120)).status]).toEqual([401, 401]);
});

it('should take no key and no token from the environment', async () => {
  vi.stubEnv('CONVERSATION_RESET_API_KEY', 'a key from elsewhere');
  vi.stubEnv('CONVERSATION_RESET_CONTROL_TOKEN', 'elsewhere');
  await using mock = await startMockServer();
  expect(mock.apiKey).toBe('local-key');
  expect((await fetch(new URL('/_mock/health', mock.url))).status).toBe(200);
});

it('should take world and behaviour as data, each with the other in mind', async () => {
  const world = { users: ['Zoe', 'zoe'], groups: [{ guid: 'g', members: ['zoe'] }] };
  const behaviour = { identifierCase: 'sensitive', groupAppears: 'joining' } as const;
  await using mock = await startMockServer({ listen: false, world, behaviour });
  expect(mock.sandbox().read().users).toMatchObject([
    { uid: 'Zoe', list: [] },
    { uid: 'zoe', list: [{ group: 'g' }] },
  ]);
});

it.each<[object, string]>([
  [{ authOnlyKey: 'two words' }, 'The key in authOnlyKey has characters'],
  [{ apiKey: 5 }, "The key in apiKey must be a text, such as 'local-key'."],
  [{ host: 5 }, "host must be an address or name of this machine, such as '127.0.0.1', not 5."],
  [{ world: 5 }, 'world must be a file, the name of a shipped one, or a map, not 5.'],
  [{ listen: null }, 'listen must be true or false, not nothing.'],
  [{ cors: true }, 'cors must be a list of origins, or false, not true.'],
  [{ behavior: 'strict' }, 'did you mean behaviour?'],
  [{ world: { users: ['alice'], groops: [] } }, 'did you mean groups?'],
  [{ world: 'taem' }, 'did you mean team?'],
  [{ behaviour: { nonMember: 'other' } }, 'nonMember cannot be "other"'],
  [null as never, 'What is given to the mock server must be a map, not nothing.'],
])('should not start with %o', async (options, sentence) => {
  await expect(startMockServer(options && { listen: false, ...options })).rejects.toThrow(sentence);
});

it('should say when it cannot have the port or the host', async () => {
  await using mock = await startMockServer();
  const port = Number(new URL(mock.url).port);
  const inUse = `Port ${port} of 127.0.0.1 is in use; choose another port, or --port 0, which picks a free one.`;
  await expect(startMockServer({ port })).rejects.toThrow(inUse);
  const noAddress = 'The host 192.0.2.1 is no address of this machine; the default is 127.0.0.1.';
  await expect(startMockServer({ host: '192.0.2.1' })).rejects.toThrow(noAddress);
});
