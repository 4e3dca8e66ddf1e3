import type { RequirementId } from '../requirements/catalogue.ts';

export interface ListMismatch {
  readonly requirement: RequirementId;
  readonly summary: string;
  readonly expected: readonly string[];
}

/**
 * Whether a list is a lawful successor of another one, of which `free` rows may be anywhere or gone and the others
 * have to stand as they stood. Needs no model: it compares what the target showed with what it shows.
 */
export function compareLists(
  before: readonly string[],
  after: readonly string[],
  free: ReadonlySet<string>,
): ListMismatch | undefined {
  const doubled = after.find(
    (key, index) => after.indexOf(key) !== index && timesIn(after, key) > timesIn(before, key),
  );
  if (doubled !== undefined) {
    return { requirement: 'nothing-doubled-or-lost', summary: `${doubled} stands there twice`, expected: before };
  }
  const rest = before.filter((key) => !free.has(key));
  const restAfter = after.filter((key) => !free.has(key));
  const lost = rest.find((key) => !after.includes(key));
  if (lost !== undefined) {
    return { requirement: 'nothing-doubled-or-lost', summary: `${lost} is gone`, expected: before };
  }
  const gained = restAfter.find((key) => !before.includes(key));
  if (gained !== undefined) {
    return { requirement: 'nothing-doubled-or-lost', summary: `${gained} has appeared`, expected: before };
  }
  if (!sameSequence(rest, restAfter)) {
    return { requirement: 'rest-keeps-order', summary: 'the order of the other rows has changed', expected: before };
  }
  return undefined;
}

/** The list that a reset of `key` with `preserveOrder` leaves: the very same. */
export function compareKept(
  before: readonly string[],
  after: readonly string[],
  key: string,
  kind: 'user' | 'group',
): ListMismatch | undefined {
  const rest = compareLists(before, after, new Set([key]));
  if (rest !== undefined || sameSequence(before, after)) return rest;
  const at = after.indexOf(key);
  const where = at === -1 ? 'has left the list' : `has moved from place ${before.indexOf(key) + 1} to ${at + 1}`;
  return { requirement: `${kind}-order-kept`, summary: `with preserveOrder ${key} ${where}`, expected: before };
}

const timesIn = (list: readonly string[], key: string): number => list.filter((one) => one === key).length;

export const sameSequence = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((entry, index) => entry === b[index]);
