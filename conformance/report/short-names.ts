import type { Counterexample } from '../report.ts';
import { printable } from './printable.ts';

/** How to speak of the ids of a story in little room. */
export interface ShortNames {
  /** Left out of every id that is not in a command or an answer; empty when nothing is. */
  readonly beginning: string;
  /** A sentence with its ids shortened. */
  readonly text: (sentence: string) => string;
  /** An entry of a list, which is written as `user:id` or `group:id`, or a message. */
  readonly entry: (entry: string) => ShortName;
}

interface ShortName {
  readonly kind: 'user' | 'group' | undefined;
  readonly name: string;
}

/** All ids of a case begin alike: with the letters of the run and the number of the case. */
export function shortNames({ summary, story, comparison }: Counterexample): ShortNames {
  const texts = [summary, comparison.subject, ...story.map(({ what }) => what)];
  const beginning = texts.join(' ').match(/\bcr[a-z0-9]{6}-[a-z]*\d+-/u)?.[0] ?? '';
  const text = (sentence: string) => printable(beginning === '' ? sentence : sentence.replaceAll(beginning, ''));
  return {
    beginning,
    text,
    entry: (entry) => {
      const kind = comparison.of === 'list' ? kinds.find((one) => entry.startsWith(`${one}:`)) : undefined;
      return { kind, name: text(kind === undefined ? entry : entry.slice(kind.length + 1)) };
    },
  };
}

const kinds = ['user', 'group'] as const;
