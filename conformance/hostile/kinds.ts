import type { Socket } from 'node:net';
import { type Answer, type Asked, type HostileTarget, type React, raw, reacting } from './server.ts';

/** A kind of target that no run may be harmed by. */
export interface Kind {
  readonly start: () => Promise<HostileTarget>;
  /** The exit codes that are right; without them, any but 0. */
  readonly codes?: readonly number[];
  /** Stands in the reason. */
  readonly says?: RegExp;
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const bytes = (text: string | Buffer, end: 'closes' | 'waits' = 'closes') => ({
  codes: [2],
  start: () => raw((socket) => void (end === 'closes' ? socket.end(text) : socket.write(text))),
});
const endless = (begin: string, more: string) => ({
  codes: [2, 3],
  start: () =>
    raw((socket) => {
      socket.write(begin);
      const fill = (): void => {
        while (socket.writable && socket.write(more));
      };
      socket.on('drain', fill);
      fill();
    }),
});
const dripping = (begin: string, drop: string) => ({
  codes: [2, 3],
  start: () =>
    raw((socket: Socket) => {
      socket.write(begin);
      const timer = setInterval(() => socket.write(drop), 50);
      socket.once('close', () => clearInterval(timer));
    }),
});
const http = (react: React, expected: Omit<Kind, 'start'> = {}): Kind => ({
  ...expected,
  start: () => reacting(react),
});
const always = (answer: Answer, expected?: Omit<Kind, 'start'>): Kind => http(() => answer, expected);

const isWork = ({ is }: Asked): boolean => is === 'reset' || is === 'list' || is === 'messages';
const data = (value: unknown): string => JSON.stringify({ data: value });
const confirming = (message: unknown): string => data({ success: true, message });
/** The right answer with something in it changed. */
const rewritten = (answer: Answer, change: (body: Record<string, unknown>) => unknown): Answer => ({
  ...answer,
  body: JSON.stringify(change(JSON.parse(answer.body ?? '{}') as Record<string, unknown>)),
});
const withPages = (answer: Answer, total_pages: number): Answer =>
  rewritten(answer, (body) => ({ ...body, meta: { pagination: { total_pages } } }));
const row = (id: string) => ({
  conversationId: `x_user_${id}`,
  conversationType: 'user',
  conversationWith: { uid: id },
});
const rows = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => row(`${prefix}${index}`));
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const spelled = (key = ''): string =>
  [key, JSON.stringify(key), encodeURIComponent(key), [...key].map((char) => `&#${char.charCodeAt(0)};`).join('')].join(
    ' ',
  );
const lastly = [0, 1, 2, 3];

/** Every answer of a healthy target, but the ones of this kind. */
const but =
  (is: Asked['is'], change: (answer: Answer, asked: Asked) => ReturnType<React>): React =>
  (asked, healthy) => {
    const answer = healthy();
    return asked.is === is ? change(answer, asked) : answer;
  };
/** A healthy target until so many requests have come. */
const after =
  (count: number, react: React): React =>
  (asked, healthy) => {
    return asked.number > count ? react(asked, healthy) : healthy();
  };

export const kinds: Readonly<Record<string, Kind>> = {
  'is silent': { codes: [2], says: /no answer within/, start: () => raw(() => {}) },
  'speaks SMTP': bytes('220 mail.example ESMTP\r\n'),
  'makes noise': bytes(Buffer.from([0, 255, 13, 10, 128, 7])),
  'closes at once': bytes(''),
  'closes within its headers': bytes('HTTP/1.1 200 OK\r\nConte'),
  'sends less than it says': bytes(`${head}Content-Length: 100\r\n\r\n{}`),
  'sends less than it says, and waits': bytes(`${head}Content-Length: 100\r\n\r\n{}`, 'waits'),
  'gives two lengths': bytes(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'breaks its chunks': bytes(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  'has status 099': bytes('HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}'),
  'switches protocols': bytes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  'says to continue, for ever': endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  'has headers without end': endless(head, `X: ${'x'.repeat(10_000)}\r\n`),
  'has a body without end': { ...endless(`${head}\r\n`, 'x'.repeat(65_536)), codes: [2, 3] },
  'drips its body': dripping(`${head}Content-Length: 100000\r\n\r\n`, 'x'),
  'drips its headers': dripping(head, 'X'),
  'answers twice': bytes(`${head}Content-Length: 2\r\n\r\n{}`.repeat(2)),

  redirects: http(({ url }) => ({ status: 307, headers: { location: `http://127.0.0.1:9${url}` } }), {
    codes: [2],
    says: /follows no redirect/,
  }),
  'redirects to itself': http(({ url }) => ({ status: 301, headers: { location: url } }), { codes: [2] }),
  'is a page': always({ headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Welcome</title>' }),
  'is null': always({ body: 'null' }),
  'says yes to everything': always({ body: confirming('The conversation has been deleted.') }),
  'knows nothing': always({ status: 404, body: '{}' }, { codes: [2] }),
  fails: always({ status: 500, body: '{}' }, { codes: [2] }),
  'lists what nobody asked for': always({ body: '{"data":[null,1,"x",{"conversationWith":null}]}' }),
  'is deep': always({ body: `{"data":${nested(200_000)}}` }),
  'is wide': always({ body: data(Array(300_000).fill(0)) }),
  'is ten megabytes': always({ body: data('x'.repeat(10_000_000)) }),
  'is compressed, or says so': always({ headers: { 'content-encoding': 'gzip' }, body: data({ success: true }) }),
  'repeats the key in every spelling': http(
    ({ headers }) => ({ status: 401, body: data(spelled(headers['apikey'])) }),
    {
      codes: [2],
    },
  ),
  'has a prototype': always({ body: '{"__proto__":{"data":[]},"data":{"__proto__":{"success":true}}}' }),

  'is busy, ask again at once': always({ status: 429, headers: { 'retry-after': '0' } }, { codes: [2, 3] }),
  'is busy, without saying how long': always({ status: 429 }, { codes: [2, 3] }),
  'is busy for a minute': always({ status: 503, headers: { 'retry-after': '59' } }, { codes: [2, 3] }),
  'is busy for an age': always({ status: 429, headers: { 'retry-after': '9'.repeat(30) } }, { codes: [2] }),
  'is busy in words': always({ status: 503, headers: { 'retry-after': 'soon' } }, { codes: [2, 3] }),
  'is busy every second time': http(
    (asked, healthy) => (asked.number % 2 === 0 ? healthy() : { status: 429, headers: { 'retry-after': '9' } }),
    { codes: [2, 3] },
  ),
  'is busy when something is to be removed': http(
    (asked, healthy) => (asked.is === 'removal' ? { status: 429, headers: { 'retry-after': '30' } } : healthy()),
    { codes: [3] },
  ),
  'takes nine seconds': http((_, healthy) => ({ ...healthy(), afterMs: 9_000 }), { codes: [2, 3] }),
  'takes two seconds': http((_, healthy) => ({ ...healthy(), afterMs: 2_000 }), { codes: [3] }),

  'has a thousand million empty pages': http(
    but('list', (answer, { page }) => (page === 1 ? withPages(answer, 1e9) : { body: data([]) })),
    { codes: [3] },
  ),
  'has a thousand million pages': http(
    but('list', (answer) => withPages(answer, 1e9)),
    { codes: [3] },
  ),
  'has a list without end': http(
    but('list', (_, { page }) => ({ body: JSON.stringify({ data: rows(3, `p${page}-`), meta: {} }) })),
    { codes: [3] },
  ),
  'has a list that is new each time': http(
    but('list', (_, { number }) => ({ body: JSON.stringify({ data: rows(3, `n${number}-`), meta: {} }) })),
    { codes: [1, 3] },
  ),
  'has messages without end': http(
    but('messages', (_, { number }) => ({ body: data([{ id: String(-number), data: { text: `again ${number}` } }]) })),
    { codes: [1, 3] },
  ),
  'has long lists': http(but('list', () => ({ body: data(rows(8_000, 'r')) }))),
  'has long messages': http(
    but('messages', () => ({
      body: data(Array.from({ length: 12 }, (_, id) => ({ id, data: { text: 'x'.repeat(65_536) } }))),
    })),
  ),
  'has ids of a hundred thousand characters': http(but('list', () => ({ body: data([row('i'.repeat(100_000))]) }))),
  'shuffles its lists': http(
    but('list', (answer) =>
      rewritten(answer, ({ data: list }) => ({ data: (list as unknown[]).toSorted(() => Math.random() - 0.5) })),
    ),
    { codes: [1, 3] },
  ),
  'shows no conversation': http(
    but('list', () => ({ body: data([]) })),
    { codes: [3] },
  ),

  'confirms in half a megabyte': http(but('reset', () => ({ body: confirming('a_user_b '.repeat(60_000)) }))),
  'confirms in a megabyte': http(but('reset', () => ({ body: confirming('x'.repeat(1_200_000)) }))),
  'confirms in ten thousand ids': http(but('reset', () => ({ body: confirming('cr0-a_user_cr0-b '.repeat(900)) }))),
  'confirms with a deep message': http(
    but('reset', () => ({ body: `{"data":{"success":true,"message":${nested(60)}}}` })),
  ),
  'confirms with marks of every kind': http(
    but('reset', () => ({
      body: confirming('\u001b[2J\u202e@everyone #1 https://x.example \u200b\u0000 ]]> <b> `x` | $x$'),
    })),
    { codes: [1] },
  ),
  'confirms with a list': http(but('reset', () => ({ body: '{"data":[{"success":true}]}' }))),
  'changes its mind': http(
    but('reset', (answer, { number }) =>
      number % 3 === 0 ? { body: data({ success: false, message: 'No.' }) } : answer,
    ),
    { codes: [1, 3] },
  ),
  'gives hundreds of headers': http(
    (_, healthy) => ({ ...healthy(), headers: { 'set-cookie': Array(200).fill(`a=${'b'.repeat(50)}`) } }),
    {
      codes: lastly,
    },
  ),

  dies: http(
    after(700, () => 'cut'),
    { codes: [2, 3] },
  ),
  'dies early': http(
    after(60, () => 'cut'),
    { codes: [2, 3] },
  ),
  'goes silent': http(
    after(700, () => 'silent'),
    { codes: [2, 3] },
  ),
  'fails later': http(
    after(700, () => ({ status: 500 })),
    { codes: [2, 3] },
  ),
  'is busy later': http(
    after(700, () => ({ status: 429, headers: { 'retry-after': '7' } })),
    { codes: [2, 3] },
  ),
  'answers with 5 MB later': http(
    after(700, () => ({ body: 'x'.repeat(5_000_000) })),
    { codes: [2, 3] },
  ),
  'drops every 40th connection': http(({ number }, healthy) => (number % 40 === 0 ? 'cut' : healthy()), {
    codes: lastly,
  }),
  'does what it was asked, and drops every 40th connection': http(
    ({ number }, healthy) => {
      const answer = healthy();
      return number % 40 === 0 ? 'cut' : answer;
    },
    { codes: lastly },
  ),
  'is silent to every 40th request': http(({ number }, healthy) => (number % 40 === 0 ? 'silent' : healthy()), {
    codes: lastly,
  }),
  'closes each connection': http((_, healthy) => ({ ...healthy(), headers: { connection: 'close' } }), {
    codes: [0, 3],
  }),

  'creates nobody': http((asked, healthy) => (asked.is === 'create' ? { status: 409, body: '{}' } : healthy())),
  'creates nobody, and says it did': http((asked, healthy) =>
    asked.is === 'create' ? { body: '{"data":{}}' } : healthy(),
  ),
  'creates no group': http((asked, healthy) => (asked.url.endsWith('/groups') ? { status: 418 } : healthy()), {
    codes: [3],
  }),
  'removes nobody': http((asked, healthy) => (asked.is === 'removal' ? { status: 403, body: '{}' } : healthy()), {
    codes: [3],
  }),
  'is slow to remove': http(
    but('removal', (answer) => ({ ...answer, afterMs: 150 })),
    { codes: [0, 3] },
  ),
  'fails in what it is asked most': http((asked, healthy) => (isWork(asked) ? { status: 500 } : healthy())),
};
