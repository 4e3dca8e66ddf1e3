import { randomUUID } from 'node:crypto';
import type { Mock } from '../mock.ts';

const tokens = new WeakMap<Mock, string>();

/** What the page of this mock proves itself with; made when it is first asked for. */
export function pageTokenOf(mock: Mock): string {
  const known = tokens.get(mock) ?? randomUUID();
  tokens.set(mock, known);
  return known;
}
