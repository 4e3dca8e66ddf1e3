import type { Chance } from './chance.ts';

/** Texts that have broken programs before, as ids, as values, and as parts of a path. */
const hostileTexts = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '.',
  '..',
  '../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  '-0',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  'İ',
  'ß',
  '𝒜😀',
  '%',
  '%2',
  '%zz',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '%2F..%2F',
  'alice%0d%0aX-Injected:%20yes',
  'group alice',
  'alice_user_bob',
  'group_release',
  'A'.repeat(100),
  'a'.repeat(101),
  'b'.repeat(9000),
  "'; DROP TABLE users; --",
  '{{7*7}}',
  '<script>alert(1)</script>',
];

export const hostileText = (chance: Chance): string => chance.pick(hostileTexts);

const deep = (open: string, close: string, levels: number, inside = ''): string =>
  open.repeat(levels) + inside + close.repeat(levels);

/** Bodies that are JSON of an unpleasant kind, or nearly JSON. */
export function hostileJson(chance: Chance): string {
  const text = JSON.stringify(hostileText(chance));
  return chance.pick([
    deep('[', ']', 5000),
    deep('{"a":', '}', 1600, '1'),
    deep('[', '', 10_000),
    `{"conversationWith":${deep('[', ']', 2000)}}`,
    `{"conversationWith":"${'x'.repeat(chance.below(10_200))}"}`,
    `{"conversationWith":"bob","conversationWith":${text}}`,
    `{"preserveOrder":true,"preserveOrder":false,"preserveOrder":null}`,
    '\ufeff{"conversationWith":"bob"}',
    '{"__proto__":{"conversationWith":"bob","preserveOrder":true}}',
    '{"constructor":{"prototype":{"success":false}}}',
    `{"conversationWith":${text}}`,
    `{${text}:${text}}`,
    `{"uid":${text},"name":${text}}`,
    `{"guid":${text},"name":${text},"members":{"participants":[${text},${text}]}}`,
    `{"receiver":${text},"receiverType":${text},"data":{"text":${text}}}`,
    `{"participants":[${Array.from({ length: 400 }, () => text.slice(0, 40)).join(',')}]}`,
    '{"conversationWith":1e999,"preserveOrder":-0}',
    `{"conversationWith":${'9'.repeat(5000)}}`,
    '{"conversationWith":"\\ud800","deleteMessagesPermanently":[]}',
    '{"conversationWith":"bob"',
    '{"conversationWith":"bob"}}',
    "{'conversationWith':'bob'}",
    '{"conversationWith":"bob",}',
    'null',
    'true',
    '0',
    '""',
    '[]',
    '\u0000',
    '{"a":1}\u0000{"b":2}',
  ]);
}

/** Two readers of one of these could disagree about where it ends. */
export const smuggled = (head: string, body: string): readonly string[] => {
  const next = 'GET /v3/users/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return [
    `${head}Content-Length: ${body.length}\r\nContent-Length: ${body.length + next.length}\r\n\r\n${body}${next}`,
    `${head}Content-Length: ${body.length}, ${body.length + 1}\r\n\r\n${body}${next}`,
    `${head}Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}${next}`,
    `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunks}${next}`,
    `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${chunks}${next}`,
    `${head}Transfer-Encoding: xchunked\r\n\r\n${chunks}${next}`,
    `${head}Transfer-Encoding:\tchunked\r\n\r\n${chunks}${next}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n${chunks}${next}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n0000000000${chunks}${next}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)};${'x'.repeat(3000)}\r\n${body}\r\n0\r\nX: y\r\n\r\n${next}`,
    `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${body}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n-2\r\n${body}\r\n0\r\n\r\n`,
    `${head}Content-Length: -1\r\n\r\n${body}${next}`,
    `${head}Content-Length: 0x10\r\n\r\n${body}${next}`,
    `${head}Content-Length: 99999999999999999999\r\n\r\n${body}`,
    `${head}Content-Length: ${body.length}\n\n${body}${next}`,
    `${head}X: a\r\n Content-Length: 3\r\n\r\n${body}${next}`,
    `${head}X\0: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}${next}`,
    `${head}Upgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ];
};
