import type { Message } from '../naive-server.ts';
import type { Deviation, Reset, Step } from '../varied-server.ts';
import {
  alsoHides,
  hide,
  onMessage,
  rearranging,
  sameThread,
  seenIn,
  senderOf,
  sparing,
  toTheEnd,
  without,
  withoutEffect,
} from './effects.ts';

const theOther = ({ other }: Reset) => [other];
const isReturned = (reset: Reset) => seenIn(reset).length > 0 && seenIn(reset).length < reset.messages.length;
const isOnlyOf = ({ messages }: Reset, uid: string) =>
  messages.length > 0 && messages.every((it) => senderOf(it) === uid);

/** Whether the actor has looked at the messages since the last one came. */
function isRead({ kind, other, actor, messages }: Reset, { past }: Step): boolean {
  const path = `/v3/${kind}s/${other}/messages`;
  const looks = past.filter(({ request }) => request.method === 'GET' && request.url.startsWith(path));
  const last = looks.findLast(({ request }) => request.header('onbehalfof') === actor);
  return last !== undefined && last.counter >= (messages.at(-1)?.id ?? 0);
}

/** Dimension: the state of the conversation. */
export const states: Readonly<Record<string, Deviation>> = {
  'returned-permanent-spares-hidden': {
    clause: 'BODY-3',
    what: 'A permanent deletion spares the messages that the actor had hidden by an earlier reset.',
    when: (reset) => reset.permanent && isReturned(reset),
    effect: sparing((messages, { me }) => messages.filter(({ hiddenFrom }) => hiddenFrom.some((it) => it === me))),
  },
  'returned-by-own-message-hides-for-other-side': {
    clause: 'AUTHENTICATION-5',
    what: 'A user reset after the actor brought the conversation back hides the last message from the other side, too.',
    when: (reset) => reset.kind === 'user' && isReturned(reset) && senderOf(reset.messages.at(-1)) === reset.actor,
    effect: alsoHides(theOther, (all) => all.slice(-1)),
  },
  'three-unread-without-effect': {
    clause: 'SERVICE-2',
    what: 'A user reset with three or more unread messages is confirmed and does nothing.',
    when: ({ kind, row }) => kind === 'user' && (row?.unread ?? 0) >= 3,
    effect: withoutEffect,
  },
  'read-group-order-lost': {
    clause: 'GROUP-6',
    what: 'preserveOrder moves a group to the end whose messages the actor has looked at since the last one.',
    when: (reset, step) => reset.kind === 'group' && reset.preserve && isRead(reset, step),
    effect: toTheEnd,
  },
  'own-messages-only-hidden-for-other-side': {
    clause: 'AUTHENTICATION-5',
    what: 'A reset that is not permanent also hides the messages from the other side when all are by the actor.',
    when: (reset) => reset.kind === 'user' && !reset.permanent && isOnlyOf(reset, reset.actor),
    effect: alsoHides(theOther),
  },
  'emptied-takes-next-row-along': {
    clause: 'SERVICE-6',
    what: 'A reset of a conversation that is emptied already also takes the one below out of the list.',
    when: (reset) => reset.row !== undefined && seenIn(reset).length === 0,
    effect: rearranging((rows, _, { rows: before, place }) => without(rows, before[place + 1])),
  },
  'returned-with-an-old-text-hidden': {
    clause: 'SERVICE-2',
    what: 'A message with the text of one that a reset has hidden is hidden as well.',
    vary: onMessage((message, { messages }) => {
      const textOf = ({ json }: Message) => JSON.stringify(json['data']);
      const old = messages.find((it) => it !== message && textOf(it) === textOf(message));
      for (const party of old?.hiddenFrom ?? []) hide([message], party);
    }),
  },
  'refilled-after-deletion-hidden-for-both': {
    clause: 'AUTHENTICATION-5',
    what: 'A reset that is not permanent hides the messages from both sides once the conversation was deleted permanently.',
    when: ({ kind, permanent, thread }, { resets }) =>
      kind === 'user' && !permanent && resets.some((it) => it.permanent && sameThread(it.thread, thread)),
    effect: alsoHides(theOther),
  },
};
