import { type Chance, createChance } from './chance.ts';
import { hostileJson, hostileText, smuggled } from './hostile.ts';

/** What is sent over one connection, and how. */
export interface FuzzCase {
  /** Characters are bytes. */
  readonly bytes: string;
  readonly manner: Manner;
  /** How many requests it means to make. */
  readonly requests: number;
}

/**
 * `whole`: all at once, then nothing more. `slow`: in small pieces. `stuck`: begun, and never ended. `gone`: begun, then
 * the connection is reset. `deaf`: many requests whose answers nobody reads, then reset.
 */
export type Manner = 'whole' | 'slow' | 'stuck' | 'gone' | 'deaf';

/** Decided by seed and number alone. `quiet-` begins the ids of those who must not notice anything. */
export function fuzzCase(seed: number, number: number, key: string): FuzzCase {
  const chance = createChance(`${seed}/${number}`);
  const once = (bytes: string, manner: Manner = 'whole'): FuzzCase => ({ bytes, manner, requests: 1 });
  const kind = chance.below(100);
  if (kind < 20) return once(validRequest(chance, key));
  if (kind < 40) return once(validRequest(chance, key, { id: hostileText(chance) }));
  if (kind < 55) return once(validRequest(chance, key, { body: hostileJson(chance) }));
  if (kind < 75) return once(mutated(chance, validRequest(chance, key)));
  if (kind < 84)
    return once(chance.pick(smuggled(headOf('DELETE', '/v3/users/alice/conversation', key, 'alice'), '{}')));
  if (kind < 90) return once(noise(chance, chance.below(400)));
  if (kind < 94) {
    const requests = 1 + chance.below(4);
    return {
      bytes: Array.from({ length: requests }, () => validRequest(chance, key)).join(''),
      manner: 'whole',
      requests,
    };
  }
  if (kind < 96) return once(validRequest(chance, key), 'slow');
  if (kind < 99) return once(cutShort(chance, validRequest(chance, key)), 'gone');
  if (chance.percent(50)) return once(cutShort(chance, validRequest(chance, key)), 'stuck');
  const flood = validRequest(chance, key, { body: '{}' });
  return { bytes: flood.repeat(20), manner: 'deaf', requests: 20 };
}

const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'Alice', 'fuzz-1', 'fuzz-2', 'stranger'];
const groups = ['release', 'lunch', 'fuzz-3', 'stranger'];

interface Twist {
  /** In place of one of the ids. */
  readonly id?: string;
  readonly body?: string;
}

function validRequest(chance: Chance, key: string, twist: Twist = {}): string {
  const twisted = chance.below(3);
  const user = (place: number): string => (twist.id !== undefined && place === twisted ? twist.id : chance.pick(names));
  const group = twist.id !== undefined && twisted === 0 ? twist.id : chance.pick(groups);
  const [path, acting, other] = [user(0), user(1), user(2)];
  const flags = chance.pick([{}, { preserveOrder: true }, { preserveOrder: false, deleteMessagesPermanently: true }]);
  const receiver = chance.percent(50)
    ? { receiver: other, receiverType: 'user' }
    : { receiver: group, receiverType: 'group' };
  const [method, url, body] = chance.pick<readonly [string, string, unknown?]>([
    ['DELETE', `/users/${inPath(path)}/conversation`, { conversationWith: other, ...flags }],
    ['DELETE', `/users/${inPath(path)}/conversation`, flags],
    ['DELETE', `/groups/${inPath(group)}/conversation`, flags],
    ['POST', '/messages', { ...receiver, data: { text: other } }],
    ['POST', '/users', { uid: path, name: other }],
    ['POST', '/groups', { guid: group, name: other, type: 'public', members: { participants: [path] } }],
    ['POST', `/groups/${inPath(group)}/members`, { participants: [path, other] }],
    ['DELETE', `/groups/${inPath(group)}/members/${inPath(other)}`, {}],
    ['POST', `/users/${inPath(path)}/conversation/read`, {}],
    ['GET', `/conversations?perPage=${chance.below(1100)}&page=${inPath(path)}`],
    ['GET', '/conversations?unread=true&conversationType=user'],
    ['GET', `/users/${inPath(path)}/messages?limit=${chance.below(30)}&id=${chance.below(99)}&affix=append`],
    ['GET', `/groups/${inPath(group)}/messages`],
    ['GET', `/users/${inPath(path)}`],
    ['DELETE', `/users/fuzz-${chance.below(3)}`, { permanent: true }],
    ['DELETE', '/groups/fuzz-3', {}],
    ['HEAD', '/conversations'],
    ['PATCH', `/users/${inPath(path)}/conversation`, flags],
  ]);
  const text = twist.body ?? (body === undefined ? '' : JSON.stringify(body));
  const bytes = Buffer.from(text).toString('latin1');
  const base = chance.percent(97) ? '/v3' : chance.pick(['/_mock', '', '/v2', '/v3/v3', 'http://x/v3']);
  const opening = chance.percent(90) ? key : chance.pick([`${key}.world-${chance.below(300)}`, '', `${key}x`, 'other']);
  const head = headOf(method, base + url, opening, acting);
  if (bytes === '' && chance.percent(90)) return `${head}\r\n`;
  if (chance.percent(20))
    return `${head}Transfer-Encoding: chunked\r\n\r\n${inChunks(bytes, chance.pick([1, 7, 4000]))}`;
  return `${head}Content-Length: ${bytes.length}\r\n\r\n${bytes}`;
}

/** In a path what a client would encode; a percent sign stays, so that encodings can be broken. */
const inPath = (id: string): string =>
  Buffer.from(id)
    .toString()
    .replaceAll(/[^\w.~%-]/gu, (character) => encodeURIComponent(character));

/** A header takes the bytes of any text but line ends. */
const inHeader = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\r\n]/g, '');

const headOf = (method: string, url: string, key: string, acting: string): string =>
  `${method} ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: ${key}\r\nonBehalfOf: ${inHeader(acting)}\r\nContent-Type: application/json\r\n`;

function inChunks(bytes: string, size: number): string {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.slice(at, at + size);
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  }
  return `${chunks.join('')}0\r\n\r\n`;
}

/** A few bytes changed, left out, put in, or said twice. */
function mutated(chance: Chance, bytes: string): string {
  let text = bytes;
  for (let change = chance.below(3); change >= 0; change -= 1) {
    const at = chance.below(text.length);
    const length = 1 + chance.below(chance.percent(80) ? 3 : 60);
    const [before, part, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
    text = chance.pick([
      () => before + noise(chance, part.length) + after,
      () => before + after,
      () => before + noise(chance, length) + part + after,
      () => before + part + part + after,
      () => before + chance.pick(['\r\n', '\n', '\0', ':', ' ', '%', '"', '\r\n\r\n']) + part + after,
    ])();
  }
  return text;
}

const noise = (chance: Chance, length: number): string =>
  String.fromCharCode(...Array.from({ length }, () => chance.below(256)));

const cutShort = (chance: Chance, bytes: string): string => bytes.slice(0, 1 + chance.below(bytes.length - 1));
