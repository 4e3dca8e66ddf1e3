import fc from 'fast-check';

/** What is sent over one connection, and how. */
export interface FuzzCase {
  /** Characters are bytes. */
  readonly bytes: string;
  /**
   * `whole`: all at once, then nothing more. `slow`: in small pieces. `stuck`: begun, and never ended. `gone`: begun, then
   * the connection is reset. `deaf`: many requests whose answers nobody reads, then reset.
   */
  readonly manner: 'whole' | 'slow' | 'stuck' | 'gone' | 'deaf';
  /** How many requests it means to make. */
  readonly requests: number;
}

export const fuzzKey = 'fuzz-key';

const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'Alice', 'fuzz-1', 'fuzz-2', 'stranger'];
const groups = ['release', 'lunch', 'fuzz-3', 'stranger'];
const flags = [{}, { preserveOrder: true }, { preserveOrder: false, deleteMessagesPermanently: true }];

/** Texts that have broken programs before, as ids, as values, and as parts of a path. */
const knownTexts = [
  ...['__proto__', 'constructor', 'hasOwnProperty', '', ' ', '.', '..', '../../etc/passwd', 'null', 'NaN', '-0'],
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\u202e', 'İ', 'ß', '𝒜😀', '%', '%2', '%zz', '%00'],
  ...['%c0%af', '%ed%a0%80', '%2F..%2F', 'alice%0d%0aX-Injected:%20yes', 'group alice', 'alice_user_bob'],
  ...['group_release', 'A'.repeat(100), 'a'.repeat(101), 'b'.repeat(9000), '<script>alert(1)</script>'],
];
/** Of any characters. A `fc.string` of them makes a table of a million entries first, in each process. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 40 })
  .map((codes) => String.fromCodePoint(...codes));
const hostileText = fc.oneof(fc.constantFrom(...knownTexts), anyText);

const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);

/** Bodies that are JSON of an unpleasant kind, or nearly JSON. */
const hostileBody = fc.oneof(
  fc.json(),
  fc.constantFrom(
    ...[
      deep('[', ']', 5000),
      deep('{"a":', '}', 1600),
      deep('[', '', 10_000),
      'null',
      'true',
      '0',
      '""',
      '[]',
      '\u0000',
    ],
    ...[`{"conversationWith":${deep('[', ']', 2000)}}`, `{"conversationWith":${'9'.repeat(5000)}}`, '\ufeff{}'],
    ...['{"preserveOrder":true,"preserveOrder":false,"preserveOrder":null}', '{"a":1}\u0000{"b":2}', '{"a":"b"}}'],
    ...['{"__proto__":{"conversationWith":"bob"}}', '{"conversationWith":1e999,"preserveOrder":-0}', "{'a':'b'}"],
    ...['{"conversationWith":"\\ud800","deleteMessagesPermanently":[]}', '{"conversationWith":"bob"', '{"a":"b",}'],
  ),
  hostileText.map((id) => JSON.stringify({ uid: id, name: id, guid: id, members: { participants: [id, id] } })),
  hostileText.map((id) => JSON.stringify({ receiver: id, receiverType: id, data: { text: id }, conversationWith: id })),
  hostileText.map((id) => JSON.stringify({ participants: Array(400).fill(id.slice(0, 40)) })),
);

/** In a path what a client would encode; a percent sign stays, so that encodings can be broken. */
const inPath = (id: string): string =>
  Buffer.from(id)
    .toString()
    .replaceAll(/[^\w.~%-]/gu, (character) => encodeURIComponent(character));

type Line = readonly [method: string, path: string, body?: unknown];

const calls = (user: string, other: string, group: string, fields: object, number: number): readonly Line[] => [
  ['DELETE', `/users/${inPath(user)}/conversation`, { conversationWith: other, ...fields }],
  ['DELETE', `/users/${inPath(user)}/conversation`, fields],
  ['DELETE', `/groups/${inPath(group)}/conversation`, fields],
  ['POST', '/messages', { receiver: other, receiverType: 'user', data: { text: user } }],
  ['POST', '/messages', { receiver: group, receiverType: 'group', data: { text: user } }],
  ['POST', '/users', { uid: user, name: other }],
  ['POST', '/groups', { guid: group, name: other, type: 'public', members: { participants: [user] } }],
  ['POST', `/groups/${inPath(group)}/members`, { participants: [user, other] }],
  ['DELETE', `/groups/${inPath(group)}/members/${inPath(other)}`, {}],
  ['POST', `/users/${inPath(user)}/conversation/read`, {}],
  ['GET', `/conversations?perPage=${number}&page=${inPath(user)}`],
  ['GET', '/conversations?unread=true&conversationType=user'],
  ['GET', `/users/${inPath(user)}/messages?limit=${number}&id=${number}&affix=append`],
  ['GET', `/groups/${inPath(group)}/messages`],
  ['GET', `/users/${inPath(user)}`],
  ['DELETE', `/users/fuzz-${number % 3}`, { permanent: true }],
  ['DELETE', '/groups/fuzz-3', {}],
  ['HEAD', '/conversations'],
  ['PATCH', `/users/${inPath(user)}/conversation`, fields],
];

/** Of any text a header takes the bytes but for line ends. */
const headOf = (method: string, url: string, key: string, actor: string): string => {
  const acting = Buffer.from(actor)
    .toString('latin1')
    .replaceAll(/[\r\n]/g, '');
  const headers = `Host: 127.0.0.1\r\napikey: ${key}\r\nonBehalfOf: ${acting}\r\nContent-Type: application/json`;
  return `${method} ${url} HTTP/1.1\r\n${headers}\r\n`;
};

const usually = (value: string, ...others: readonly string[]) =>
  fc.oneof({ weight: 96, arbitrary: fc.constant(value) }, { weight: 4, arbitrary: fc.constantFrom(...others) });

/** A request that is right but for what is given in place of an id, or of the body. */
const requestWith = (id: fc.Arbitrary<string>, twistedBody: fc.Arbitrary<string | undefined>): fc.Arbitrary<string> =>
  fc
    .record({
      ...{ user: id, group: fc.oneof(fc.constantFrom(...groups), id), actor: fc.constantFrom(...names) },
      ...{ other: fc.constantFrom(...names), fields: fc.constantFrom(...flags), number: fc.nat(1100) },
      ...{ call: fc.nat(18), twistedBody, chunk: fc.constantFrom(0, 0, 0, 0, 1, 7, 4000) },
      base: usually('/v3', '/_mock', '', '/v2', '/v3/v3', 'http://x/v3'),
      key: usually(fuzzKey, '', `${fuzzKey}x`, ...Array.from({ length: 300 }, (_, at) => `${fuzzKey}.world-${at}`)),
    })
    .map(({ user, other, group, fields, number, call, actor, twistedBody, chunk, base, key }) => {
      const [method, path, body] = calls(user, other, group, fields, number)[call] ?? ['GET', '/'];
      const text = Buffer.from(twistedBody ?? (body === undefined ? '' : JSON.stringify(body))).toString('latin1');
      const head = headOf(method, base + path, key, actor);
      if (text === '') return `${head}\r\n`;
      if (chunk === 0) return `${head}Content-Length: ${text.length}\r\n\r\n${text}`;
      const pieces = text.match(new RegExp(`[^]{1,${chunk}}`, 'g')) ?? [];
      const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');
      return `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
    });

const healthy = requestWith(fc.constantFrom(...names), fc.constant(undefined));
const noise = (maxLength: number) =>
  fc.uint8Array({ minLength: 1, maxLength }).map((bytes) => String.fromCharCode(...bytes));
const cut = fc
  .tuple(healthy, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, part]) => text.slice(0, Math.max(1, part * (text.length - 1))));

/** A few bytes changed, left out, put in, or said twice. */
const mutated = fc
  .tuple(healthy, fc.array(fc.tuple(fc.nat(), fc.nat(60), fc.nat(3), noise(20)), { minLength: 1, maxLength: 3 }))
  .map(([request, changes]) =>
    changes.reduce((text, [place, length, kind, put]) => {
      const at = place % text.length;
      const part = text.slice(at, at + length);
      const middle = [put, '', put + part, part + part][kind] ?? '';
      return text.slice(0, at) + middle + text.slice(at + length);
    }, request),
  );

/** Two readers of one of these could disagree about where it ends. */
const smuggled = fc.constantFrom(
  ...[
    ['Content-Length: 2\r\nContent-Length: 50', '{}'],
    ['Content-Length: 2, 3', '{}'],
    ['Content-Length: 2\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'],
    ['Transfer-Encoding: chunked\r\nContent-Length: 4', '2\r\n{}\r\n0\r\n\r\n'],
    ['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '2\r\n{}\r\n0\r\n\r\n'],
    ['Transfer-Encoding: xchunked', '2\r\n{}\r\n0\r\n\r\n'],
    ['Transfer-Encoding : chunked', '2\r\n{}\r\n0\r\n\r\n'],
    ['Transfer-Encoding: chunked', `2;${'x'.repeat(3000)}\r\n{}\r\n0\r\nX: y\r\n\r\n`],
    ['Transfer-Encoding: chunked', 'fffffffffffffffff\r\n{}'],
    ['Transfer-Encoding: chunked', '-2\r\n{}\r\n0\r\n\r\n'],
    ['Content-Length: -1', '{}'],
    ['Content-Length: 0x10', '{}'],
    ['Content-Length: 99999999999999999999', '{}'],
    ['X: a\r\n Content-Length: 3', '{}'],
    ['X\0: a\r\nContent-Length: 2', '{}'],
    ['Expect: 100-continue\r\nContent-Length: 2', '{}'],
    ['Upgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 2', '{}'],
  ].map(([headers, body]) => {
    const head = headOf('DELETE', '/v3/users/alice/conversation', fuzzKey, 'alice');
    return `${head}${headers}\r\n\r\n${body}GET /v3/users/smuggled HTTP/1.1\r\nHost: x\r\n\r\n`;
  }),
);

const sent = (manner: FuzzCase['manner'], bytes: fc.Arbitrary<string>, requests = 1): fc.Arbitrary<FuzzCase> =>
  bytes.map((text) => ({ bytes: text, manner, requests }));
const several = (count: number) => fc.array(healthy, { minLength: count, maxLength: count }).map((all) => all.join(''));

const fuzzCase = fc.oneof(
  { weight: 24, arbitrary: sent('whole', healthy) },
  { weight: 24, arbitrary: sent('whole', requestWith(hostileText, fc.constant(undefined))) },
  { weight: 20, arbitrary: sent('whole', requestWith(fc.constantFrom(...names), hostileBody)) },
  { weight: 12, arbitrary: sent('whole', mutated) },
  { weight: 5, arbitrary: sent('whole', smuggled) },
  { weight: 3, arbitrary: sent('whole', noise(400)) },
  { weight: 6, arbitrary: sent('whole', several(4), 4) },
  { weight: 2, arbitrary: sent('slow', healthy) },
  { weight: 2, arbitrary: sent('gone', cut) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      sent('stuck', cut),
      sent(
        'deaf',
        healthy.map((text) => text.repeat(20)),
        20,
      ),
    ),
  },
);

/** So many cases, decided by the seed alone. `quiet-` begins the ids of those who must not notice anything. */
export const fuzzCases = (seed: number, count: number): readonly FuzzCase[] =>
  fc.sample(fc.noBias(fuzzCase), { seed, numRuns: count });
