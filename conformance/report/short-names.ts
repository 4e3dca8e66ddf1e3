import type { ListComparison } from './list-diff.ts';
import { printable } from './printable.ts';

/** An entry as a table shows it. */
export interface ShortName {
  readonly kind: 'user' | 'group' | undefined;
  readonly name: string;
}

/**
 * How to write the entries of a list in little room: every id of a case begins alike, so the beginning is said once.
 * Texts of messages stay whole.
 */
export function shortNames({ of, before, expected, seen }: ListComparison): {
  readonly beginning: string;
  readonly of: (entry: string) => ShortName;
} {
  if (of === 'messages') return { beginning: '', of: (entry) => ({ kind: undefined, name: printable(entry) }) };
  const ids = [...before, ...expected, ...seen].map((entry) => parts(entry).name);
  const beginning = commonBeginning(ids).replace(/[^-_]*$/u, '');
  return {
    beginning: printable(beginning),
    of: (entry) => {
      const { kind, name } = parts(entry);
      return { kind, name: printable(name.slice(beginning.length)) };
    },
  };
}

/** Entries are written as `user:id` or `group:id`. */
function parts(entry: string): ShortName {
  for (const kind of ['user', 'group'] as const) {
    if (entry.startsWith(`${kind}:`)) return { kind, name: entry.slice(kind.length + 1) };
  }
  return { kind: undefined, name: entry };
}

function commonBeginning([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}
