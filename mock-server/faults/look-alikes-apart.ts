import { faultsOf } from './fault.ts';
import { alsoResetting, type Pick } from './parts/actions.ts';
import { idOf } from './parts/asked-reset.ts';
import { ofGroup, ofUser, permanent, withLongId } from './parts/conditions.ts';
import { type ExtraReset, type ListRow, onReset, type Situation } from './parts/on-reset.ts';

type IsAlike = (row: ListRow, it: Situation) => boolean;

const inKind = (isAlike: (id: string, other: string) => boolean): IsAlike => {
  return (row, { reset }) => row.kind === reset.kind && isAlike(row.other, reset.other);
};
const beginsAlike = inKind((id, other) => id.startsWith(other));
const isLongAlike = inKind((id, other) => id.slice(0, 90) === other.slice(0, 90));
const differsInCase = inKind((id, other) => id.toLowerCase() === other.toLowerCase());
const hasSameName: IsAlike = (row, { reset }) => row.kind !== reset.kind && row.other === reset.other;

/** Other conversations of the acting user that look like the one that is reset. */
const alsoRows = (isAlike: IsAlike, more: Partial<ExtraReset> = {}) =>
  alsoResetting((it) =>
    it.rows.filter((row) => row !== it.row && isAlike(row, it)).map((row) => ({ ...row, ...more })),
  );

const deletion = { preserveOrder: true, permanently: true };

/** Users whose uid begins with the acting one's, and the same conversation. */
const usersBeginningLikeActor: Pick = ({ reset: { kind, actor, other }, server }) =>
  server
    .users()
    .filter((uid) => uid !== actor && uid !== other && uid.startsWith(actor))
    .map((uid) => ({ kind, actor: uid, other }));

/** Both sides of another pair whose conversation has the same id. */
const pairsOfSameSpelling: Pick = ({ reset, server }) => {
  const pieces = idOf(reset).split('_user_');
  const users = pieces.length > 2 ? new Set(server.users()) : new Set<string>();
  const pairs = pieces.map((_, at) => [pieces.slice(0, at).join('_user_'), pieces.slice(at).join('_user_')] as const);
  return pairs
    .filter((pair) => pair.every((uid) => uid !== reset.actor && users.has(uid)))
    .flatMap(([one, two]) => [
      { kind: 'user', actor: one, other: two } as const,
      { kind: 'user', actor: two, other: one } as const,
    ]);
};

/** Conversations whose ids look alike are taken for one. */
export const lookAlikesApart = faultsOf({
  'look-alikes-apart': {
    'users-with-one-beginning': onReset(alsoRows(beginsAlike), ofUser),
    'groups-with-one-beginning': { ...onReset(alsoRows(beginsAlike), ofGroup), budget: 'default' },
    'deletion-with-one-beginning': { ...onReset(alsoRows(beginsAlike, deletion), permanent), budget: 'default' },
    'actors-with-one-beginning': onReset(alsoResetting(usersBeginningLikeActor), ofGroup),
    'long-ids-cut': onReset(alsoRows(isLongAlike), withLongId),
    'group-of-the-users-name': onReset(alsoRows(hasSameName), ofUser),
    'user-of-the-groups-name': onReset(alsoRows(hasSameName), ofGroup),
    'one-spelling-for-two-pairs': onReset(alsoResetting(pairsOfSameSpelling), ofUser),
    'case-ignored-by-resets': {
      ...onReset(alsoRows(differsInCase), ofUser),
      under: { identifierCase: 'sensitive' },
      budget: 'default',
    },
  },
});
