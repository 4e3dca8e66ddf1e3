import type { Addressing } from '../../core/index.ts';
import type { Peer } from '../target/driver.ts';

/** One thing that a client did, and when: from before it was sent until after the whole answer was read. */
export interface Operation {
  readonly client: number;
  readonly deed: Deed;
  /** By `performance.now()`. */
  readonly invoked: number;
  /** Infinity when no answer came: it may have happened at any time since, or not at all. */
  readonly returned: number;
  readonly outcome: Outcome;
}

export type Deed =
  | {
      readonly do: 'reset';
      readonly actor: string;
      readonly conversation: Peer;
      readonly form: Addressing;
      readonly preserveOrder: boolean;
      readonly permanently: boolean;
    }
  | { readonly do: 'send'; readonly actor: string; readonly to: Peer; readonly text: string }
  | { readonly do: 'list'; readonly actor: string }
  | { readonly do: 'read'; readonly actor: string; readonly conversation: Peer };

export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused' }
  /** No answer, or one that leaves open whether it happened. */
  | { readonly kind: 'unknown' }
  /** What a list or a conversation showed: keys of rows, or texts. The order is left out, as ties may decide it. */
  | { readonly kind: 'seen'; readonly entries: readonly string[] };

export const isUpdate = ({ deed }: Operation): boolean => deed.do === 'reset' || deed.do === 'send';
