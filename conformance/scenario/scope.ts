import type { Target } from '../target/target.ts';

/** What leads every id of one execution: what leads those of the run, and a number that is always four characters long. */
export const scopeOf = (runPrefix: string, count: number): string =>
  `${runPrefix}${count.toString(36).padStart(4, '0')}-`;

const counts = new WeakMap<Target, number>();

/** Ids that no other execution of the run has, of a length that is always the same. */
export function nextScope(target: Target): string {
  const count = (counts.get(target) ?? 0) + 1;
  counts.set(target, count);
  return scopeOf(target.prefix, count);
}

/** Each such beginning within a text. */
export const scopePattern = /cr[0-9a-z]{6}-[0-9a-z]{4}-/gu;
