import { faultsOf } from './fault.ts';
import { afterwards, alsoResetting, insteadResetting, otherMembers, otherSide, type Pick } from './parts/actions.ts';
import { withHeader } from './parts/asked-reset.ts';
import * as when from './parts/conditions.ts';
import { mistaking } from './parts/mistaking.ts';
import { type Condition, executeExtra, onReset, rowsOf } from './parts/on-reset.ts';
import { onTop, othersReversed, showing } from './parts/shown-list.ts';
import { revealed, thenChanging } from './parts/stored-messages.ts';

const anotherMemberInstead = insteadResetting((it) => otherMembers(it).slice(0, 1));
const otherSideInstead = insteadResetting((it) => [otherSide(it.reset)]);
const alsoOtherSide = alsoResetting((it) => [otherSide(it.reset)]);

/** Where path and conversationWith name two users other than the acting one. */
const pairingOthers = mistaking((request, { kind, path, actor, key, fields }, { apiKey }) => {
  const named = fields['conversationWith'];
  const isOfThree = kind === 'user' && typeof named === 'string' && new Set([path, named, actor, '']).size === 4;
  return isOfThree && key === apiKey ? withHeader(request, 'onbehalfof', path) : undefined;
});

const both = (...conditions: readonly Condition[]) =>
  onReset(alsoOtherSide, when.ofUser, when.temporary, ...conditions);

/** A fifth of a second after the answer. */
const bothSidesLate = afterwards(({ reset, server }) => {
  server.later(200, () => executeExtra(server, otherSide(reset)));
});

/** Another conversation of the other user. */
const otherUsersNextRow: Pick = ({ reset: { actor, other }, server }) => {
  const rows = rowsOf(server.state(), other).filter((row) => row.kind === 'group' || row.other !== actor);
  return rows.slice(0, 1);
};

/** Undoes what the other user's reset of the conversation has hidden. */
const revealing = thenChanging((state, _before, { reset }) => revealed(state, otherSide(reset)));

/** Somebody else's conversation with the other user, or with a member of the group. */
const thirdUsersSide: Pick = ({ reset: { kind, actor, other }, server }) => {
  const insiders = kind === 'user' ? [actor, other] : server.members(other);
  for (const insider of insiders.filter((uid) => uid !== actor)) {
    const third = rowsOf(server.state(), insider).find((row) => row.kind === 'user' && !insiders.includes(row.other));
    if (third !== undefined) return [{ kind: 'user', actor: third.other, other: insider }];
  }
  return [];
};

/** The reset is applied to somebody else, or changes what somebody else has. */
export const actingUserOnly = faultsOf({
  'acting-user-only': {
    'other-side-reset-instead': onReset(otherSideInstead, when.ofUser),
    'path-decides-who-acts': onReset(otherSideInstead, when.saidAs('path-peer-echo')),
    'smaller-uid-reset-instead': onReset(otherSideInstead, when.ofUser, when.byLarger),
    'another-member-reset-instead': onReset(anotherMemberInstead, when.ofGroup),
    'two-others-paired': pairingOthers,
  },
  'other-participants-untouched': {
    'both-sides-reset': both(),
    'both-sides-reset-with-order': both(when.preserved),
    'both-sides-reset-while-unread': both(when.withUnread),
    'both-sides-reset-at-times': both(when.atTimes),
    'both-sides-reset-late': onReset(bothSidesLate, when.ofUser, when.temporary),
    'every-member-reset': onReset(alsoResetting(otherMembers), when.ofGroup, when.freed),
    'others-row-on-top': showing('other', onTop, when.ofUser, when.temporary),
    'others-list-reversed': showing('other', othersReversed, when.permanent),
    'others-next-row-lost': onReset(alsoResetting(otherUsersNextRow), when.permanent),
    'others-messages-readable-again': {
      ...onReset(revealing, when.ofUser, when.temporary),
      under: { messagesAfterReset: 'hidden' },
    },
  },
  'bystanders-untouched': {
    'third-user-reset': onReset(alsoResetting(thirdUsersSide), when.ofUser),
    'third-user-reset-with-group': onReset(alsoResetting(thirdUsersSide), when.ofGroup),
  },
});
