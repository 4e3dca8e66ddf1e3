import { expect, it } from 'vitest';
import type { PlannedFault } from './control/planned-fault.ts';
import { crossOrigin } from './cors.ts';
import { startMockServer } from './start-mock-server.ts';
import { ask } from './testing/ask.ts';
import { startEcho } from './testing/started-server.ts';

const local = 'http://localhost:5173';
const foreign = 'https://app.example';
const asksBefore = (origin: string) => ({ origin, 'access-control-request-method': 'DELETE' });
const allowedBy = ({ headers }: Response) => headers.get('access-control-allow-origin') ?? undefined;

const loopback = [
  local,
  'https://localhost',
  'http://127.0.0.1:3000',
  'http://[::1]:8080',
  'http://shop.localhost:5173',
];
const alike = ['http://localhost.evil.example', 'http://evil.example/localhost'];
it.each<[allowed: readonly string[] | false, yes: readonly string[], no: readonly string[]]>([
  [[], loopback, ['null', foreign, 'file://localhost', ...alike]],
  [[foreign], [foreign, local], ['https://other.example', `${foreign}:8443`]],
  [['*'], ['https://other.example', 'null'], []],
  [false, [], [local, foreign]],
])('a preflight should be answered before the key where %j is allowed to %j, and not to %j', (allowed, yes, no) => {
  const { preflight } = crossOrigin(allowed);
  const isAnswered = (origin: string): boolean =>
    preflight({ method: 'OPTIONS', url: '/v3/conversations', headers: asksBefore(origin), body: '' }) !== undefined;
  expect([...yes, ...no].filter(isAnswered)).toEqual(yes);
});

it('a preflight should say what may be asked', async () => {
  await using mock = await startMockServer({ listen: false });
  const headers = { ...asksBefore(local), 'access-control-request-headers': 'apikey,onbehalfof' };
  const answer = await ask(mock, 'OPTIONS /users/alice/conversation', undefined, headers);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': local,
    'access-control-allow-methods': expect.stringMatching(/PATCH.*DELETE/),
    'access-control-allow-headers': 'apikey,onbehalfof',
    vary: 'Origin',
  });
  expect(answer.headers.has('content-type')).toBe(false);
});

it('a preflight should be refused where it is not answered, with what would allow it, and else leave no trace', async () => {
  await using mock = await startMockServer({ listen: false });
  for (const headers of [asksBefore(foreign), { origin: local }, {}, asksBefore(local)]) {
    await mock.handle(new Request(`${mock.url}/users/alice`, { method: 'OPTIONS', headers }));
  }
  const entries = mock.sandbox().journal.entries();
  expect(entries.map(({ answer, hints }) => [answer.status, hints])).toEqual([
    [401, [expect.stringContaining('--cors ORIGIN')]],
    [401, []],
    [401, []],
  ]);
});

// hostile-requests.test.ts has those to what is no request at all.
it.each<[line: string, status: number, own?: { readonly apikey?: string; readonly fault?: PlannedFault }]>([
  ['GET /users/alice', 200],
  ['GET /users/alice', 401, { apikey: '' }],
  ['GET /nothing', 404],
  ['OPTIONS /conversations', 404],
  ['GET /users/alice', 200, { fault: { latencyMs: 1 } }],
  ['GET /users/alice', 200, { fault: { invalidJson: true } }],
  ['GET /users/alice', 429, { fault: { status: 429 } }],
])('an answer should be readable for a page that may call, its limit of calls too: %s with %i', async (line, status, own) => {
  await using mock = await startMockServer({ listen: false });
  const { fault, ...headers } = own ?? {};
  if (fault !== undefined) mock.sandbox().faults.add(fault);
  const answerTo = (page: object) => ask(mock, line, undefined, { ...headers, ...page });
  const answer = await answerTo({ origin: local });
  expect([answer.status, allowedBy(answer), answer.headers.get('vary')]).toEqual([status, local, 'Origin']);
  const limits = ['x-rate-limit', 'x-rate-limit-remaining'].map((name) => answer.headers.get(name));
  expect(limits).toEqual(['20000', status === 429 ? '0' : '20000']);
  expect(allowedBy(await answerTo({ origin: foreign }))).toBeUndefined();
  expect((await answerTo({})).headers.has('vary')).toBe(false);
});

it('an answer should not carry the origin of the request before on its connection', async () => {
  const { connection } = await startEcho();
  const first = await connection.ask(`GET / HTTP/1.1\r\nHost: x\r\nOrigin: ${local}\r\n\r\n`);
  const second = await connection.ask('Hello!\r\n\r\n');
  const origins = [first, second].map(({ headers }) => headers['access-control-allow-origin']);
  expect(origins).toEqual([local, undefined]);
});
