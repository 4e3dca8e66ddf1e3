import { expect, test } from 'vitest';
import { printable, printableLines } from './printable.ts';

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
