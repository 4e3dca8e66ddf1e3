import fc from 'fast-check';
import { headText } from '../bench/wire.ts';
import { routes } from '../route.ts';
import { chunked } from '../testing/raw-connection.ts';

/** What is sent over one connection, and how. */
export interface FuzzInput {
  /** Characters are bytes. */
  readonly bytes: string;
  /**
   * `whole`: all at once, then nothing more. `slow`: in small pieces. `stuck`: begun, and never ended. `gone`: begun, then
   * the connection is reset. `deaf`: many requests whose answers nobody reads, then reset.
   */
  readonly manner: 'whole' | 'slow' | 'stuck' | 'gone' | 'deaf';
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
/** A `unit` of fast-check's own for any characters makes a table of a million entries first, in each process. */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
const hostileText = fc.oneof(fc.constantFrom(...knownTexts), fc.string({ unit: anyCharacter, maxLength: 40 }));

/** Bodies that are JSON of an unpleasant kind, or nearly JSON. */
const hostileBody = fc.oneof(
  fc.json(),
  fc.constantFrom(
    ...['['.repeat(5000) + ']'.repeat(5000), '{"a":'.repeat(1600) + '}'.repeat(1600), '['.repeat(10_000)],
    ...[`{"conversationWith":${'['.repeat(2000)}${']'.repeat(2000)}}`, `{"conversationWith":${'9'.repeat(5000)}}`],
    ...['null', 'true', '0', '""', '[]', '\u0000', '\ufeff{}', '{"a":1}\u0000{"b":2}', '{"a":"b"}}', '{"a":"b",}'],
    ...['{"preserveOrder":true,"preserveOrder":false,"preserveOrder":null}', '{"conversationWith":"bob"', "{'a':'b'}"],
    ...['{"__proto__":{"conversationWith":"bob"}}', '{"conversationWith":1e999,"preserveOrder":-0}'],
    '{"conversationWith":"\\ud800","deleteMessagesPermanently":[]}',
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

const usually = (value: string, ...others: readonly string[]) =>
  fc.oneof({ weight: 96, arbitrary: fc.constant(value) }, { weight: 4, arbitrary: fc.constantFrom(...others) });
const sandboxKeys = Array.from({ length: 300 }, (_, at) => `${fuzzKey}.sandbox-${at}`);
const known = fc.constantFrom(...names);

/** A request that is right but for what is given in place of an id, or of the body. */
const requestWith = (id: fc.Arbitrary<string>, body?: fc.Arbitrary<string>) =>
  fc
    .record({
      ...{ route: fc.constantFrom(...routes), user: id, group: fc.oneof(fc.constantFrom(...groups), id) },
      ...{ actor: known, other: known, fields: fc.constantFrom(...flags), number: fc.nat(1100) },
      ...{ instead: body ?? fc.constant(undefined), chunk: fc.constantFrom(0, 0, 0, 0, 1, 7, 4000) },
      base: usually('/v3', '/_mock', '', '/v2', '/v3/v3', 'http://x/v3'),
      key: usually(fuzzKey, '', `${fuzzKey}x`, ...sandboxKeys),
      verb: usually('', 'HEAD', 'PATCH'),
    })
    .map(({ route: { method, path }, user, other, group, fields, number, actor, instead, chunk, base, key, verb }) => {
      // Nobody else is removed, as there would soon be none.
      const isRemoval = method === 'DELETE' && path.endsWith('}');
      const ids = isRemoval ? [`fuzz-${number % 3}`, 'fuzz-3'] : [inPath(user), inPath(group)];
      const url = base + path.replace('{uid}', ids[0] ?? '').replace('{guid}', ids[1] ?? '');
      const query = ['', `?perPage=${number}&page=${inPath(user)}`, `?limit=${number}&id=${number}&affix=append`];
      // Each call takes what it knows.
      const json = JSON.stringify({
        ...{ conversationWith: other, ...fields, uid: user, name: other, permanent: true, participants: [user, other] },
        ...{ guid: group, type: 'public', members: { participants: [user] }, data: { text: user } },
        ...(number % 2 === 0 ? { receiver: other, receiverType: 'user' } : { receiver: group, receiverType: 'group' }),
      });
      const text = Buffer.from(instead ?? (method === 'GET' ? '' : json)).toString('latin1');
      const head = headText(verb || method, url + (method === 'GET' ? query[number % 3] : ''), key, actor);
      if (text === '') return `${head}\r\n`;
      if (chunk === 0) return `${head}Content-Length: ${text.length}\r\n\r\n${text}`;
      return `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(text, chunk)}`;
    });

const right = requestWith(known);
const anyByte = fc.nat(255).map((code) => String.fromCharCode(code));
const noise = (maxLength: number) => fc.string({ unit: anyByte, minLength: 1, maxLength });
const four = fc.tuple(right, right, right, right).map((all) => all.join(''));
const twenty = right.map((text) => text.repeat(20));
const cut = fc.tuple(right, fc.nat()).map(([text, at]) => text.slice(0, 1 + (at % (text.length - 1))));

/** A few bytes changed, left out, put in, or said twice. */
const mutate = (requests: fc.Arbitrary<string>) =>
  fc.tuple(requests, fc.nat(), fc.nat(60), noise(20), fc.nat(3)).map(([text, place, length, put, how]) => {
    const at = place % text.length;
    const part = text.slice(at, at + length);
    return text.slice(0, at) + [put, '', put + part, part + part][how] + text.slice(at + length);
  });

/** Two readers of one of these could disagree about where it ends, and find another request in it. */
const smuggled = fc
  .tuple(
    fc.constantFrom(
      ...['Content-Length: 2\r\nContent-Length: 50', 'Content-Length: 2, 3', 'Content-Length: -1', 'X: a\r\n Y: b'],
      ...['Content-Length: 0x10', 'Content-Length: 99999999999999999999', 'X\0: a\r\nContent-Length: 2'],
      ...['Content-Length: 2\r\nTransfer-Encoding: chunked', 'Transfer-Encoding: chunked\r\nContent-Length: 4'],
      ...['Transfer-Encoding: chunked', 'Transfer-Encoding: xchunked', 'Transfer-Encoding : chunked'],
      ...['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', 'Expect: 100-continue\r\nContent-Length: 2'],
      'Upgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 2',
    ),
    fc.constantFrom(
      ...['{}', '2\r\n{}\r\n0\r\n\r\n', `2;${'x'.repeat(3000)}\r\n{}\r\n0\r\nX: y\r\n\r\n`],
      ...['fffffffffffffffff\r\n{}', '-2\r\n{}\r\n0\r\n\r\n'],
    ),
  )
  .map(([headers, body]) => {
    const head = headText('DELETE', '/v3/users/alice/conversation', fuzzKey, 'alice');
    return `${head}${headers}\r\n\r\n${body}GET /v3/users/smuggled HTTP/1.1\r\nHost: x\r\n\r\n`;
  });

const sent = (weight: number, manner: FuzzInput['manner'], bytes: fc.Arbitrary<string>, requests = 1) => ({
  weight,
  arbitrary: bytes.map((text): FuzzInput => ({ bytes: text, manner, requests })),
});

const fuzzInput = fc.oneof(
  sent(48, 'whole', right),
  sent(48, 'whole', requestWith(hostileText)),
  sent(40, 'whole', requestWith(known, hostileBody)),
  sent(24, 'whole', mutate(fc.oneof(right, mutate(right)))),
  sent(10, 'whole', smuggled),
  sent(6, 'whole', noise(400)),
  sent(12, 'whole', four, 4),
  sent(4, 'slow', right),
  sent(4, 'gone', cut),
  sent(1, 'stuck', cut),
  sent(1, 'deaf', twenty, 20),
);

/** So many inputs, decided by the seed alone. `quiet-` begins the ids of those who must not notice anything. */
export const fuzzInputs = (seed: number, count: number): readonly FuzzInput[] =>
  fc.sample(fc.noBias(fuzzInput), { seed, numRuns: count });
