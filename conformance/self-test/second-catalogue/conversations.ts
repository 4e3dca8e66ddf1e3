import { idOf, type Message, partyOf, type Thread } from '../naive-server.ts';
import * as when from '../parts/conditions.ts';
import * as does from '../parts/effects.ts';
import { everybody, hide, ownerOf, sameThread, senderOf, without } from '../parts/state.ts';
import { type Condition, onMessage, onReset, type Reset } from '../varied-server.ts';

const pairWithOwner = does.alsoResets((it) => [{ kind: 'user', actor: it.actor, other: ownerOf(it) }]);

/** What the actor wrote to groups that both users are in. */
const deletingInSharedGroups = does.afterwards(({ actor, other, state }) => {
  const isShared = ({ kind, ids: [id = ''] }: Thread) =>
    kind === 'group' && [actor, other].every((uid) => partyOf(state, kind, id)?.members.includes(uid));
  for (const thread of state.threads.filter(isShared))
    thread.messages = thread.messages.filter((it) => senderOf(it) !== actor);
});

/** The kind of conversation. */
export const kinds = {
  'group-reset-clears-pair-with-owner': onReset(pairWithOwner, when.ofGroup, when.preserved),
  'permanent-pair-deletion-reaches-groups': onReset(deletingInSharedGroups, when.permanent),
};

const oldest = (count: number) => (messages: readonly Message[]) => messages.slice(0, count);
const newest = (count: number) => (messages: readonly Message[]) => messages.slice(-count);
const allButNewest = (count: number) => (messages: readonly Message[]) => messages.slice(0, -count);

const alsoForOwner = does.alsoFor((it) => [ownerOf(it)]);
const asThirdMember: Condition = ({ party, actor }) => party?.members[2] === actor;

/** The role of who acts. */
export const roles = {
  'late-member-resets-owner-too': onReset(alsoForOwner, when.joinedLate),
  'other-side-order-lost': onReset(does.toTheEnd, when.preserved, when.byOtherSide),
  'other-side-permanent-spares-oldest': onReset(does.sparing(oldest(1)), when.permanent, when.byOtherSide),
  'third-member-confirmed-for-owner': onReset(does.confirmedFor(ownerOf), asThirdMember),
};

/** Further conversations of the actor, of the same kind. */
const alsoOthers = (isMeant: (other: string, asked: string) => boolean) =>
  does.alsoResets(({ kind, actor, other, rows }) =>
    rows
      .filter((row) => row.thread.kind === kind && row.other !== other && isMeant(row.other, other))
      .map((row) => ({ kind, actor, other: row.other })),
  );
const longAlikeButForLast = alsoOthers(
  (id, asked) => asked.length >= 64 && id.length === asked.length && id.slice(0, -1) === asked.slice(0, -1),
);
const beginningAlike = alsoOthers((id, asked) => id.startsWith(asked));
const alikeButForCase = alsoOthers((id, asked) => id.toLowerCase() === asked.toLowerCase());
/** An underscore stands for any character. */
const matching = alsoOthers((id, asked) => new RegExp(`^${asked.replaceAll('_', '.')}$`).test(id));

const cutAt64 = does.saying((message, { other }) => message.replace(other, other.slice(0, 64)));
const cutAtLast = does.confirmedFor(({ actor }) => actor.slice(0, -1));

/** Of all pairs whose ids join to the same text. */
const deletingOfSameSpelling = does.alsoDeletes(
  ({ kind, ids }, { actor, other }) => kind === 'user' && idOf(kind, ...ids) === idOf(kind, actor, other),
);
/** Of the group that has the name of the other user. */
const deletingInNamesake = does.alsoDeletes(({ kind, ids }, { other }) => kind === 'group' && ids.includes(other));

const namedAlike: Condition = ({ actor, other }) => actor === other;

/** The shape of the ids of the actor, of the other user and of the group. */
export const ids = {
  'long-guid-cut-in-confirmation': onReset(cutAt64, when.ofGroup),
  'long-peers-alike-but-for-last-char': onReset(longAlikeButForLast, when.ofUser),
  'guid-as-prefix': onReset(beginningAlike, when.ofGroup),
  'underscore-in-guid-as-wildcard': onReset(matching, when.ofGroup),
  'infix-permanent-deletes-colliding-pair': onReset(deletingOfSameSpelling, when.permanent),
  'infix-actor-reset-for-its-first-part': onReset(does.alsoFor(({ actor }) => [actor.split('_user_')[0] ?? ''])),
  'trailing-underscore-cut-from-actor': onReset(cutAtLast, ({ actor }) => /._$/.test(actor)),
  'groups-apart-in-case-reset-together': {
    ...onReset(alikeButForCase, when.ofGroup),
    behaviour: { identifierCase: 'sensitive' },
  },
  'permanent-deletes-group-of-same-name': onReset(deletingInNamesake, when.permanent),
  'group-named-like-actor-without-effect': onReset(does.withoutEffect, when.ofGroup, namedAlike),
} as const;

const hiddenFromActor = does.sparing((messages, { me }) =>
  messages.filter(({ hiddenFrom }) => hiddenFrom.some((it) => it === me)),
);
const theOther = ({ other }: Reset) => [other];
const hidingTheNewest = does.alsoHides(theOther, newest(1));
const endingWithOwn: Condition = ({ messages, actor }) => senderOf(messages.at(-1)) === actor;
const alsoNextRow = does.rearranging((rows, _, { rows: before, place }) => without(rows, before[place + 1]));

/** The state of the conversation. */
export const states = {
  'returned-permanent-spares-hidden': onReset(hiddenFromActor, when.permanent, when.returned),
  'returned-by-own-message-hides-for-other-side': onReset(hidingTheNewest, when.ofUser, when.returned, endingWithOwn),
  'three-unread-without-effect': onReset(does.withoutEffect, when.ofUser, when.withUnread(3)),
  'read-group-order-lost': onReset(does.toTheEnd, when.ofGroup, when.preserved, when.read),
  'own-messages-only-hidden-for-other-side': onReset(does.alsoHides(theOther), when.temporary, when.allByActor),
  'emptied-takes-next-row-along': onReset(alsoNextRow, when.emptied),
  'returned-with-an-old-text-hidden': onMessage((message, { messages }) => {
    const textOf = ({ json }: Message) => JSON.stringify(json['data']);
    const old = messages.find((it) => it !== message && textOf(it) === textOf(message));
    for (const party of old?.hiddenFrom ?? []) hide([message], party);
  }),
  'refilled-after-deletion-hidden-for-both': onReset(does.alsoHides(theOther), when.temporary, ({ thread, resets }) =>
    resets.some((it) => it.permanent && sameThread(it.thread, thread)),
  ),
};

const toTheTop = does.rearranging((rows, row) => [row, ...without(rows, row)]);
const toPlace100 = does.rearranging((rows, row) => without(rows, row).toSpliced(99, 0, row));
const turnedBelow = does.rearranging((rows, _, { place }) => [...rows.slice(0, place), ...rows.slice(place).reverse()]);
const doubled = does.rearranging((rows, row) => [...rows, row]);
const withoutLast = does.rearranging((rows) => rows.slice(0, -1));
const atLastPlace: Condition = ({ rows, place }) => rows.length >= 3 && place === rows.length - 1;
const inTheMiddle: Condition = ({ rows, place }) => rows.length >= 5 && place === (rows.length - 1) / 2;

/** The place in the list. */
export const places = {
  'last-place-moves-first': onReset(toTheTop, when.preserved, atLastPlace),
  'removal-turns-the-rows-below': onReset(turnedBelow, when.freed, ({ rows, place }) => rows.length - place > 2),
  'page-two-moves-to-page-one': onReset(toPlace100, when.preserved, when.beyondPlace(100)),
  'only-row-doubled': onReset(doubled, when.preserved, when.inListOf(1)),
  'exact-middle-drops-last-row': onReset(withoutLast, when.preserved, inTheMiddle),
};

const deletingInRowBelow = does.alsoDeletes((thread, { rows, place }) => thread === rows[place + 1]?.thread);
const atLeast128: Condition = ({ messages }) => messages.length >= 128;
const alsoForMember33 = does.alsoFor((it) => everybody(it).slice(32, 33));
const firstRowLost = does.afterwards(({ me }) => me?.rows.shift());
const rowsLostFrom101 = does.afterwards(({ me }) => me?.rows.splice(100));
const seventeenth: Condition = ({ actor, thread, resets }) =>
  resets.filter((it) => it.actor === actor && sameThread(it.thread, thread)).length === 16;
const sixtyFifth: Condition = ({ actor, resets }) => resets.filter((it) => it.actor === actor).length === 64;

/** Sizes. */
export const sizes = {
  'permanent-spares-hundred-and-first': onReset(does.sparing(allButNewest(100)), when.permanent),
  'permanent-of-exactly-64-spares-newest': onReset(does.sparing(newest(1)), when.permanent, when.withMessages(64)),
  'permanent-of-128-hits-row-below': onReset(deletingInRowBelow, when.permanent, atLeast128),
  'reset-of-101-messages-hides-oldest-for-all': onReset(does.alsoHides(everybody, allButNewest(100)), when.ofGroup),
  'member-33-reset-along': onReset(alsoForMember33, when.ofGroup),
  'group-of-one-without-effect': onReset(does.withoutEffect, when.ofGroup, ({ party }) => party?.members.length === 1),
  'rows-beyond-hundred-lost': onReset(rowsLostFrom101, when.freed),
  'list-of-exactly-32-order-lost': onReset(does.toTheEnd, when.preserved, when.inListOf(32)),
  'list-of-exactly-8-order-lost-for-groups': onReset(does.orderLost, when.ofGroup, when.preserved, when.inListOf(8)),
  'reset-17-of-conversation-without-effect': onReset(does.withoutEffect, seventeenth),
  'reset-65-of-actor-takes-first-row': onReset(firstRowLost, sixtyFifth),
  'permanent-spares-all-but-newest-16': onReset(does.sparing(allButNewest(16)), when.permanent),
};
