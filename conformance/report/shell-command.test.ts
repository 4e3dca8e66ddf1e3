import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../core/arbitrary/seed.ts';
import { columnsOf } from './columns.ts';
import { folded, oneLine } from './shell-command.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What a shell makes of the words of a command. */
function wordsOf(command: string): readonly string[] {
  const script = command.replace(/^curl/gmu, 'printf "%s\\0"');
  return execFileSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, API_KEY: 'key', LC_ALL: 'C.UTF-8' },
  })
    .split('\0')
    .slice(0, -1);
}

const command = `curl -X DELETE "$BASE_URL"'/groups/g/conversation' -H "apikey: $API_KEY" -H 'onBehalfOf: me' -d '{"preserveOrder":true}'`;

test('a command is folded between its words, options with their values', () => {
  expect(folded(command, 60)).toEqual([
    `curl -X DELETE "$BASE_URL"'/groups/g/conversation' \\`,
    `  -H "apikey: $API_KEY" -H 'onBehalfOf: me' \\`,
    `  -d '{"preserveOrder":true}'`,
  ]);
});

test('a word that is longer than a line goes on at the very left, after a comma where it can', () => {
  expect(folded(`curl -d '{"one":1,"two":2222,"three":33333333333333333333}'`, 24)).toEqual([
    'curl \\',
    `  -d '{"one":1,'\\`,
    `'"two":2222,"three":3'\\`,
    `'3333333333333333333}'`,
  ]);
});

test('control characters are written so that a terminal shows and a shell reads them', () => {
  expect(oneLine(`curl -d ' \n{"a":\t1}\r\n '`)).toBe(`curl -d $' \\n{"a":\\t1}\\r\\n '`);
});

test('however it is folded, the shell reads the same words', () => {
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', ',', ' ', "'", '"', '\\', '$', '\n', '\t', '\u0007', '日') }),
    fc.json(),
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.integer({ min: 20, max: 80 }), (words, columns) => {
      const told = `curl ${words.map((text) => `-d ${quoted(text)}`).join(' ')}`;
      const expected = words.flatMap((text) => ['-d', text]);
      const lines = folded(told, columns);
      expect(wordsOf(`${lines.join('\n')}\n${oneLine(told)}`)).toEqual([...expected, ...expected]);
      expect(lines.every((line) => columnsOf(line) <= columns)).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test('variables stay variables', () => {
  expect(wordsOf(folded(command, 30).join('\n'))).toContain('apikey: key');
});
