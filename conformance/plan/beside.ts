import { participantsOf, toGroup, toUser } from '../scenario/conversations.ts';
import { held } from '../scenario/ids.ts';
import type { Reset } from '../scenario/scenario.ts';
import type { World } from './world.ts';

export const besides = ['onBehalfOf', 'sender', 'uid', 'receiver', 'guid', 'other call', 'deeper'] as const;

/**
 * What stands in a body beside the fields of its call: a word of the API that names somebody else of the world, the fields
 * of the other call, or the documented ones deeper down. None of it means anything.
 */
export type Beside = 'colour' | (typeof besides)[number];

/** The fields, as scenarios hold them. */
export function fieldsBeside(world: World, reset: Reset, beside: Beside): Readonly<Record<string, unknown>> {
  const { side, third, group } = othersOf(world, reset);
  const forGood = { deleteMessagesPermanently: true };
  const documented = { conversationWith: third, ...forGood, preserveOrder: true };
  switch (beside) {
    case 'receiver':
      return { receiver: third, receiverType: 'user' };
    case 'guid':
      return { guid: group };
    case 'other call':
      // The group reset documents nothing that the user reset does not.
      return reset.conversation.kind === 'group' ? { conversationWith: third, ...forGood } : { colour: 'red' };
    case 'deeper':
      return { colour: documented, colours: [documented], text: JSON.stringify(forGood) };
    case 'colour':
      return { colour: 'red' };
    default:
      return { [beside]: side };
  }
}

/** Who else takes part in the conversation, who is not the other side of it, and another group of the acting user. */
function othersOf({ users, groups }: World, { actor, conversation }: Reset) {
  const others = users.filter((uid) => uid !== actor);
  const participants = participantsOf({ groups }, actor, conversation);
  const side = others.find((uid) => participants.includes(uid)) ?? actor;
  const third = others.find((uid) => uid !== conversation.id) ?? side;
  const group = groups.find(({ id, members }) => id !== conversation.id && members.includes(actor));
  return { side: held(toUser(side)), third: held(toUser(third)), group: held(toGroup(group?.id ?? 'nobody')) };
}
