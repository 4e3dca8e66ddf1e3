import { expect, it } from 'vitest';
import { parseBounded } from './bounded.ts';

it.each<[string, string]>([
  ['{"data":{"success":true,"message":"a [ { , \\" b"}}', 'json'],
  ['  [1, 2]', 'json'],
  ['"text"', 'json'],
  ['<html>[[[[', 'no-json'],
  ['{"data":', 'no-json'],
  ['', 'no-json'],
  [`${'['.repeat(64)}${']'.repeat(64)}`, 'json'],
  [`${'['.repeat(65)}${']'.repeat(65)}`, 'too-much'],
  [`{"a":${'{"a":'.repeat(100_000)}`, 'too-much'],
  [`[${'0,'.repeat(50_000)}0]`, 'json'],
  [`[${'0,'.repeat(50_001)}0]`, 'too-much'],
  [`{"data":"${'[,'.repeat(100_000)}"}`, 'json'],
])('%.40s is %s', (text, kind) => {
  expect(parseBounded(text).kind).toBe(kind);
});

it('what is small enough is what JSON says', () => {
  expect(parseBounded('{"a":[1,{"b":"\\u00e4"}]}')).toEqual({ kind: 'json', value: { a: [1, { b: 'ä' }] } });
});
