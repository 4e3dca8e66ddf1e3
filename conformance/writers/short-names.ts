import type { Counterexample } from '../report/document.ts';
import { printable } from '../report/printable.ts';

/** A text about a counterexample for one line, with what leads every id of the execution left out. */
export type ShortNames = (text: string) => string;

/** What leads the ids of one execution: the letters of the run, and its number. */
const beginning = /\bcr[a-z0-9]{6}-[a-z]*\d+-/u;

export function shortNames({ steps }: Counterexample): ShortNames {
  const found = steps
    .map(({ curl }) => curl)
    .join('\n')
    .match(beginning)?.[0];
  return (text) => printable(found === undefined ? text : text.replaceAll(found, ''));
}

/** An entry of a list, which is written as `user:id` or `group:id`, or a message. */
export function entryName(entry: string): { readonly kind: 'user' | 'group' | undefined; readonly name: string } {
  const kind = (['user', 'group'] as const).find((one) => entry.startsWith(`${one}:`));
  return { kind, name: kind === undefined ? entry : entry.slice(kind.length + 1) };
}
