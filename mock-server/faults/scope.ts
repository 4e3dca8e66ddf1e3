import {
  byLarger,
  every,
  freed,
  ofGroup,
  ofUser,
  oneIn,
  permanent,
  preserved,
  saidAs,
  temporary,
  withUnread,
} from './conditions.ts';
import { afterwards, alsoResetting, insteadResetting, otherMembers, type Picking, uncalled } from './deeds.ts';
import type { FaultsByName, StateTrespass } from './fault.ts';
import { rowKey, rowsIn } from './list-rows.ts';
import { type Deed, isConfirmed, onReset, type Scene } from './scene.ts';
import { onTop, othersReversed, thenShowingOthersList } from './shown-list.ts';
import { revealed } from './stored-messages.ts';

/** The conversation as the other user has it. */
const otherSide: Picking = ({ reset }) => [{ as: reset.other, kind: 'user', other: reset.actor }];

const anotherMember: Picking = async (scene) => (await otherMembers()(scene)).slice(0, 1);

const rowsOf = async (scene: Scene, uid: string) =>
  rowsIn(await scene.ask({ method: 'GET', path: '/conversations?perPage=1000', as: uid }));

/** Another conversation of the other user. */
const otherUsersNextRow: Picking = async (scene) => {
  const { actor, other } = scene.reset;
  const rows = (await rowsOf(scene, other)).filter(({ key }) => key !== rowKey('user', actor));
  return rows.slice(0, 1).map(({ kind, id }) => ({ as: other, kind, other: id }));
};

/** Somebody else’s conversation with the other user, or with a member of the group. */
const thirdUsersSide: Picking = async (scene) => {
  const { kind, actor, other } = scene.reset;
  const insiders = kind === 'user' ? [actor, other] : scene.context.members(other);
  for (const insider of insiders.filter((uid) => uid !== actor)) {
    const third = (await rowsOf(scene, insider)).find((row) => row.kind === 'user' && !insiders.includes(row.id));
    if (third !== undefined) return [{ as: third.id, kind: 'user', other: insider }];
  }
  return [];
};

const laterAlsoResetting =
  (milliseconds: number, pick: Picking): Deed =>
  async (scene) => {
    const reply = await scene.perform();
    const picked = await pick(scene);
    if (picked.length === 0) scene.missed();
    if (isConfirmed(reply)) {
      afterwards(milliseconds, () => Promise.all(picked.map((one) => scene.ask(uncalled(scene, one)))));
    }
    return reply;
  };

/** The other user reads again what a reset of theirs has hidden. */
const revealingToOther: Deed<StateTrespass> = async ({ perform, reset, context: { cell }, missed }) => {
  const reply = await perform();
  const state = revealed(cell.state, { ...reset, actor: reset.other, other: reset.actor });
  if (state === undefined) missed();
  else if (isConfirmed(reply)) cell.state = state;
  return reply;
};

/** The reset has its effect on somebody else, or on somebody else too. */
export const scopeFaults: FaultsByName = {
  'other-side-reset-instead': {
    about: 'The reset of a user conversation is applied to the other user’s side.',
    requirement: 'acting-user-only',
    misbehave: onReset(ofUser, insteadResetting(otherSide)),
  },
  'path-decides-who-acts': {
    about: 'The reset is applied to the user whom the path names, where conversationWith names the acting one.',
    requirement: 'acting-user-only',
    misbehave: onReset(saidAs('path-peer-echo'), insteadResetting(otherSide)),
  },
  'smaller-uid-reset-instead': {
    about: 'The reset is applied to the user whose uid sorts first.',
    requirement: 'acting-user-only',
    misbehave: onReset(every(ofUser, byLarger), insteadResetting(otherSide)),
  },
  'another-member-reset-instead': {
    about: 'The group reset is applied to another member.',
    requirement: 'acting-user-only',
    misbehave: onReset(ofGroup, insteadResetting(anotherMember)),
  },
  'both-sides-reset': {
    about: 'The reset of a user conversation is applied to both sides.',
    requirement: 'other-participants-untouched',
    misbehave: onReset(every(ofUser, temporary), alsoResetting(otherSide)),
  },
  'both-sides-reset-with-order': {
    about: 'A reset with preserveOrder takes the conversation off the other user’s list.',
    requirement: 'other-participants-untouched',
    misbehave: onReset(every(ofUser, temporary, preserved), alsoResetting(otherSide)),
  },
  'both-sides-reset-while-unread': {
    about: 'The reset is applied to both sides while the conversation has unread messages.',
    requirement: 'other-participants-untouched',
    misbehave: onReset(every(ofUser, temporary, withUnread), alsoResetting(otherSide)),
  },
  'both-sides-reset-at-times': {
    about: 'One time in twenty the reset is applied to both sides.',
    requirement: 'other-participants-untouched',
    budget: 'default',
    misbehave: onReset(every(ofUser, temporary, oneIn(20)), alsoResetting(otherSide)),
  },
  'both-sides-reset-late': {
    about: 'A fifth of a second after the answer, the reset is applied to the other side too.',
    requirement: 'other-participants-untouched',
    misbehave: onReset(every(ofUser, temporary), laterAlsoResetting(200, otherSide)),
  },
  'every-member-reset': {
    about: 'The group reset is applied to every member.',
    requirement: 'other-participants-untouched',
    misbehave: onReset(every(ofGroup, freed), alsoResetting(otherMembers())),
  },
  'others-row-on-top': {
    about: 'The conversation moves to the top of the other user’s list.',
    requirement: 'other-participants-untouched',
    misbehave: thenShowingOthersList(every(ofUser, temporary), onTop),
  },
  'others-list-reversed': {
    about: 'A permanent deletion turns the order of the other user’s other conversations around.',
    requirement: 'other-participants-untouched',
    misbehave: thenShowingOthersList(permanent, othersReversed),
  },
  'others-next-row-lost': {
    about: 'A permanent deletion takes another conversation off the other user’s list.',
    requirement: 'other-participants-untouched',
    misbehave: onReset(permanent, alsoResetting(otherUsersNextRow)),
  },
  'others-messages-readable-again': {
    about: 'The reset of a user conversation undoes what the other user’s reset of it has hidden.',
    requirement: 'other-participants-untouched',
    under: { messagesAfterReset: 'hidden' },
    needs: 'state',
    misbehave: onReset(every(ofUser, temporary), revealingToOther),
  },
  'third-user-reset': {
    about: 'The reset of a user conversation is applied to a third user’s conversation with the same user too.',
    requirement: 'bystanders-untouched',
    misbehave: onReset(ofUser, alsoResetting(thirdUsersSide)),
  },
  'third-user-reset-with-group': {
    about: 'The group reset is applied to a conversation between a member and somebody outside the group too.',
    requirement: 'bystanders-untouched',
    misbehave: onReset(ofGroup, alsoResetting(thirdUsersSide)),
  },
};
