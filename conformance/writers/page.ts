import type { RequirementResult } from '../report/document.ts';

/** How something is meant; a form shows it in colour, or in weight. */
export type Tone = 'good' | 'bad' | 'open' | 'faint' | 'strong';

/**
 * What is to be read, in the order in which it is read. A terminal, HTML and Markdown write any page; they choose how it
 * looks, and nothing else. Its texts may come from a target: a form lets none of them be more than text.
 */
export interface Page {
  /** Names the page among others. */
  readonly title: string;
  /** What the page is, and of whom. */
  readonly about: string;
  /** Without a full stop. */
  readonly headline: string;
  readonly tone?: Tone | undefined;
  /** Sentences below the headline. */
  readonly lead: readonly string[];
  readonly facts?: readonly Fact[];
  /** Links from its top to parts of the page. */
  readonly squares?: readonly RichCell[];
  readonly blocks: readonly Block[];
  /** Where the headline has scrolled away, it is repeated with what repeats the whole. */
  readonly again?: string | undefined;
  /** What follows the first column in each of its tables: a reader may hide them, as far as a form can do so. */
  readonly columns?: readonly Column[];
}

export type Fact = readonly [label: string, value: string];

export interface Column {
  readonly id: string;
  readonly name: string;
  readonly isApart: boolean;
}

export type Block = Section | Failure | Paragraph | Act | Table | Listing;

/** What stands below a title. What can be folded is shut unless it is open: most readers need not see it. */
export interface Section {
  readonly kind: 'section';
  readonly title: string;
  readonly tone?: Tone | undefined;
  readonly fold?: 'open' | 'shut';
  readonly blocks: readonly Block[];
}

export interface Failure extends Pick<RequirementResult, 'id' | 'level'> {
  readonly kind: 'failure';
  /** Its id in the page. */
  readonly anchor: string;
  /** Where the page is about several implementations: in which of its columns stands whose failure it is. */
  readonly of?: { readonly column: string; readonly name: string };
  /** What is wrong; what is required, where nothing was kept that shows it. */
  readonly diagnosis: string;
  /** All that shows it. */
  readonly blocks: readonly Block[];
}

export interface Paragraph {
  readonly kind: 'text';
  readonly text: string;
  readonly tone?: Tone;
}

/** What is judged. */
interface Act {
  readonly kind: 'act';
  readonly text: string;
  /** The answer that it got, for a form that has the room for it. */
  readonly answer: string;
}

/** `steps` are done one after the other; a `script` is what a shell runs. Both may be long. */
export interface Listing {
  readonly kind: 'list' | 'steps' | 'script';
  readonly items: readonly string[];
}

export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly Row[];
  /** What follows the first column are lists side by side, of which a form may draw a picture. */
  readonly areLists?: true;
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Where a link may lead. */
  readonly id?: string;
  /** Rows of a level may be hidden. */
  readonly level?: RequirementResult['level'];
}

export type Cell = string | number | RichCell;

export interface RichCell {
  readonly text: string;
  readonly mark?: Mark;
  /** The same in each list that has the entry, and of no other entry. */
  readonly key?: string;
  readonly tone?: Tone | undefined;
  readonly isCode?: boolean;
  /** The id that it leads to. */
  readonly to?: string | undefined;
  /** What a form says besides where it has the room for it. */
  readonly note?: string | undefined;
}

/**
 * What became of an entry of a list, as its column shows it. `moved`: in both lists, out of order. `lost`: expected, not
 * seen. `extra`: seen, not expected. `free`: it may be in any place, or gone. `none` is no entry: words that stand for
 * some, or nothing.
 */
export type Mark = 'same' | 'moved' | 'lost' | 'extra' | 'free' | 'none';

export const signs = { same: '', moved: '↕', lost: '−', extra: '+', free: '~', none: '' } as const;

/** A section, unless there is nothing in it. */
export const section = (title: string, blocks: readonly Block[], tone?: Tone): readonly Block[] =>
  blocks.length === 0 ? [] : [{ kind: 'section', title, tone, blocks }];

/** A table, unless it has no rows. */
export const table = (head: readonly string[], rows: readonly Row[]): readonly Table[] =>
  rows.length === 0 ? [] : [{ kind: 'table', head, rows }];

export const list = (items: readonly string[]): readonly Block[] =>
  items.length === 0 ? [] : [{ kind: 'list', items }];

export const text = (said: string, tone?: Tone): Paragraph => ({ kind: 'text', text: said, ...(tone && { tone }) });

/** A name has the room of a sign before it. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'number') return cell.toLocaleString('en-GB');
  if (typeof cell === 'string') return cell;
  if (cell.mark === undefined || cell.text === '') return cell.text;
  return `${signs[cell.mark] || ' '} ${cell.text}`;
}
