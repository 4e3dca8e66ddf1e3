import type { Reading } from './readings.ts';

/** What is known of the rows of a list since it was last seen. */
export interface ListKnowledge {
  /** Rows that may stand anywhere or nowhere. A comparison keeps it, so that it is replaced when the list is seen. */
  free: Set<string>;
  /** Rows that stay free until the target has settled, however often they are seen before. */
  readonly settling: Set<string>;
  /** Of these, rows that the other side's permanent deletion may still move or take away. */
  readonly mayGo: Set<string>;
  /** The row that a message came to last, if nothing but messages came. */
  raised: string | undefined;
  /** Rows that stand where a message usually puts them, and were not seen there yet. */
  readonly predicted: Set<string>;
  /** Rows that a message has brought since: they have to stand somewhere. */
  readonly due: Set<string>;
}

/** Of a list that nothing is known of. */
export const newList = (): ListKnowledge => ({
  free: new Set(),
  settling: new Set(),
  mayGo: new Set(),
  raised: undefined,
  predicted: new Set(),
  due: new Set(),
});

/** A row that may stand anywhere or nowhere until the target has settled. */
export function settle(list: ListKnowledge, row: string): void {
  list.free.add(row);
  list.due.delete(row);
  list.settling.add(row);
  list.raised = undefined;
}

/** Its owner resets a conversation. Where there is no row to keep, an accepted reset may make one. */
export function resetRow(list: ListKnowledge, row: string, { preserveOrder }: Reading, isListed: boolean): void {
  if (!preserveOrder || !isListed) list.free.add(row);
  list.due.delete(row);
  if (preserveOrder) list.raised = undefined;
}

/** The other side deletes a conversation permanently. */
export function loseRow(list: ListKnowledge, row: string): void {
  settle(list, row);
  list.mayGo.add(row);
}

/** It was looked at; what was settling is known from there on only where the target had settled. */
export function see(list: ListKnowledge, hasSettled: boolean): void {
  if (hasSettled) for (const rows of [list.settling, list.mayGo]) rows.clear();
  list.free = new Set(list.settling);
  list.raised = undefined;
  list.predicted.clear();
  list.due.clear();
}
