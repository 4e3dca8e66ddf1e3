import { faultsOf } from './fault.ts';
import { alsoResetting, type ExtraReset, type Pick } from './parts/actions.ts';
import { idOf } from './parts/asked-reset.ts';
import { ofGroup, ofUser, permanent, withLongId } from './parts/conditions.ts';
import type { ListRow } from './parts/list-rows.ts';
import { onReset, type Situation } from './parts/on-reset.ts';

type IsAlike = (row: ListRow, it: Situation) => boolean;

const inKind = (isAlike: (id: string, other: string) => boolean): IsAlike => {
  return (row, { reset }) => row.kind === reset.kind && isAlike(row.id, reset.other);
};
const beginsAlike = inKind((id, other) => id.startsWith(other));
const isLongAlike = inKind((id, other) => id.slice(0, 90) === other.slice(0, 90));
const differsInCase = inKind((id, other) => id.toLowerCase() === other.toLowerCase());
const hasSameName: IsAlike = (row, { reset }) => row.kind !== reset.kind && row.id === reset.other;

const alsoTo = (whom: string, pick: Pick) => alsoResetting(`The reset is applied to ${whom} too`, pick);

/** Other conversations of the acting user that look like the one that is reset. */
const alsoToRows = (whom: string, isAlike: IsAlike, more: Partial<ExtraReset> = {}) =>
  alsoTo(whom, (it) =>
    it.rows
      .filter((row) => row !== it.row && isAlike(row, it))
      .map(({ kind, id }) => ({ as: it.reset.actor, kind, other: id, ...more })),
  );

const deletion = { preserveOrder: true, permanently: true };

/** Users whose uid begins with the acting one’s, and the same conversation. */
const usersBeginningLikeActor: Pick = ({ reset: { kind, actor, other }, server }) =>
  server.people
    .users()
    .filter((uid) => uid !== actor && uid !== other && uid.startsWith(actor))
    .map((as) => ({ as, kind, other }));

/** Both sides of another pair whose conversation has the same id. */
const pairsOfSameSpelling: Pick = ({ reset, server }) => {
  const pieces = idOf(reset).split('_user_');
  const users = pieces.length > 2 ? new Set(server.people.users()) : new Set<string>();
  const pairs = pieces.map((_, at) => [pieces.slice(0, at).join('_user_'), pieces.slice(at).join('_user_')] as const);
  return pairs
    .filter((pair) => pair.every((uid) => uid !== reset.actor && users.has(uid)))
    .flatMap(([one, two]) => [
      { as: one, kind: 'user', other: two } as const,
      { as: two, kind: 'user', other: one } as const,
    ]);
};

/** Conversations whose ids look alike are taken for one. */
export const lookAlikesApart = faultsOf({
  'look-alikes-apart': {
    'users-with-one-beginning': onReset(alsoToRows('users whose uid begins like the other’s', beginsAlike), ofUser),
    'groups-with-one-beginning': {
      ...onReset(alsoToRows('groups whose guid begins like the group’s', beginsAlike), ofGroup),
      budget: 'default',
    },
    'deletion-with-one-beginning': {
      ...onReset(alsoToRows('users of the same beginning', beginsAlike, deletion), permanent),
      budget: 'default',
    },
    'actors-with-one-beginning': onReset(alsoTo('users whose uid begins alike', usersBeginningLikeActor), ofGroup),
    'long-ids-cut': onReset(alsoToRows('ids of the same first ninety characters', isLongAlike), withLongId),
    'group-of-the-users-name': onReset(alsoToRows('a group of the user’s name', hasSameName), ofUser),
    'user-of-the-groups-name': onReset(alsoToRows('a user of the group’s name', hasSameName), ofGroup),
    'one-spelling-for-two-pairs': onReset(alsoTo('another pair of the same spelling', pairsOfSameSpelling), ofUser),
    'case-ignored-by-resets': {
      ...onReset(alsoToRows('users whose uids differ from the other’s in case alone', differsInCase), ofUser),
      under: { identifierCase: 'sensitive' },
      budget: 'default',
    },
  },
});
