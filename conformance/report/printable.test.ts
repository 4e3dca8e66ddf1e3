import { expect, test } from 'vitest';
import { printable, printableJson, printableLines, unlinked } from './printable.ts';

test('what a terminal would obey is spelled out', () => {
  expect(printable('a\u001b[2Jb\u0007')).toBe('a\\u001b[2Jb\\u0007');
  expect(printable('line\r\nnext\tcell')).toBe('line\\r\\nnext\\tcell');
  expect(printable('\u202eabc')).toBe('\\u202eabc');
  expect(printable('\ud800')).toBe('\\ud800');
  expect(printable('日本 é 👍')).toBe('日本 é 👍');
});

test('line breaks and tabs may stay', () => {
  expect(printableLines('line\r\nnext\tcell\u0000')).toBe('line\\r\nnext\tcell\\u0000');
});

test('what cannot be seen is spelled out', () => {
  expect(printable('a\u200bb\u2060c\ufeffd\u00ade\u115ff')).toBe('a\\u200bb\\u2060c\\ufeffd\\u00ade\\u115ff');
  expect(printable('\u{e0041}')).toBe('\\u{e0041}');
});

test('JSON shows as it is, and is the same value', () => {
  const value = { text: 'a\u0007\u007f\u009b\u202e\u200b\u2028\u{e0041}\ud800 é 👍', list: [1] };
  const json = printableJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json.replaceAll('\n', '')).toMatch(/^[\x20-\x7e\u00a0-\u00ac\u00ae-\u1fff👍]+$/u);
  expect(json).toContain('\\u200b');
});

test.each([
  ['@everyone', '@\u200beveryone'],
  ['fixes #1', 'fixes #\u200b1'],
  ['GH-12', 'GH-\u200b12'],
  ['see https://evil.example/x', 'see https:\u200b//evil.example/x'],
  ['www.evil.example', 'www.\u200bevil.example'],
  ['mailto:a@b.c', 'mailto:\u200ba@\u200bb.c'],
  ['user: ann', 'user: ann'],
])('%s notifies nobody and leads nowhere', (text, harmless) => {
  expect(unlinked(text)).toBe(harmless);
});
