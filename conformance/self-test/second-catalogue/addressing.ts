import type { Deviation } from './deviation.ts';
import { bothSides, confirmedFor, orderLost, saying, senderOf, sparing } from './effects.ts';
import { bothFlags, inPlace, list, permanently, read, reset, say, town } from './witness.ts';

/** Dimension: the form of addressing. */
export const addressing: Readonly<Record<string, Deviation>> = {
  'path-peer-order-lost-with-permanent': {
    clause: 'BODY-5',
    what: 'With the other user in the path and nobody in the body, a permanent deletion loses the place in the list.',
    when: ({ form, preserve, permanent }) => form === 'path-peer' && preserve && permanent,
    effect: orderLost,
    witness: [town, reset('ann', 'bob', bothFlags, { form: 'path-peer' }), list('ann')],
  },
  'echo-resets-other-side-too': {
    clause: 'AUTHENTICATION-5',
    what: 'With the other user in the path, the acting user in the body and preserveOrder false, both sides are reset.',
    when: ({ kind, form, body }) => kind === 'user' && form === 'path-peer-echo' && body['preserveOrder'] === false,
    effect: bothSides,
    witness: [town, reset('ann', 'bob', { preserveOrder: false }, { form: 'path-peer-echo' }), list('bob')],
  },
  'path-actor-deletes-own-messages-only': {
    clause: 'BODY-3',
    what: 'With the acting user in the path, a permanent deletion spares the messages of the other user.',
    when: ({ form, permanent }) => form === 'path-actor' && permanent,
    effect: sparing((messages, { actor }) => messages.filter((it) => senderOf(it) !== actor)),
    witness: [town, say('bob', 'ann'), reset('ann', 'bob', permanently), read('bob', 'ann')],
  },
  'path-peer-confirmed-for-the-other': {
    clause: 'RESPONSE-4',
    what: 'With the other user in the path and preserveOrder, the confirmation says that it was done for the other user.',
    when: ({ kind, form, preserve }) => kind === 'user' && form === 'path-peer' && preserve,
    effect: confirmedFor(({ other }) => other),
    witness: [town, reset('ann', 'bob', inPlace, { form: 'path-peer' })],
  },
  'path-actor-permanent-names-oneself-twice': {
    clause: 'RESPONSE-4',
    what: 'With the acting user in the path, a permanent deletion names the conversation of the actor with the actor.',
    when: ({ form, permanent }) => form === 'path-actor' && permanent,
    effect: saying(
      (_, { actor }) => `The conversation ${actor}_user_${actor} has been deleted successfully for UID ${actor}.`,
    ),
    witness: [town, reset('ann', 'bob', permanently)],
  },
};
