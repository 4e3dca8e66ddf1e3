import { type Deviation, partyOf, type Reset, type Step } from './deviation.ts';
import {
  afterwards,
  alsoResets,
  hide,
  onReset,
  sameFor,
  saying,
  senderOf,
  sparing,
  toTheEnd,
  without,
  withoutEffect,
} from './effects.ts';
import { inPlace, join, list, permanently, read, reset, say, town } from './witness.ts';

const ownerOf = ({ kind, party }: Reset) => (kind === 'group' ? String(party?.json['owner']) : '');
const isOtherSide = ({ kind, actor, messages }: Reset) =>
  kind === 'user' && messages.length > 0 && senderOf(messages[0]) !== actor;

/** Whether the actor was added to the group when there were messages in it. */
function isLate({ kind, actor, other, messages }: Reset, { past }: Step): boolean {
  const joined = past.findLast(
    ({ request: { method, url, body } }) =>
      method === 'POST' && url.endsWith(`/groups/${other}/members`) && body.includes(`"${actor}"`),
  );
  return kind === 'group' && joined !== undefined && (messages[0]?.id ?? Number.POSITIVE_INFINITY) <= joined.counter;
}

const latecomer = [town, join('#crew', 'dan'), say('bob', '#crew')];

/** Dimension: the role of who acts. */
export const roles: readonly Deviation[] = [
  {
    name: 'owner-reset-empties-group-for-all',
    clause: 'AUTHENTICATION-5',
    what: 'A group reset by the owner hides the messages from every member.',
    deviate: onReset(
      (reset) => ownerOf(reset) === reset.actor,
      afterwards(({ thread, party }, { state }) => {
        for (const uid of party?.members ?? []) hide(thread?.messages ?? [], partyOf(state, 'user', uid));
      }),
    ),
    witness: [town, reset('ann', '#crew'), read('bob', '#crew')],
  },
  {
    name: 'late-member-without-effect',
    clause: 'SERVICE-3',
    what: 'A group reset by somebody who joined after the first message is confirmed and does nothing.',
    deviate: onReset(isLate, withoutEffect),
    witness: [latecomer, reset('dan', '#crew'), list('dan')],
  },
  {
    name: 'late-member-resets-owner-too',
    clause: 'AUTHENTICATION-5',
    what: 'A group reset by somebody who joined after the first message also takes the group out of the list of the owner.',
    deviate: onReset(
      isLate,
      alsoResets((reset) => sameFor(reset, [ownerOf(reset)])),
    ),
    witness: [latecomer, reset('dan', '#crew'), list('ann')],
  },
  {
    name: 'other-side-order-lost',
    clause: 'BODY-5',
    what: 'For the user who did not start the conversation, preserveOrder moves it to the end.',
    deviate: onReset((reset) => reset.preserve && isOtherSide(reset), toTheEnd),
    witness: [town, say('cat', 'bob'), say('ann', 'bob'), reset('bob', 'ann', inPlace), list('bob')],
  },
  {
    name: 'other-side-permanent-spares-oldest',
    clause: 'BODY-3',
    what: 'A permanent deletion by the user who did not start the conversation spares the message that did.',
    deviate: onReset(
      (reset) => reset.permanent && isOtherSide(reset),
      sparing((messages) => messages.slice(0, 1)),
    ),
    witness: [town, say('bob', 'ann'), reset('bob', 'ann', permanently), read('ann', 'bob')],
  },
  {
    name: 'third-member-confirmed-for-owner',
    clause: 'RESPONSE-4',
    what: 'A group reset by the third member is confirmed in the name of the owner.',
    deviate: onReset(
      ({ party, actor }) => party?.members[2] === actor,
      saying((message, reset) => message.replace(`UID ${reset.actor}`, `UID ${ownerOf(reset)}`)),
    ),
    witness: [town, reset('cat', '#crew')],
  },
  {
    name: 'member-in-place-moves-owner',
    clause: 'AUTHENTICATION-5',
    what: 'A group reset with preserveOrder by a member moves the group to the end of the list of the owner.',
    deviate: onReset(
      (reset) => reset.preserve && reset.kind === 'group' && ownerOf(reset) !== reset.actor,
      afterwards((reset, { state }) => {
        const owner = partyOf(state, 'user', ownerOf(reset));
        const row = owner?.rows.find(({ thread }) => thread === reset.thread);
        if (owner && row) owner.rows = [...without(owner.rows, row), row];
      }),
    ),
    witness: [town, reset('bob', '#crew', inPlace), list('ann')],
  },
  {
    name: 'other-side-reset-doubles-initiators-row',
    clause: 'AUTHENTICATION-5',
    what: 'A user reset by the user who did not start the conversation doubles it in the list of who did.',
    deviate: onReset(
      isOtherSide,
      afterwards(({ party, thread }) => {
        const row = party?.rows.find((it) => it.thread === thread);
        if (party && row) party.rows = [...party.rows, row];
      }),
    ),
    witness: [town, reset('bob', 'ann'), list('ann')],
  },
];
