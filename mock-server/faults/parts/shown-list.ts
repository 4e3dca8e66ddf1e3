import type { NamelessFault } from '../fault.ts';
import { isConfirmed } from './asked-reset.ts';
import { isListRequest, type ListRow, rowKey, rowsIn, withRows } from './list-rows.ts';
import { type Condition, onReset } from './on-reset.ts';

/** How a list is shown; `key` is the row of the conversation that was reset, whether it still stands there or not. */
export type Showing = (rows: readonly ListRow[], key: string) => readonly ListRow[];

/** Once a reset was confirmed, the list of the acting or the other user is shown another way from then on. */
export function showing(whose: 'own' | 'other', show: Showing, ...conditions: readonly Condition[]): NamelessFault {
  const noting = onReset(
    async ({ execute, reset, row, server }) => {
      const reply = await execute();
      const [uid, key] = whose === 'own' ? [reset.actor, row.key] : [reset.other, rowKey('user', reset.actor)];
      if (isConfirmed(reply)) server.memory.set(noteOf(uid), key);
      return reply;
    },
    ...conditions,
  );
  return {
    ...noting,
    apply: async (request, server) => {
      if (!isListRequest(request)) return noting.apply(request, server);
      const reply = await server.next(request);
      const key = server.memory.get(noteOf(request.headers['onbehalfof'] ?? ''));
      const rows = rowsIn(reply);
      return typeof key === 'string' ? withRows(reply, rows, show(rows, key)) : reply;
    },
  };
}

const noteOf = (uid: string): string => `list of ${uid}`;

export const onTop: Showing = (rows, key) => [...rows.filter((row) => row.key === key), ...others(rows, key)];

/** The row that was reset stays where it is. */
export const othersReversed: Showing = (rows, key) => {
  const reversed = others(rows, key).toReversed();
  return rows.map((row) => (row.key === key ? row : (reversed.shift() ?? row)));
};

export const others = (rows: readonly ListRow[], key: string): readonly ListRow[] =>
  rows.filter((row) => row.key !== key);
