import type { Deviation, Reset, Step } from '../varied-server.ts';
import { alsoFor, confirmedFor, senderOf, sparing, toTheEnd } from './effects.ts';

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

/** Dimension: the role of who acts. */
export const roles: Readonly<Record<string, Deviation>> = {
  'late-member-resets-owner-too': {
    clause: 'AUTHENTICATION-5',
    what: 'A group reset by somebody who joined after the first message also takes the group out of the list of the owner.',
    when: isLate,
    effect: alsoFor((reset) => [ownerOf(reset)]),
  },
  'other-side-order-lost': {
    clause: 'BODY-5',
    what: 'For the user who did not start the conversation, preserveOrder moves it to the end.',
    when: (reset) => reset.preserve && isOtherSide(reset),
    effect: toTheEnd,
  },
  'other-side-permanent-spares-oldest': {
    clause: 'BODY-3',
    what: 'A permanent deletion by the user who did not start the conversation spares the message that did.',
    when: (reset) => reset.permanent && isOtherSide(reset),
    effect: sparing((messages) => messages.slice(0, 1)),
  },
  'third-member-confirmed-for-owner': {
    clause: 'RESPONSE-4',
    what: 'A group reset by the third member is confirmed in the name of the owner.',
    when: ({ party, actor }) => party?.members[2] === actor,
    effect: confirmedFor(ownerOf),
  },
};
