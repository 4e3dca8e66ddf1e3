import type { Message, Thread } from '../naive-server.ts';
import { partyOf, type Reset, type ResetStep } from '../varied-server.ts';
import {
  afterwards,
  alsoFor,
  alsoHides,
  alsoResets,
  confirmedFor,
  everybody,
  fault,
  groupJoined,
  hide,
  onMessage,
  orderLost,
  ownerOf,
  rearranging,
  sameThread,
  saying,
  seenIn,
  senderOf,
  sparing,
  toTheEnd,
  without,
  withoutEffect,
} from './effects.ts';

/** Dimension: the kind of conversation. */
export const kinds = [
  fault('group-reset-clears-pair-with-owner', 'SERVICE-3', {
    what: 'A group reset with preserveOrder also takes the conversation with the owner of the group out of the list.',
    when: (it) => it.kind === 'group' && it.preserve && ownerOf(it) !== it.actor,
    effect: alsoResets((it) => [{ kind: 'user', actor: it.actor, other: ownerOf(it) }]),
  }),
  fault('permanent-pair-deletion-reaches-groups', 'SERVICE-5', {
    what: 'A permanent deletion also deletes what the actor wrote to groups that both users are in.',
    when: ({ permanent }) => permanent,
    effect: afterwards(({ actor, other, state }) => {
      const isShared = ({ kind, ids: [id = ''] }: Thread) =>
        kind === 'group' && [actor, other].every((uid) => partyOf(state, kind, id)?.members.includes(uid));
      for (const thread of state.threads.filter(isShared))
        thread.messages = thread.messages.filter((it) => senderOf(it) !== actor);
    }),
  }),
];

const isOtherSide = ({ kind, actor, messages }: Reset) =>
  kind === 'user' && messages.length > 0 && senderOf(messages[0]) !== actor;

/** Whether the actor was added to the group when there were messages in it. */
function isLate({ kind, actor, other, messages, past }: ResetStep): boolean {
  const joined = past.findLast((it) => groupJoined(it) === other && it.request.body.includes(`"${actor}"`));
  return kind === 'group' && joined !== undefined && (messages[0]?.id ?? Number.POSITIVE_INFINITY) <= joined.counter;
}

/** Dimension: the role of who acts. */
export const roles = [
  fault('late-member-resets-owner-too', 'AUTHENTICATION-5', {
    what: 'A group reset by somebody who joined after the first message also takes the group out of the list of the owner.',
    when: isLate,
    effect: alsoFor((it) => [ownerOf(it)]),
  }),
  fault('other-side-order-lost', 'BODY-5', {
    what: 'For the user who did not start the conversation, preserveOrder moves it to the end.',
    when: (it) => it.preserve && isOtherSide(it),
    effect: toTheEnd,
  }),
  fault('other-side-permanent-spares-oldest', 'BODY-3', {
    what: 'A permanent deletion by the user who did not start the conversation spares the message that did.',
    when: (it) => it.permanent && isOtherSide(it),
    effect: sparing((messages) => messages.slice(0, 1)),
  }),
  fault('third-member-confirmed-for-owner', 'RESPONSE-4', {
    what: 'A group reset by the third member is confirmed in the name of the owner.',
    when: ({ party, actor }) => party?.members[2] === actor,
    effect: confirmedFor(ownerOf),
  }),
];

const isPattern = (pattern: string, id: string) =>
  pattern !== id && new RegExp(`^${pattern.replaceAll('_', '.')}$`).test(id);

/** Further conversations of the actor, of the same kind. */
const alsoOthers = (isMeant: (other: string, asked: string) => boolean) =>
  alsoResets(({ kind, actor, other, rows }) =>
    rows
      .filter((row) => row.thread.kind === kind && row.other !== other && isMeant(row.other, other))
      .map((row) => ({ kind, actor, other: row.other })),
  );

/** Dimension: the shape of the ids of the actor, of the other user and of the group. */
export const ids = [
  fault('long-guid-cut-in-confirmation', 'RESPONSE-4', {
    what: 'The confirmation names only the first 64 characters of a group.',
    when: ({ kind, other }) => kind === 'group' && other.length > 64,
    effect: saying((message, { other }) => message.replace(other, other.slice(0, 64))),
  }),
  fault('long-peers-alike-but-for-last-char', 'IDENTIFIERS-1', {
    what: 'A user reset also reaches the other user whose id of 64 characters or more differs in the last one alone.',
    when: ({ kind, other }) => kind === 'user' && other.length >= 64,
    effect: alsoOthers((id, asked) => id.length === asked.length && id.slice(0, -1) === asked.slice(0, -1)),
  }),
  fault('guid-as-prefix', 'IDENTIFIERS-2', {
    what: 'A group reset also reaches the groups whose id starts with that of the group.',
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers((id, asked) => id.startsWith(asked)),
  }),
  fault('underscore-in-guid-as-wildcard', 'IDENTIFIERS-2', {
    what: 'An underscore in the id of a group stands for any character.',
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers((id, asked) => isPattern(asked, id)),
  }),
  fault('infix-permanent-deletes-colliding-pair', 'IDENTIFIERS-1', {
    what: 'A permanent deletion also deletes the messages of the pair whose ids join to the same text.',
    when: ({ permanent }) => permanent,
    effect: afterwards(({ actor, other, state }) => {
      const joined = [actor, other].sort().join('_user_');
      for (const thread of state.threads)
        if (thread.kind === 'user' && thread.ids.toSorted().join('_user_') === joined) thread.messages = [];
    }),
  }),
  fault('infix-actor-reset-for-its-first-part', 'AUTHENTICATION-5', {
    what: 'A reset by a user with _user_ in the id is also applied to the user whose id is the part before it.',
    when: ({ actor }) => actor.includes('_user_'),
    effect: alsoFor(({ actor }) => [actor.split('_user_')[0] ?? '']),
  }),
  fault('trailing-underscore-cut-from-actor', 'RESPONSE-4', {
    what: 'The confirmation leaves the trailing underscore of the acting user out.',
    when: ({ actor }) => /._$/.test(actor),
    effect: confirmedFor(({ actor }) => actor.slice(0, -1)),
  }),
  fault('groups-apart-in-case-reset-together', 'IDENTIFIERS-2', {
    what: 'Where case counts, a group reset also reaches the group whose id differs in case alone.',
    behaviour: { identifierCase: 'sensitive' },
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers((id, asked) => id.toLowerCase() === asked.toLowerCase()),
  }),
  fault('permanent-deletes-group-of-same-name', 'SERVICE-5', {
    what: 'A permanent deletion also deletes the messages of the group that has the name of the other user.',
    when: ({ permanent }) => permanent,
    effect: afterwards(({ other, state }) => {
      const thread = state.threads.find(({ kind, ids }) => kind === 'group' && ids.includes(other));
      if (thread) thread.messages = [];
    }),
  }),
  fault('group-named-like-actor-without-effect', 'SERVICE-3', {
    what: 'A reset of the group that has the name of the actor is confirmed and does nothing.',
    when: ({ kind, actor, other }) => kind === 'group' && actor === other,
    effect: withoutEffect,
  }),
];

const theOther = ({ other }: Reset) => [other];
const isReturned = (reset: Reset) => seenIn(reset).length > 0 && seenIn(reset).length < reset.messages.length;

/** Whether the actor has looked at the messages since the last one came. */
function isRead({ kind, other, actor, messages, past }: ResetStep): boolean {
  const read = `GET /v3/${kind}s/${other}/messages`;
  const last = past.findLast(({ call, request }) => call.startsWith(read) && request.header('onbehalfof') === actor);
  return last !== undefined && last.counter >= (messages.at(-1)?.id ?? 0);
}

/** Dimension: the state of the conversation. */
export const states = [
  fault('returned-permanent-spares-hidden', 'BODY-3', {
    what: 'A permanent deletion spares the messages that the actor had hidden by an earlier reset.',
    when: (it) => it.permanent && isReturned(it),
    effect: sparing((messages, { me }) => messages.filter(({ hiddenFrom }) => hiddenFrom.some((it) => it === me))),
  }),
  fault('returned-by-own-message-hides-for-other-side', 'AUTHENTICATION-5', {
    what: 'A user reset after the actor brought the conversation back hides the last message from the other side, too.',
    when: (it) => it.kind === 'user' && isReturned(it) && senderOf(it.messages.at(-1)) === it.actor,
    effect: alsoHides(theOther, (all) => all.slice(-1)),
  }),
  fault('three-unread-without-effect', 'SERVICE-2', {
    what: 'A user reset with three or more unread messages is confirmed and does nothing.',
    when: ({ kind, row }) => kind === 'user' && (row?.unread ?? 0) >= 3,
    effect: withoutEffect,
  }),
  fault('read-group-order-lost', 'GROUP-6', {
    what: 'preserveOrder moves a group to the end whose messages the actor has looked at since the last one.',
    when: (it) => it.kind === 'group' && it.preserve && isRead(it),
    effect: toTheEnd,
  }),
  fault('own-messages-only-hidden-for-other-side', 'AUTHENTICATION-5', {
    what: 'A reset that is not permanent also hides the messages from the other side when all are by the actor.',
    when: ({ kind, permanent, actor, messages }) =>
      kind === 'user' && !permanent && messages.length > 0 && messages.every((it) => senderOf(it) === actor),
    effect: alsoHides(theOther),
  }),
  fault('emptied-takes-next-row-along', 'SERVICE-6', {
    what: 'A reset of a conversation that is emptied already also takes the one below out of the list.',
    when: (it) => it.row !== undefined && seenIn(it).length === 0,
    effect: rearranging((rows, _, { rows: before, place }) => without(rows, before[place + 1])),
  }),
  fault('returned-with-an-old-text-hidden', 'SERVICE-2', {
    what: 'A message with the text of one that a reset has hidden is hidden as well.',
    vary: onMessage((message, { messages }) => {
      const textOf = ({ json }: Message) => JSON.stringify(json['data']);
      const old = messages.find((it) => it !== message && textOf(it) === textOf(message));
      for (const party of old?.hiddenFrom ?? []) hide([message], party);
    }),
  }),
  fault('refilled-after-deletion-hidden-for-both', 'AUTHENTICATION-5', {
    what: 'A reset that is not permanent hides the messages from both sides once the conversation was deleted permanently.',
    when: ({ kind, permanent, thread, resets }) =>
      kind === 'user' && !permanent && resets.some((it) => it.permanent && sameThread(it.thread, thread)),
    effect: alsoHides(theOther),
  }),
];

/** Dimension: the place in the list. */
export const places = [
  fault('last-place-moves-first', 'BODY-5', {
    what: 'preserveOrder moves a conversation from the last place of three or more to the first.',
    when: ({ preserve, rows, place }) => preserve && rows.length >= 3 && place === rows.length - 1,
    effect: rearranging((rows, row) => [row, ...without(rows, row)]),
  }),
  fault('removal-turns-the-rows-below', 'SERVICE-6', {
    what: 'A reset without preserveOrder turns the order of the conversations below.',
    when: ({ preserve, rows, place }) => !preserve && place >= 0 && rows.length - place > 2,
    effect: rearranging((rows, _, { place }) => [...rows.slice(0, place), ...rows.slice(place).reverse()]),
  }),
  fault('page-two-moves-to-page-one', 'GROUP-6', {
    what: 'preserveOrder moves a conversation from beyond the hundredth place to the hundredth.',
    when: ({ preserve, place }) => preserve && place >= 100,
    effect: rearranging((rows, row) => without(rows, row).toSpliced(99, 0, row)),
  }),
  fault('only-row-doubled', 'SERVICE-6', {
    what: 'preserveOrder doubles the only conversation in a list.',
    when: ({ preserve, rows }) => preserve && rows.length === 1,
    effect: rearranging((rows, row) => [...rows, row]),
  }),
  fault('exact-middle-drops-last-row', 'SERVICE-6', {
    what: 'preserveOrder in the exact middle of five or more conversations takes the last one out of the list.',
    when: ({ preserve, rows, place }) => preserve && rows.length >= 5 && place === (rows.length - 1) / 2,
    effect: rearranging((rows) => rows.slice(0, -1)),
  }),
];

/** Dimension: sizes. */
export const sizes = [
  fault('permanent-spares-hundred-and-first', 'BODY-3', {
    what: 'A permanent deletion deletes the newest 100 messages only.',
    when: ({ permanent }) => permanent,
    effect: sparing((messages) => messages.slice(0, -100)),
  }),
  fault('permanent-of-exactly-64-spares-newest', 'BODY-3', {
    what: 'A permanent deletion of exactly 64 messages spares the newest.',
    when: ({ permanent, messages }) => permanent && messages.length === 64,
    effect: sparing((messages) => messages.slice(-1)),
  }),
  fault('permanent-of-128-hits-row-below', 'BODY-3', {
    what: 'A permanent deletion of 128 messages or more also deletes those of the conversation below.',
    when: ({ permanent, messages }) => permanent && messages.length >= 128,
    effect: afterwards(({ rows, place }) => rows[place + 1]?.thread.messages.splice(0)),
  }),
  fault('reset-of-101-messages-hides-oldest-for-all', 'AUTHENTICATION-5', {
    what: 'A group reset hides all messages but the newest 100 from every member.',
    when: ({ kind }) => kind === 'group',
    effect: alsoHides(everybody, (all) => all.slice(0, -100)),
  }),
  fault('member-33-reset-along', 'AUTHENTICATION-5', {
    what: 'A group reset is also applied to the 33rd member.',
    when: ({ kind }) => kind === 'group',
    effect: alsoFor((it) => everybody(it).slice(32, 33)),
  }),
  fault('group-of-one-without-effect', 'SERVICE-3', {
    what: 'A reset of a group with a single member is confirmed and does nothing.',
    when: ({ kind, party }) => kind === 'group' && party?.members.length === 1,
    effect: withoutEffect,
  }),
  fault('rows-beyond-hundred-lost', 'SERVICE-6', {
    what: 'A reset without preserveOrder takes what stands beyond the hundredth place out of the list.',
    when: ({ preserve }) => !preserve,
    effect: afterwards(({ me }) => me?.rows.splice(100)),
  }),
  fault('list-of-exactly-32-order-lost', 'BODY-5', {
    what: 'preserveOrder moves a conversation to the end of a list of exactly 32.',
    when: ({ preserve, rows }) => preserve && rows.length === 32,
    effect: toTheEnd,
  }),
  fault('list-of-exactly-8-order-lost-for-groups', 'GROUP-6', {
    what: 'preserveOrder has no effect for a group in a list of exactly 8.',
    when: ({ kind, preserve, rows }) => kind === 'group' && preserve && rows.length === 8,
    effect: orderLost,
  }),
  fault('reset-17-of-conversation-without-effect', 'SERVICE-2', {
    what: 'The 17th reset of one conversation by one user is confirmed and does nothing.',
    when: ({ actor, thread, resets }) =>
      resets.filter((it) => it.actor === actor && sameThread(it.thread, thread)).length === 16,
    effect: withoutEffect,
  }),
  fault('reset-65-of-actor-takes-first-row', 'SERVICE-6', {
    what: 'The 65th reset by one user also takes the first conversation out of the list.',
    when: ({ actor, resets }) => resets.filter((it) => it.actor === actor).length === 64,
    effect: afterwards(({ me }) => me?.rows.shift()),
  }),
  fault('permanent-spares-all-but-newest-16', 'BODY-3', {
    what: 'A permanent deletion deletes the newest 16 messages only.',
    when: ({ permanent }) => permanent,
    effect: sparing((messages) => messages.slice(0, -16)),
  }),
];
