import { conversationId, type Deviation } from '../varied-server.ts';
import { answering, saying, withoutEffect } from './effects.ts';

/** Dimension: the answers. */
export const answers: Readonly<Record<string, Deviation>> = {
  'status-204-for-only-conversation': {
    clause: 'RESPONSE-2',
    what: 'A reset of the only conversation in a list is answered with 204 and no body.',
    when: ({ rows }) => rows.length === 1,
    effect: answering(() => ({ status: 204, body: '' })),
  },
  'success-false-but-done': {
    clause: 'RESPONSE-3',
    what: 'A permanent deletion of a conversation with unread messages is answered with success false, and done.',
    when: ({ permanent, row }) => permanent && (row?.unread ?? 0) > 0,
    effect: answering((data) => ({ body: { data: { ...data, success: false } } })),
  },
  'later-name-confirmed-without-effect': {
    clause: 'RESPONSE-3',
    what: 'A user reset with the acting user in the path and no flags is confirmed and does nothing when the actor sorts after the other user.',
    when: ({ form, actor, other, body }) => form === 'path-actor' && actor > other && Object.keys(body).length === 1,
    effect: withoutEffect,
  },
  'message-names-conversation-above-too': {
    clause: 'RESPONSE-4',
    what: 'The confirmation of a group reset also names the conversation above.',
    when: ({ kind, place }) => kind === 'group' && place > 0,
    effect: saying((message, { actor, rows, place }) => {
      const { other = '', thread } = rows[place - 1] ?? {};
      return `${message} ${conversationId(thread?.kind ?? 'user', actor, other)} is next.`;
    }),
  },
  'message-names-former-conversation': {
    clause: 'RESPONSE-4',
    what: 'The confirmation of a group reset names the conversation that the same user reset before.',
    when: ({ kind }) => kind === 'group',
    effect: saying((message, { actor, other }, { resets }) => {
      const last = resets.findLast((it) => it.actor === actor);
      if (!last || last.kind === 'group') return message;
      return message.replace(`group_${other}`, conversationId('user', actor, last.other));
    }),
  },
};
