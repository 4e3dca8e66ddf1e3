import type { RequirementResult } from '../report/document.ts';
import type { FailureWords } from './failure-words.ts';

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
  /** Where the page can be scrolled: the parts that are worth a link from its top, in words and as squares. */
  readonly contents?: readonly Link[];
  readonly squares?: readonly Link[];
  readonly blocks: readonly Block[];
  /** Where the headline has scrolled away, it is repeated with what repeats the whole. */
  readonly again?: string | undefined;
  /** What follows the first column in each of its tables: a reader may hide them, as far as a form can do so. */
  readonly columns?: Columns;
}

export interface Columns {
  readonly names: readonly { readonly name: string; readonly isApart: boolean }[];
  /** Of the values of a row that are shown, the group in which it stands; a page brings its source along. */
  readonly standingOf: (values: readonly (string | null)[]) => string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface Link {
  readonly text: string;
  readonly to: string;
  readonly tone?: Tone | undefined;
}

export type Block = Section | Paragraph | List | Table | Fold | Failure;

export interface Section {
  readonly kind: 'section';
  readonly title: string;
  readonly tone?: Tone;
  readonly blocks: readonly Block[];
}

export interface Paragraph {
  readonly kind: 'text';
  readonly text: string;
  readonly tone?: Tone;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly string[];
}

export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly Row[];
  /** So many of the last columns are left out on a terminal. */
  readonly details?: number;
  /** A terminal cuts what would need a second line. */
  readonly isClipped?: boolean;
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
  readonly tone?: Tone | undefined;
  readonly isCode?: boolean;
  /** The id that it leads to. */
  readonly to?: string | undefined;
  readonly note?: string;
  /** What its row is grouped by; null where there is none. */
  readonly value?: string | null;
}

/** What most readers need not see: a terminal shows the summary and what is brief. */
export interface Fold {
  readonly kind: 'fold';
  readonly summary: string;
  readonly tone?: Tone | undefined;
  readonly brief?: readonly string[];
  readonly isOpen?: boolean;
  /** The rows of its table are those of a group; `summary` begins with their number. */
  readonly group?: string;
  readonly isEmpty?: boolean;
  readonly blocks: readonly Block[];
}

/** A violation with everything that was done. */
export interface Failure extends FailureWords {
  readonly kind: 'failure';
  /** Its id in the page. */
  readonly anchor: string;
  /** Whose failure it is, where the page is about several implementations. */
  readonly of?: string;
}

/** A section, unless there is nothing in it. */
export const section = (title: string, blocks: readonly Block[], tone?: Tone): readonly Section[] =>
  blocks.length === 0 ? [] : [{ kind: 'section', title, blocks, ...(tone && { tone }) }];

/** A table, unless it has no rows. So many of its last columns are details. */
export const table = (head: readonly string[], rows: readonly Row[], details = 0): readonly Table[] =>
  rows.length === 0 ? [] : [{ kind: 'table', head, rows, details }];

export const list = (items: readonly string[]): readonly List[] =>
  items.length === 0 ? [] : [{ kind: 'list', items }];

export const cellText = (cell: Cell): string =>
  typeof cell === 'object' ? cell.text : typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell;
