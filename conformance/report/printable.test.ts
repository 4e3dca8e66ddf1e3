import { expect, test } from 'vitest';
import { jsonText, printable, printableLines, unlinked } from './printable.ts';

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

test('JSON is read back as it was, and nothing in it steers whoever shows it', () => {
  const everyUnit = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
  const document = { everyUnit, astral: '\u{1f600}\u{e0041}', ['\u202ekey']: '\u001b[2J' };
  const text = jsonText(document);
  expect(JSON.parse(text)).toEqual(document);
  expect(text).not.toMatch(/[^\n\P{Cc}]|[\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(jsonText(['é 👍 \u200b'])).toBe('[\n  "é 👍 \\u200b"\n]\n');
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
