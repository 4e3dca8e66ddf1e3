import type { Peer } from '../target/driver.ts';
import { toGroup, toUser } from './conversations.ts';

/** What leads every id of one execution: what leads those of the run, and a number that is always four characters long. */
export const scopeOf = (runPrefix: string, count: number): string =>
  `${runPrefix}${count.toString(36).padStart(4, '0')}-`;

/** Each such beginning within a text. */
export const scopePattern = /cr[0-9a-z]{6}-[0-9a-z]{4}-/gu;

/** The id in an execution whose ids all begin with `scope`. */
export const idIn = (scope: string, tail: string): string => scope + tail.replaceAll('~', scope);

/** What foreign fields hold, with each text that stands for an id replaced. */
export const withIds = (value: unknown, idOf: (peer: Peer) => string): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, one: unknown) => {
    if (typeof one !== 'string' || !one.startsWith('~')) return one;
    return idOf(one.startsWith('~group:') ? toGroup(one.slice('~group:'.length)) : toUser(one.slice(1)));
  });

/** What stands for the id of a user or a group in a foreign field. */
export const held = ({ kind, id }: Peer): string => (kind === 'user' ? `~${id}` : `~group:${id}`);
