/** One way in which an observation is not lawful. */
export type Difference =
  | { readonly what: 'row lost' | 'row gained' | 'row doubled'; readonly row: string }
  /** `row` is the one row whose move explains all; undefined where there is none. */
  | { readonly what: 'order changed'; readonly movable: readonly string[] }
  | {
      readonly what: 'messages lost' | 'messages left' | 'messages returned' | 'messages foreign' | 'messages in part';
      readonly texts: readonly string[];
    };

/**
 * Whether a list is a lawful successor of another one, of which `free` rows may be anywhere or gone, save that those
 * `due` are somewhere, and the others have to stand as they stood. Compares what the target showed with what it shows;
 * linear in their lengths. A list of `most` rows says nothing of what is beyond its end.
 */
export function compareList(
  before: readonly string[] | undefined,
  seen: readonly string[],
  free: ReadonlySet<string>,
  due: ReadonlySet<string> = new Set(),
  most = Number.POSITIVE_INFINITY,
): readonly Difference[] {
  if (before === undefined) return [];
  const [had, has] = [counts(before), counts(seen)];
  const doubled = [...has].find(([row, times]) => times > Math.max(had.get(row) ?? 0, 1))?.[0];
  if (doubled !== undefined) return [{ what: 'row doubled', row: doubled }];
  const isFixed = (row: string): boolean => !free.has(row);
  const isCut = seen.length >= most;
  const rest = isCut ? upTo(before.filter(isFixed), has) : before.filter(isFixed);
  const now = before.length >= most ? upTo(seen.filter(isFixed), had) : seen.filter(isFixed);
  const lost = [...new Set([...rest, ...(isCut ? [] : due)])].filter((row) => !has.has(row));
  const gained = now.filter((row) => !had.has(row));
  if (lost.length > 0 || gained.length > 0) {
    return [
      ...lost.map((row) => ({ what: 'row lost', row }) as const),
      ...gained.map((row) => ({ what: 'row gained', row }) as const),
    ];
  }
  return sameSequence(rest, now) ? [] : [{ what: 'order changed', movable: movableRows(rest, now) }];
}

/** Up to the last one that the other list has: what comes after it may be what a limit has cut from that. */
const upTo = (rows: readonly string[], other: ReadonlyMap<string, number>): readonly string[] =>
  rows.slice(0, rows.findLastIndex((row) => other.has(row)) + 1);

/** Of its lawful successors the one nearest to what was seen: free rows as seen, those due that are missing in front. */
export function lawfulList(
  before: readonly string[],
  seen: readonly string[],
  free: ReadonlySet<string>,
  due: ReadonlySet<string> = new Set(),
): readonly string[] {
  const rest = before.filter((row) => !free.has(row));
  const placed = new Set([...rest, ...seen]);
  const shown = [...due].filter((row) => !placed.has(row));
  const had = counts(before);
  const left = new Map([...free].map((row) => [row, had.get(row) ?? 1]));
  let next = 0;
  for (const row of seen) {
    const times = left.get(row);
    if (times === undefined) shown.push(...rest.slice(next, ++next));
    else if (times > 0) shown.push(row);
    if (times !== undefined) left.set(row, times - 1);
  }
  return [...shown, ...rest.slice(next)];
}

const counts = (rows: readonly string[]): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const row of rows) times.set(row, (times.get(row) ?? 0) + 1);
  return times;
};

export const sameSequence = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((entry, index) => entry === b[index]);

/** The rows whose move alone explains the new order: of two neighbours that have changed places, either. */
export function movableRows(before: readonly string[], seen: readonly string[]): readonly string[] {
  const first = before.findIndex((row, index) => row !== seen[index]);
  const candidates = new Set([before[first], seen[first]]);
  return [...candidates]
    .filter((row) => row !== undefined)
    .filter((row) => {
      const without = (rows: readonly string[]) => rows.filter((one) => one !== row);
      return sameSequence(without(before), without(seen));
    });
}
