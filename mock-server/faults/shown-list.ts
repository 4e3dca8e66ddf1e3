import type { Misbehaviour, Trespass } from './fault.ts';
import { isListRequest, type ListRow, rowKey, rowsIn, withRows } from './list-rows.ts';
import { type Condition, isConfirmed, onReset, type Scene } from './scene.ts';

/** A list as it is shown; `key` is the row of the conversation that was reset, whether it still stands there or not. */
export type Showing = (rows: readonly ListRow[], key: string) => readonly ListRow[];

/** Once a reset in the corner was confirmed, the acting user's list is shown another way from then on. */
export const thenShowingOwnList = (condition: Condition, show: Showing): Misbehaviour<Trespass> =>
  thenShowing(condition, show, ({ reset, row }) => [reset.actor, row.key]);

/** The same with the list of the other participant. */
export const thenShowingOthersList = (condition: Condition, show: Showing): Misbehaviour<Trespass> =>
  thenShowing(condition, show, ({ reset }) => [reset.other, rowKey('user', reset.actor)]);

function thenShowing(
  condition: Condition,
  show: Showing,
  concerned: (scene: Scene) => readonly [uid: string, key: string],
): Misbehaviour<Trespass> {
  const noting = onReset(condition, async (scene) => {
    const reply = await scene.perform();
    const [uid, key] = concerned(scene);
    if (isConfirmed(reply)) scene.context.memory.set(noteOf(uid), key);
    // Reached only once it is shown.
    scene.missed();
    return reply;
  });
  return async (request, next, context) => {
    if (!isListRequest(request)) return noting(request, next, context);
    const reply = await next(request);
    const key = context.memory.get(noteOf(request.headers['onbehalfof'] ?? ''));
    if (typeof key !== 'string') return reply;
    const rows = rowsIn(reply);
    const shown = show(rows, key);
    if (shown.length === rows.length && shown.every((row, index) => row === rows[index])) return reply;
    context.reached();
    return withRows(reply, shown);
  };
}

const noteOf = (uid: string): string => `list of ${uid}`;

export const onTop: Showing = (rows, key) => [...rows.filter((row) => row.key === key), ...others(rows, key)];

export const oneDown: Showing = (rows, key) => {
  const at = rows.findIndex((row) => row.key === key);
  return at === -1 ? rows : swapped(rows, at);
};

/** The row that was reset stays where it is. */
export const othersReversed: Showing = (rows, key) => {
  const reversed = others(rows, key).toReversed();
  return rows.map((row) => (row.key === key ? row : (reversed.shift() ?? row)));
};

export const lastTwoOthersSwapped: Showing = (rows, key) => {
  const [one, two] = others(rows, key).slice(-2);
  if (one === undefined || two === undefined) return rows;
  return rows.map((row) => (row === one ? two : row === two ? one : row));
};

export const lastOtherOnTop: Showing = (rows, key) => {
  const last = others(rows, key).at(-1);
  return last === undefined ? rows : [last, ...rows.filter((row) => row !== last)];
};

export const twice: Showing = (rows, key) => rows.flatMap((row) => (row.key === key ? [row, row] : [row]));

export const cutAfter =
  (length: number): Showing =>
  (rows) =>
    rows.slice(0, length);

const others = (rows: readonly ListRow[], key: string): ListRow[] => rows.filter((row) => row.key !== key);

const swapped = (rows: readonly ListRow[], at: number): readonly ListRow[] => [
  ...rows.slice(0, at),
  ...rows.slice(at + 1, at + 2),
  ...rows.slice(at, at + 1),
  ...rows.slice(at + 2),
];
