import { toGroup, toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { World } from './world.ts';

/**
 * Whom a reset names in place of the other side: an id that nobody has, which may be the beginning of the right one, or
 * begin with it, or be its own with the other kind; the acting user; or a group that the acting user is not in.
 */
export type Stranger = 'nobody' | 'beginning' | 'longer' | 'other kind' | 'oneself' | 'not joined';

/** Without the beginning that each execution gives it. */
const longestId = 86;

/** Who resets what: the conversation itself, or with a stranger in its place; `nobody` where there is no such one. */
export function named(
  { users, groups }: World,
  actor: string,
  peer: Peer,
  stranger: Stranger | undefined,
): readonly [string, Peer] {
  const { kind, id } = peer;
  const unlessTaken = (other: Peer): readonly [string, Peer] => {
    const taken = other.kind === 'user' ? users : groups.map((one) => one.id);
    const isFree = other.id !== '' && other.id.length <= longestId && !taken.includes(other.id);
    return [actor, isFree ? other : { kind, id: 'nobody' }];
  };
  switch (stranger) {
    case undefined:
      return [actor, peer];
    case 'oneself':
      return [actor, toUser(actor)];
    case 'not joined': {
      const pairs = groups.flatMap((group) =>
        [actor, ...users].flatMap((uid) => (group.members.includes(uid) ? [] : [[uid, toGroup(group.id)] as const])),
      );
      return pairs[0] ?? unlessTaken({ kind, id: 'nobody' });
    }
    case 'other kind':
      return unlessTaken(kind === 'user' ? toGroup(id) : toUser(id));
    default:
      return unlessTaken({ kind, id: { beginning: id.slice(0, -1), longer: `${id}2`, nobody: 'nobody' }[stranger] });
  }
}
