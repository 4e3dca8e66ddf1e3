import { expect, it } from 'vitest';
import { parseBounded } from './bounded.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const wide = (count: number): string => `[${Array(count).fill('0').join()}]`;

it.each<[string, boolean]>([
  ['{"data":{"success":true,"message":"a [ { , \\" b"}}', true],
  ['  [1, 2]', true],
  ['"text"', true],
  ['<html>[[[[', false],
  ['{"data":', false],
  ['', false],
  [nested(64), true],
  [wide(50_000), true],
  [`{"data":"${'[,'.repeat(100_000)}"}`, true],
])('%.40s is JSON: %s', (text, isJson) => {
  expect(parseBounded(text)).toEqual(isJson ? { json: JSON.parse(text) } : {});
});

it.each([
  nested(65),
  nested(200_000),
  wide(50_001),
  `[${wide(30_000)},${wide(30_000)}]`,
])('%.40s is too much', (text) => {
  expect(parseBounded(text)).toEqual({ isTooMuch: true });
});
