import type { RequirementResult } from '../report/document.ts';
import type { Failure } from './failure.ts';

/** How something is meant; a form shows it in colour. */
export type Tone = 'good' | 'bad' | 'open' | 'faint';

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
  /** Parts of the page that are worth a link from its top. */
  readonly squares?: readonly Link[];
  readonly blocks: readonly Block[];
  /** Where the headline has scrolled away, it is repeated with what repeats the whole. */
  readonly again?: string | undefined;
  /** What follows the first column in each of its tables: a reader may hide them, as far as a form can do so. */
  readonly columns?: readonly Column[];
}

export type Fact = readonly [label: string, value: string];

export interface Link {
  readonly text: string;
  readonly to: string;
  readonly tone?: Tone | undefined;
}

export interface Column {
  readonly id: string;
  readonly name: string;
  readonly isApart: boolean;
}

export type Block =
  | { readonly kind: 'section'; readonly title: string; readonly tone?: Tone; readonly blocks: readonly Block[] }
  | Paragraph
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | Table
  | Fold
  | Failure;

export interface Paragraph {
  readonly kind: 'text';
  readonly text: string;
  readonly tone?: Tone;
}

export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly cells: readonly Cell[];
  /** Where a link may lead. */
  readonly id?: string;
  /** Rows of a level may be hidden. */
  readonly level?: RequirementResult['level'];
}

export type Cell = string | number | RichCell;

interface RichCell {
  readonly text: string;
  readonly tone?: Tone | undefined;
  readonly isCode?: boolean;
  /** The id that it leads to. */
  readonly to?: string | undefined;
  /** What a form says besides where it has the room for it. */
  readonly note?: string | undefined;
}

/** What most readers need not see, unless it is open. */
export interface Fold {
  readonly kind: 'fold';
  readonly summary: string;
  readonly tone?: Tone | undefined;
  readonly isOpen: boolean;
  readonly blocks: readonly Block[];
}

/** A section, unless there is nothing in it. */
export const section = (title: string, blocks: readonly Block[], tone?: Tone): readonly Block[] =>
  blocks.length === 0 ? [] : [{ kind: 'section', title, blocks, ...(tone && { tone }) }];

/** A table, unless it has no rows. */
export const table = (head: readonly string[], rows: readonly Row[]): readonly Table[] =>
  rows.length === 0 ? [] : [{ kind: 'table', head, rows }];

export const list = (items: readonly string[]): readonly Block[] =>
  items.length === 0 ? [] : [{ kind: 'list', items }];

export const cellText = (cell: Cell): string =>
  typeof cell === 'object' ? cell.text : typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell;
