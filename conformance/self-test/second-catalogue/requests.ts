import type { Thread } from '../naive-server.ts';
import { type Deviation, partyOf } from '../varied-server.ts';
import {
  afterwards,
  alsoHides,
  alsoResets,
  asIf,
  bothSides,
  orderLost,
  senderOf,
  sparing,
  withoutEffect,
} from './effects.ts';

/** Dimension: the kind of conversation. */
export const kinds: Readonly<Record<string, Deviation>> = {
  'group-reset-clears-pair-with-owner': {
    clause: 'SERVICE-3',
    what: 'A group reset with preserveOrder also takes the conversation with the owner of the group out of the list.',
    when: ({ kind, preserve, actor, party }) => kind === 'group' && preserve && party?.json['owner'] !== actor,
    effect: alsoResets(({ actor, party }) => [{ kind: 'user', actor, other: String(party?.json['owner']) }]),
  },
  'permanent-pair-deletion-reaches-groups': {
    clause: 'SERVICE-5',
    what: 'A permanent deletion also deletes what the actor wrote to groups that both users are in.',
    when: ({ permanent }) => permanent,
    effect: afterwards(({ actor, other }, { state }) => {
      const isShared = ({ kind, ids: [id = ''] }: Thread) =>
        kind === 'group' && [actor, other].every((uid) => partyOf(state, kind, id)?.members.includes(uid));
      for (const thread of state.threads.filter(isShared))
        thread.messages = thread.messages.filter((it) => senderOf(it) !== actor);
    }),
  },
};

const deletion = 'deleteMessagesPermanently';

/** Dimension: the flags, each true, false or absent. */
export const flags: Readonly<Record<string, Deviation>> = {
  'both-flags-false-without-effect': {
    clause: 'SERVICE-2',
    what: 'A user reset with both flags false is confirmed and does nothing.',
    when: ({ body }) => body[deletion] === false && body['preserveOrder'] === false,
    effect: withoutEffect,
  },
  'group-order-true-by-default': {
    clause: 'GROUP-7',
    what: 'A group reset without preserveOrder is one with preserveOrder true, unless the group is first in the list.',
    when: ({ kind, body, place }) => kind === 'group' && !('preserveOrder' in body) && place > 0,
    effect: asIf({ preserveOrder: true }),
  },
  'order-true-by-default-with-permanent': {
    clause: 'USER-4',
    what: 'A permanent deletion without preserveOrder in the body is one with preserveOrder true.',
    when: ({ body, permanent }) => permanent && !('preserveOrder' in body),
    effect: asIf({ preserveOrder: true }),
  },
  'group-order-false-deletes-for-newest-sender': {
    clause: 'SERVICE-5',
    what: 'A group reset with preserveOrder false hides the messages from who wrote last, too.',
    when: ({ kind, body }) => kind === 'group' && body['preserveOrder'] === false,
    effect: alsoHides(({ thread }) => [senderOf(thread?.messages.at(-1))]),
  },
};

/** Dimension: the form of addressing. */
export const addressing: Readonly<Record<string, Deviation>> = {
  'path-peer-order-lost-with-permanent': {
    clause: 'BODY-5',
    what: 'With the other user in the path and nobody in the body, a permanent deletion loses the place in the list.',
    when: ({ form, preserve, permanent }) => form === 'path-peer' && preserve && permanent,
    effect: orderLost,
  },
  'echo-resets-other-side-too': {
    clause: 'AUTHENTICATION-5',
    what: 'With the other user in the path, the acting user in the body and preserveOrder false, both sides are reset.',
    when: ({ kind, form, body }) => kind === 'user' && form === 'path-peer-echo' && body['preserveOrder'] === false,
    effect: bothSides,
  },
  'path-actor-deletes-own-messages-only': {
    clause: 'BODY-3',
    what: 'With the acting user in the path, a permanent deletion spares the messages of the other user.',
    when: ({ form, permanent }) => form === 'path-actor' && permanent,
    effect: sparing((messages, { actor }) => messages.filter((it) => senderOf(it) !== actor)),
  },
};
