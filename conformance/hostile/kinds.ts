import type { Socket } from 'node:net';
import { type Answer, type Asked, type React, raw, reacting, type Start } from './server.ts';

/** A kind of target that no run may be harmed by. */
export interface Kind {
  /** The exit codes that are right. */
  readonly codes: readonly number[];
  readonly start: Start;
  /** Stands in the reason. */
  readonly says?: RegExp;
}

// Exit codes. Whatever a hostile target does, it has not conformed, unless it did all that it was asked in the end.
const notJudged = [2];
const unfinished = [3];
const faulty = [1, 3];
const cutShort = [2, 3];
const notConforming = [1, 2, 3];
const any = [0, 1, 2, 3];

type Codes = Kind['codes'];
const onSocket = (codes: Codes, onRequest: (socket: Socket) => void): Kind => ({ codes, start: raw(onRequest) });
const bytes = (text: string | Buffer): Kind => onSocket(notJudged, (socket) => void socket.end(text));
const endless = (begin: string, more: string): Kind =>
  onSocket(cutShort, (socket) => {
    socket.write(begin);
    const fill = (): void => {
      while (socket.writable && socket.write(more));
    };
    socket.on('drain', fill);
    fill();
  });

const http = (codes: Codes, react: React): Kind => ({ codes, start: reacting(react) });
const always = (codes: Codes, answer: Answer): Kind => http(codes, () => answer);
/** Every answer of a healthy target, but the ones of this kind. */
const but = (codes: Codes, is: Asked['is'], change: (answer: Answer, asked: Asked) => Answer): Kind =>
  http(codes, (asked, healthy) => {
    const answer = healthy();
    return asked.is === is ? change(answer, asked) : answer;
  });
/** A healthy target that says the same whatever it has done of this kind. */
const saying = (codes: Codes, is: Asked['is'], body: string): Kind => but(codes, is, () => ({ body }));
/** A healthy target that does nothing of these kinds, and answers so. */
const not = (codes: Codes, kinds: readonly Asked['is'][], answer: Answer): Kind =>
  http(codes, ({ is }, healthy) => (kinds.includes(is) ? answer : healthy()));
/** A healthy target until so many requests have come. */
const after = (count: number, reaction: ReturnType<React>): Kind =>
  http(cutShort, ({ number }, healthy) => (number > count ? reaction : healthy()));

const cut: Answer = { cut: 'before' };
const busy = (seconds: string, status = 429): Answer => ({ status, headers: ['Retry-After', seconds] });
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const data = (value: unknown): string => JSON.stringify({ data: value });
const confirming = (message: unknown): string => data({ success: true, message });
/** The right answer with something in it changed. */
const rewritten = (answer: Answer, change: (body: Record<string, unknown>) => unknown): Answer => ({
  ...answer,
  body: JSON.stringify(change(JSON.parse(answer.body ?? '{}') as Record<string, unknown>)),
});
const withPages = (answer: Answer, total_pages: number): Answer =>
  rewritten(answer, (body) => ({ ...body, meta: { pagination: { total_pages } } }));
const row = (uid: string) => ({
  ...{ conversationId: `x_user_${uid}`, conversationType: 'user' },
  conversationWith: { uid },
});
const rows = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => row(`${prefix}${index}`));
const unpaged = (list: readonly unknown[]): Answer => ({ body: JSON.stringify({ data: list, meta: {} }) });
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const deepConfirmation = `{"data":{"success":true,"message":${nested(60)}}}`;
const longMessages = Array.from({ length: 12 }, (_, id) => ({ id, data: { text: 'x'.repeat(65_536) } }));
const marks = '\u001b[2J\u202e@everyone #1 https://x.example \u200b\u0000 ]]> <b> `x` | $x$';
const spelled = (key = ''): string => {
  const html = [...key].map((char) => `&#${char.charCodeAt(0)};`).join('');
  return [key, JSON.stringify(key), encodeURIComponent(key), html].join(' ');
};

export const kinds: Readonly<Record<string, Kind>> = {
  'is silent': { ...onSocket(notJudged, () => {}), says: /no answer within/ },
  'speaks SMTP': bytes('220 mail.example ESMTP\r\n'),
  'closes within its headers': bytes('HTTP/1.1 200 OK\r\nConte'),
  'sends less than it says, and waits': onSocket(notJudged, (socket) =>
    socket.write(`${head}Content-Length: 100\r\n\r\n{}`),
  ),
  'breaks its chunks': bytes(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  'has status 099': bytes('HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}'),
  'switches protocols': bytes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  'says to continue, for ever': endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  'has headers without end': endless(head, `X: ${'x'.repeat(10_000)}\r\n`),
  'has a body without end': endless(`${head}\r\n`, 'x'.repeat(65_536)),
  'drips its body': onSocket(cutShort, (socket) => {
    socket.write(`${head}Content-Length: 100000\r\n\r\n`);
    const timer = setInterval(() => socket.write('x'), 50);
    socket.once('close', () => clearInterval(timer));
  }),
  redirects: {
    ...http(notJudged, ({ url }) => ({ status: 307, headers: ['Location', `http://127.0.0.1:9${url}`] })),
    says: /answers a reset with 307 and the address http:\/\/127\.0\.0\.1:9\/v3\S+; a run follows no redirect/,
  },
  'is a page': always(notConforming, { contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' }),
  'is null': always(notConforming, { body: 'null' }),
  'knows nothing': always(notJudged, { status: 404, body: '{}' }),
  fails: always(notJudged, { status: 500, body: '{}' }),
  'lists what nobody asked for': always(notConforming, { body: '{"data":[null,1,"x",{"conversationWith":null}]}' }),
  'is deep': always(notConforming, { body: `{"data":${nested(200_000)}}` }),
  'is wide': always(notConforming, { body: data(Array(300_000).fill(0)) }),
  'is ten megabytes': always(notConforming, { body: data('x'.repeat(10_000_000)) }),
  'is compressed, or says so': always(notConforming, {
    headers: ['Content-Encoding', 'gzip'],
    body: data({ success: true }),
  }),
  'repeats the key in every spelling': http(notJudged, ({ headers }) => ({
    status: 401,
    body: data(spelled(headers['apikey'])),
  })),
  'has a prototype': always(notConforming, {
    body: '{"__proto__":{"data":[]},"data":{"__proto__":{"success":true}}}',
  }),

  'is busy, ask again at once': always(cutShort, busy('0')),
  'is busy for a minute': always(cutShort, busy('59', 503)),
  'is busy for an age': always(notJudged, busy('9'.repeat(30))),
  'is busy when something is to be removed': not(unfinished, ['removal'], busy('30')),
  'takes nine seconds': http(cutShort, (_, healthy) => ({ ...healthy(), afterMs: 9_000 })),
  'has a thousand million empty pages': but([0], 'list', (answer, { page }) =>
    page === 1 ? withPages(answer, 1e9) : { body: data([]) },
  ),
  'has a thousand million pages': but(unfinished, 'list', (answer) => withPages(answer, 1e9)),
  'has a list without end': but(unfinished, 'list', (_, { page }) => unpaged(rows(3, `p${page}-`))),
  'has a list that is new each time': but(faulty, 'list', (_, { number }) => unpaged(rows(3, `n${number}-`))),
  'has messages without end': but(faulty, 'messages', (_, { number }) => ({
    body: data([{ id: String(-number), data: { text: `again ${number}` } }]),
  })),
  'has long lists': saying(notConforming, 'list', data(rows(8_000, 'r'))),
  'has long messages': saying(notConforming, 'messages', data(longMessages)),
  'has ids of a hundred thousand characters': saying(notConforming, 'list', data([row('i'.repeat(100_000))])),
  'shuffles its lists': but(faulty, 'list', (answer) =>
    rewritten(answer, ({ data: list }) => ({ data: (list as unknown[]).toSorted(() => Math.random() - 0.5) })),
  ),
  'confirms in a megabyte': saying(notConforming, 'reset', confirming('x'.repeat(1_200_000))),
  'confirms in ten thousand ids': saying(notConforming, 'reset', confirming('cr0-a_user_cr0-b '.repeat(900))),
  'confirms with a deep message': saying(notConforming, 'reset', deepConfirmation),
  'confirms with marks of every kind': saying([1], 'reset', confirming(marks)),
  'changes its mind': but(faulty, 'reset', (answer, { number }) =>
    number % 3 === 0 ? { body: data({ success: false, message: 'No.' }) } : answer,
  ),
  'gives hundreds of headers': http(any, (_, healthy) => ({
    ...healthy(),
    headers: Array.from({ length: 200 }, () => ['Set-Cookie', `a=${'b'.repeat(50)}`]).flat(),
  })),

  dies: after(700, cut),
  'goes silent': after(700, 'silent'),
  'answers with 5 MB later': after(700, { body: 'x'.repeat(5_000_000) }),
  'drops every 40th connection': http(any, ({ number }, healthy) => (number % 40 === 0 ? cut : healthy())),
  'does what it was asked, and drops every 40th connection': http(any, ({ number }, healthy) => ({
    ...healthy(),
    ...(number % 40 === 0 ? cut : {}),
  })),
  'closes each connection': http([0, 3], (_, healthy) => ({ ...healthy(), headers: ['Connection', 'close'] })),

  'creates nobody': not(notConforming, ['create'], { status: 409, body: '{}' }),
  'creates nobody, and says it did': not(notConforming, ['create'], { body: '{"data":{}}' }),
  'creates no group': http(unfinished, ({ url }, healthy) => (url.endsWith('/groups') ? { status: 418 } : healthy())),
  'removes nobody': not(unfinished, ['removal'], { status: 403, body: '{}' }),
  'is slow to remove': but([0, 3], 'removal', (answer) => ({ ...answer, afterMs: 150 })),
  'fails in what it is asked most': not(notConforming, ['reset', 'list', 'messages'], { status: 500 }),
};
