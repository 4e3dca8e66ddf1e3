import type { Deviation } from './deviation.ts';
import { answering, confirmedFor, saying, withoutEffect } from './effects.ts';
import { bothFlags, inPlace, list, permanently, reset, say, toOther, town, users } from './witness.ts';

/** Dimension: the answers. */
export const answers: Readonly<Record<string, Deviation>> = {
  'success-as-text-for-group-in-place': {
    clause: 'RESPONSE-3',
    what: 'A group reset with preserveOrder is confirmed with the text "true".',
    when: ({ kind, preserve }) => kind === 'group' && preserve,
    effect: answering((data) => ({ body: { data: { ...data, success: 'true' } } })),
    witness: [town, reset('ann', '#crew', inPlace)],
  },
  'success-as-number-for-other-member': {
    clause: 'RESPONSE-3',
    what: 'A group reset by somebody who is not the owner is confirmed with the number 1.',
    when: ({ kind, actor, party }) => kind === 'group' && party?.json['owner'] !== actor,
    effect: answering((data) => ({ body: { data: { ...data, success: 1 } } })),
    witness: [town, reset('bob', '#crew')],
  },
  'status-201-for-both-flags': {
    clause: 'USER-5',
    what: 'A user reset with both flags true is answered with 201.',
    when: ({ preserve, permanent }) => preserve && permanent,
    effect: answering(() => ({ status: 201 })),
    witness: [town, reset('ann', 'bob', bothFlags)],
  },
  'status-204-for-only-conversation': {
    clause: 'RESPONSE-2',
    what: 'A reset of the only conversation in a list is answered with 204 and no body.',
    when: ({ rows }) => rows.length === 1,
    effect: answering(() => ({ status: 204, body: '' })),
    witness: [users('ann', 'bob'), say('ann', 'bob'), reset('ann', 'bob')],
  },
  'media-type-text-for-order-false': {
    clause: 'RESPONSE-1',
    what: 'A group reset with preserveOrder false is answered as text/plain.',
    when: ({ kind, body }) => kind === 'group' && body['preserveOrder'] === false,
    effect: answering(() => ({ headers: { 'Content-Type': 'text/plain' } })),
    witness: [town, reset('ann', '#crew', { preserveOrder: false })],
  },
  'media-type-html-for-echo-form': {
    clause: 'RESPONSE-1',
    what: 'A permanent deletion with the other user in the path and the acting user in the body is answered as text/html.',
    when: ({ form, permanent }) => form === 'path-peer-echo' && permanent,
    effect: answering(() => ({ headers: { 'Content-Type': 'text/html' } })),
    witness: [town, reset('ann', 'bob', permanently, { form: 'path-peer-echo' })],
  },
  'no-data-around-result-of-deletion-false': {
    clause: 'RESPONSE-2',
    what: 'With deleteMessagesPermanently false the result stands in the answer without data around it.',
    when: ({ body }) => body['deleteMessagesPermanently'] === false,
    effect: answering((data) => ({ body: data })),
    witness: [town, reset('ann', 'bob', toOther)],
  },
  'data-as-list-for-second-place': {
    clause: 'RESPONSE-2',
    what: 'A reset in place at the second place is answered with a list under data.',
    when: ({ preserve, place }) => preserve && place === 1,
    effect: answering((data) => ({ body: { data: [data] } })),
    witness: [town, reset('ann', 'cat', inPlace)],
  },
  'success-false-but-done': {
    clause: 'RESPONSE-3',
    what: 'A permanent deletion of a conversation with unread messages is answered with success false, and done.',
    when: ({ permanent, row }) => permanent && (row?.unread ?? 0) > 0,
    effect: answering((data) => ({ body: { data: { ...data, success: false } } })),
    witness: [town, reset('bob', 'ann', permanently), list('bob')],
  },
  'later-name-confirmed-without-effect': {
    clause: 'RESPONSE-3',
    what: 'A user reset with the acting user in the path and no flags is confirmed and does nothing when the actor sorts after the other user.',
    when: ({ form, actor, other, body }) => form === 'path-actor' && actor > other && Object.keys(body).length === 1,
    effect: withoutEffect,
    witness: [town, reset('bob', 'ann'), list('bob')],
  },
  'later-name-confirmed-for-other-side': {
    clause: 'RESPONSE-4',
    what: 'A user reset in place is confirmed in the name of the other user when the actor sorts after that user.',
    when: ({ kind, actor, other, preserve }) => kind === 'user' && preserve && actor > other,
    effect: confirmedFor(({ other }) => other),
    witness: [town, reset('bob', 'ann', inPlace)],
  },
  'message-names-conversation-above-too': {
    clause: 'RESPONSE-4',
    what: 'The confirmation of a group reset also names the conversation above.',
    when: ({ kind, place }) => kind === 'group' && place > 0,
    effect: saying((message, { actor, rows, place }) => {
      const { other = '', thread } = rows[place - 1] ?? {};
      const id = thread?.kind === 'group' ? `group_${other}` : [actor, other].sort().join('_user_');
      return `${message} ${id} is next.`;
    }),
    witness: [town, say('bob', 'ann'), reset('ann', '#crew')],
  },
  'message-empty-after-own-message': {
    clause: 'RESPONSE-4',
    what: 'The confirmation of a user reset is empty when the last message is by the actor.',
    when: ({ kind, actor, messages }) => kind === 'user' && messages.at(-1)?.json['sender'] === actor,
    effect: saying(() => ''),
    witness: [town, reset('ann', 'bob')],
  },
  'message-names-former-conversation': {
    clause: 'RESPONSE-4',
    what: 'The confirmation of a group reset names the conversation that the same user reset before.',
    when: ({ kind }) => kind === 'group',
    effect: saying((message, { actor, other }, { resets }) => {
      const last = resets.findLast((it) => it.actor === actor);
      if (!last || last.kind === 'group') return message;
      return message.replace(`group_${other}`, [actor, last.other].sort().join('_user_'));
    }),
    witness: [town, reset('ann', 'bob'), reset('ann', '#crew')],
  },
  'message-as-list-for-permanent': {
    clause: 'RESPONSE-4',
    what: 'The message of a permanent deletion without preserveOrder is a list of two texts.',
    when: ({ permanent, body }) => permanent && !('preserveOrder' in body),
    effect: saying((message) => message.split(' for ')),
    witness: [town, reset('ann', 'bob', permanently)],
  },
};
