import type { Deviation } from './deviation.ts';
import { alsoResets, onReset, orderLost, otherSide, saying, senderOf, sparing } from './effects.ts';
import { bothFlags, inPlace, list, permanently, read, reset, say, town } from './witness.ts';

/** Dimension: the form of addressing. */
export const addressing: readonly Deviation[] = [
  {
    name: 'path-peer-order-lost-with-permanent',
    clause: 'BODY-5',
    what: 'With the other user in the path and nobody in the body, a permanent deletion loses the place in the list.',
    deviate: onReset(({ form, preserve, permanent }) => form === 'path-peer' && preserve && permanent, orderLost),
    witness: [town, reset('ann', 'bob', bothFlags, { form: 'path-peer' }), list('ann')],
  },
  {
    name: 'echo-resets-other-side-too',
    clause: 'AUTHENTICATION-5',
    what: 'With the other user in the path, the acting user in the body and preserveOrder false, both sides are reset.',
    deviate: onReset(
      ({ kind, form, body }) => kind === 'user' && form === 'path-peer-echo' && body['preserveOrder'] === false,
      alsoResets(otherSide),
    ),
    witness: [town, reset('ann', 'bob', { preserveOrder: false }, { form: 'path-peer-echo' }), list('bob')],
  },
  {
    name: 'path-actor-deletes-own-messages-only',
    clause: 'BODY-3',
    what: 'With the acting user in the path, a permanent deletion spares the messages of the other user.',
    deviate: onReset(
      ({ form, permanent }) => form === 'path-actor' && permanent,
      sparing((messages, { actor }) => messages.filter((it) => senderOf(it) !== actor)),
    ),
    witness: [town, say('bob', 'ann'), reset('ann', 'bob', permanently), read('bob', 'ann')],
  },
  {
    name: 'path-peer-confirmed-for-the-other',
    clause: 'RESPONSE-4',
    what: 'With the other user in the path and preserveOrder, the confirmation says that it was done for the other user.',
    deviate: onReset(
      ({ kind, form, preserve }) => kind === 'user' && form === 'path-peer' && preserve,
      saying((message, { actor, other }) => message.replace(`UID ${actor}`, `UID ${other}`)),
    ),
    witness: [town, reset('ann', 'bob', inPlace, { form: 'path-peer' })],
  },
  {
    name: 'path-actor-permanent-names-oneself-twice',
    clause: 'RESPONSE-4',
    what: 'With the acting user in the path, a permanent deletion names the conversation of the actor with the actor.',
    deviate: onReset(
      ({ form, permanent }) => form === 'path-actor' && permanent,
      saying(
        (_, { actor }) => `The conversation ${actor}_user_${actor} has been deleted successfully for UID ${actor}.`,
      ),
    ),
    witness: [town, reset('ann', 'bob', permanently)],
  },
];
