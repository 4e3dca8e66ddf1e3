import type { Peer } from '../target/driver.ts';

/** What a case has seen of its world so far, and so what has to be seen next time. */
export interface Ledger {
  /** A user's list by keys, as it was last seen. */
  readonly lists: Map<string, readonly string[]>;
  /** By user, the rows that got a message since then. */
  readonly news: Map<string, Set<string>>;
  /** Each user's view of each conversation. */
  readonly views: Map<string, View>;
  /** The target's own id of a conversation as one user sees it. */
  readonly conversationIds: Map<string, string>;
}

export interface View {
  readonly uid: string;
  readonly peer: Peer;
  /** By text: `true` has to be readable, `false` must not be, `undefined` may be either. */
  readonly texts: Map<string, boolean | undefined>;
  /** Texts sent after a reset of this conversation by its viewer: whether they show is seen, not assumed. */
  readonly unverified: Set<string>;
  /** Texts out of sight, but not deleted: they stay so until the next message or reset, which may bring them back. */
  readonly hidden: Set<string>;
  /** Whether the viewer has reset the conversation. */
  reset: boolean;
  /** Whether a message has come since: to reset once more what is as the last reset left it may be refused. */
  news: boolean;
  /** Whether a reset with `preserveOrder` was among these: a target may keep the row in its place from then on. */
  pinned: boolean;
}

export const emptyLedger = (): Ledger => ({
  lists: new Map(),
  news: new Map(),
  views: new Map(),
  conversationIds: new Map(),
});

export const keyOf = (peer: Peer): string => `${peer.kind}:${peer.id}`;

export const viewKey = (uid: string, peer: Peer): string => `${uid} reads ${keyOf(peer)}`;

export function viewOf(ledger: Ledger, uid: string, peer: Peer): View {
  const key = viewKey(uid, peer);
  const known = ledger.views.get(key);
  if (known !== undefined) return known;
  const view: View = {
    uid,
    peer,
    texts: new Map(),
    unverified: new Set(),
    hidden: new Set(),
    reset: false,
    news: false,
    pinned: false,
  };
  ledger.views.set(key, view);
  return view;
}

export const textsThat = (view: View, readable: boolean): readonly string[] =>
  [...view.texts].filter(([, expected]) => expected === readable).map(([text]) => text);

/** A text was seen to be out of sight, without having been deleted. */
export function hide(view: View, text: string): void {
  view.texts.set(text, false);
  view.hidden.add(text);
}

/** What is out of sight may be back. */
export function release(view: View): void {
  for (const text of view.hidden) view.texts.set(text, undefined);
  view.hidden.clear();
}

/** Settles for all texts of a view at once. */
export function expectTexts(view: View, readable: boolean | undefined): void {
  view.hidden.clear();
  for (const text of view.texts.keys()) view.texts.set(text, readable);
}

export interface ViewMismatch {
  readonly missing: readonly string[];
  /** Readable although they were gone for good. */
  readonly returned: readonly string[];
  readonly expected: readonly string[];
}

export function compareView(view: View, seen: readonly string[]): ViewMismatch | undefined {
  const missing = textsThat(view, true).filter((text) => !seen.includes(text));
  const returned = textsThat(view, false).filter((text) => seen.includes(text));
  return missing.length + returned.length === 0 ? undefined : { missing, returned, expected: textsThat(view, true) };
}
