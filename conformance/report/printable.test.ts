import { expect, test } from 'vitest';
import { jsonText, printable, printableLines, unlinked } from './printable.ts';

test.each([
  ['a terminal would obey', 'a\u001b[2Jb\u0007', 'a\\u001b[2Jb\\u0007'],
  ['would begin a line', 'line\r\nnext\tcell', 'line\\r\\nnext\\tcell'],
  ['turns the direction', '\u202eabc', '\\u202eabc'],
  ['is no character', '\ud800', '\\ud800'],
  ['cannot be seen', 'a\u200b\u2060\ufeffd\u00ad\u115ff\u{e0041}', 'a\\u200b\\u2060\\ufeffd\\u00ad\\u115ff\\u{e0041}'],
])('what %s is spelled out, and nothing else', (_what, text, spelled) => {
  expect(printable(`日本 é 👍${text}`)).toBe(`日本 é 👍${spelled}`);
});

test('line breaks and tabs may stay', () => {
  expect(printableLines('line\r\nnext\tcell\u0000')).toBe('line\\r\nnext\tcell\\u0000');
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
