import type { Deviation } from './deviation.ts';
import {
  alsoHides,
  asIf,
  orderLost,
  rearranging,
  senderOf,
  sparing,
  theOther,
  without,
  withoutEffect,
} from './effects.ts';
import { bothFlags, inPlace, list, permanently, read, reset, say, toOther, town } from './witness.ts';

const deletion = 'deleteMessagesPermanently';

/** Dimension: the flags, each true, false or absent. */
export const flags: Readonly<Record<string, Deviation>> = {
  'both-flags-false-without-effect': {
    clause: 'SERVICE-2',
    what: 'A user reset with both flags false is confirmed and does nothing.',
    when: ({ body }) => body[deletion] === false && body['preserveOrder'] === false,
    effect: withoutEffect,
    witness: [town, reset('ann', 'bob', { ...toOther, preserveOrder: false }), list('ann')],
  },
  'order-lost-beside-deletion-false': {
    clause: 'BODY-5',
    what: 'preserveOrder true has no effect beside deleteMessagesPermanently false.',
    when: ({ body, preserve }) => preserve && body[deletion] === false,
    effect: orderLost,
    witness: [town, reset('ann', 'bob', { ...toOther, ...inPlace }), list('ann')],
  },
  'permanent-without-order-flag-spares-newest': {
    clause: 'BODY-3',
    what: 'A permanent deletion without preserveOrder in the body spares the newest message.',
    when: ({ body, permanent }) => permanent && !('preserveOrder' in body),
    effect: sparing((messages) => messages.slice(-1)),
    witness: [town, say('bob', 'ann'), reset('ann', 'bob', permanently), read('bob', 'ann')],
  },
  'deletion-false-beside-order-deletes': {
    clause: 'BODY-3',
    what: 'deleteMessagesPermanently false beside preserveOrder true deletes the messages of both.',
    when: ({ body, preserve }) => preserve && body[deletion] === false,
    effect: alsoHides(theOther),
    witness: [town, reset('ann', 'bob', { ...toOther, ...inPlace }), read('bob', 'ann')],
  },
  'group-order-true-by-default': {
    clause: 'GROUP-7',
    what: 'A group reset without preserveOrder is one with preserveOrder true, unless the group is first in the list.',
    when: ({ kind, body, place }) => kind === 'group' && !('preserveOrder' in body) && place > 0,
    effect: asIf(inPlace),
    witness: [town, say('bob', 'ann'), reset('ann', '#crew'), list('ann')],
  },
  'order-true-by-default-with-permanent': {
    clause: 'USER-4',
    what: 'A permanent deletion without preserveOrder in the body is one with preserveOrder true.',
    when: ({ body, permanent }) => permanent && !('preserveOrder' in body),
    effect: asIf(inPlace),
    witness: [town, reset('ann', 'bob', permanently), list('ann')],
  },
  'both-flags-true-move-up-by-one': {
    clause: 'BODY-5',
    what: 'With both flags true the conversation moves up by one place.',
    when: ({ preserve, permanent, place }) => preserve && permanent && place > 0,
    effect: rearranging((rows, row, { place }) => without(rows, row).toSpliced(place - 1, 0, row)),
    witness: [town, reset('ann', 'bob', bothFlags), list('ann')],
  },
  'group-order-false-deletes-for-newest-sender': {
    clause: 'SERVICE-5',
    what: 'A group reset with preserveOrder false hides the messages from who wrote last, too.',
    when: ({ kind, body }) => kind === 'group' && body['preserveOrder'] === false,
    effect: alsoHides(({ thread }) => [senderOf(thread?.messages.at(-1))]),
    witness: [town, reset('bob', '#crew', { preserveOrder: false }), read('ann', '#crew')],
  },
};
