import { expect, it } from 'vitest';
import { parseBounded } from './bounded.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const wide = (count: number): string => `[${Array(count).fill('0').join()}]`;

it.each<[string, ReturnType<typeof parseBounded>]>([
  ['[1, "text"]', { json: [1, 'text'] }],
  [wide(49_000), { json: Array(49_000).fill(0) }],
  ['<html>[[[[', {}],
  ['', {}],
  [nested(200_000), { isTooMuch: true }],
  [wide(50_001), { isTooMuch: true }],
  [`[${wide(30_000)},${wide(30_000)}]`, { isTooMuch: true }],
])('%.40s', (text, parsed) => {
  expect(parseBounded(text)).toEqual(parsed);
});
