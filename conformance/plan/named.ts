import { keyOf, latestFirst, toGroup, toUser } from '../scenario/conversations.ts';
import { held } from '../scenario/ids.ts';
import type { Reset } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { World } from './world.ts';

/**
 * Whom a reset names in place of the other side: an id that nobody has, which may be the beginning of the right one, or
 * begin with it, or be its own with the other kind; the acting user; a group that the acting user is not in; or a user
 * who has never written with the acting user.
 */
export const strangers = ['nobody', 'other kind', 'beginning', 'oneself', 'longer', 'not joined', 'unwritten'] as const;
export type Stranger = (typeof strangers)[number];

/** A third user beside the two: in the path, or as the one who acts. */
export type Third = 'in the path' | 'acting';

/** Without the beginning that each execution gives it. */
const longestId = 86;

/** Who resets what: the conversation itself, or with a stranger in its place; `nobody` where there is no such one. */
export function named(
  { users, groups, begin }: World,
  actor: string,
  peer: Peer,
  stranger: Stranger | undefined,
): Pick<Reset, 'actor' | 'conversation'> {
  const { kind, id } = peer;
  const nobody = { actor, conversation: { kind, id: 'nobody' } };
  const unlessTaken = (conversation: Peer) => {
    const taken = conversation.kind === 'user' ? users : groups.map((one) => one.id);
    const isFree = conversation.id !== '' && conversation.id.length <= longestId;
    return isFree && !taken.includes(conversation.id) ? { actor, conversation } : nobody;
  };
  switch (stranger) {
    case undefined:
      return { actor, conversation: peer };
    case 'oneself':
      return { actor, conversation: toUser(actor) };
    case 'not joined': {
      const pairs = groups.flatMap((group) =>
        [actor, ...users].flatMap((uid) =>
          group.members.includes(uid) ? [] : [{ actor: uid, conversation: toGroup(group.id) }],
        ),
      );
      return pairs[0] ?? nobody;
    }
    case 'unwritten': {
      const written = latestFirst({ groups, steps: begin }, actor).map(keyOf);
      const other = users.find((uid) => uid !== actor && !written.includes(keyOf(toUser(uid))));
      return other === undefined ? nobody : { actor, conversation: toUser(other) };
    }
    case 'other kind':
      return unlessTaken(kind === 'user' ? toGroup(id) : toUser(id));
    default:
      return unlessTaken({ kind, id: { beginning: id.slice(0, -1), longer: `${id}2`, nobody: 'nobody' }[stranger] });
  }
}

/** What a third user changes about a reset; a group reset can name one beside the group alone. */
export function withThird({ users }: World, { actor, conversation }: Reset, third: Third): Partial<Reset> {
  const others = users.filter((uid) => uid !== actor && uid !== conversation.id);
  const [first = actor, last = first] = [others[0], others.at(-1)];
  if (conversation.kind === 'group') return { extra: { conversationWith: held(toUser(first)) } };
  return third === 'acting' ? { actor: last, path: actor } : { path: first };
}
