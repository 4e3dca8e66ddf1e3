import { idOf } from './asked-reset.ts';
import { every, ofGroup, ofUser, permanent, withLongId } from './conditions.ts';
import { alsoResetting, type Picking } from './deeds.ts';
import type { FaultsByName } from './fault.ts';
import type { ListRow } from './list-rows.ts';
import { onReset, type Scene } from './scene.ts';

/** Other conversations of the acting user that look like the one that is reset. */
const rowsLike =
  (isAlike: (row: ListRow, scene: Scene) => boolean, permanently = false): Picking =>
  (scene) =>
    scene.rows
      .filter((row) => row !== scene.row && isAlike(row, scene))
      .map(({ kind, id }) => ({
        as: scene.reset.actor,
        kind,
        other: id,
        ...(permanently ? { preserveOrder: true, permanently } : {}),
      }));

const beginsAlike = (row: ListRow, { reset }: Scene): boolean =>
  row.kind === reset.kind && row.id.startsWith(reset.other);
const isLongAlike = (row: ListRow, { reset }: Scene): boolean =>
  row.kind === reset.kind && row.id.slice(0, 90) === reset.other.slice(0, 90);
const hasSameName = (row: ListRow, { reset }: Scene): boolean => row.kind !== reset.kind && row.id === reset.other;
const differsInCase = (row: ListRow, { reset }: Scene): boolean =>
  row.kind === reset.kind && row.id.toLowerCase() === reset.other.toLowerCase();

/** Users whose uid begins with the acting one’s, and the same conversation. */
const usersBeginningLikeActor: Picking = ({ reset: { kind, actor, other }, context }) =>
  context
    .users()
    .filter((uid) => uid !== actor && uid !== other && uid.startsWith(actor))
    .map((as) => ({ as, kind, other }));

/** Both sides of another pair whose conversation has the same id. */
const sameSpelling: Picking = ({ reset, context }) => {
  const { actor } = reset;
  const pieces = idOf(reset).split('_user_');
  const users = pieces.length > 2 ? new Set(context.users()) : new Set<string>();
  const pairs = pieces.map((_, at) => [pieces.slice(0, at).join('_user_'), pieces.slice(at).join('_user_')] as const);
  return pairs
    .filter(([one, two]) => one !== actor && two !== actor && users.has(one) && users.has(two))
    .flatMap(([one, two]) => [
      { as: one, kind: 'user', other: two } as const,
      { as: two, kind: 'user', other: one } as const,
    ]);
};

/** Conversations whose ids look alike are taken for one. */
export const lookAlikeFaults: FaultsByName = {
  'users-with-one-beginning': {
    about: 'The reset is applied to the conversations with all users whose uid begins like the other’s.',
    requirement: 'look-alikes-apart',
    misbehave: onReset(ofUser, alsoResetting(rowsLike(beginsAlike))),
  },
  'groups-with-one-beginning': {
    about: 'The reset is applied to all groups whose guid begins like the group’s.',
    requirement: 'look-alikes-apart',
    misbehave: onReset(ofGroup, alsoResetting(rowsLike(beginsAlike))),
  },
  'deletion-with-one-beginning': {
    about: 'A permanent deletion takes the messages with all users whose uid begins like the other’s.',
    requirement: 'look-alikes-apart',
    misbehave: onReset(permanent, alsoResetting(rowsLike(beginsAlike, true))),
  },
  'actors-with-one-beginning': {
    about: 'The reset is applied to all users whose uid begins like the acting one’s.',
    requirement: 'look-alikes-apart',
    misbehave: onReset(ofGroup, alsoResetting(usersBeginningLikeActor)),
  },
  'long-ids-cut': {
    about:
      'The reset is applied to all conversations of a kind whose ids are the same in their first ninety characters.',
    requirement: 'look-alikes-apart',
    misbehave: onReset(withLongId, alsoResetting(rowsLike(isLongAlike))),
  },
  'group-of-the-users-name': {
    about: 'The reset of a user conversation is applied to a group of the same name too.',
    requirement: 'look-alikes-apart',
    misbehave: onReset(ofUser, alsoResetting(rowsLike(hasSameName))),
  },
  'user-of-the-groups-name': {
    about: 'The reset of a group is applied to the conversation with a user of the same name too.',
    requirement: 'look-alikes-apart',
    misbehave: onReset(ofGroup, alsoResetting(rowsLike(hasSameName))),
  },
  'one-spelling-for-two-pairs': {
    about: 'Two pairs of users whose conversation ids are spelled the same have one conversation.',
    requirement: 'look-alikes-apart',
    misbehave: onReset(ofUser, alsoResetting(sameSpelling)),
  },
  'case-ignored-by-resets': {
    about: 'Users whose uids differ in case alone are two, except for a reset.',
    requirement: 'look-alikes-apart',
    under: { identifierCase: 'sensitive' },
    misbehave: onReset(every(ofUser), alsoResetting(rowsLike(differsInCase))),
  },
};
