import { confirmationText as said } from '../reset-calls.ts';
import { idOf } from './asked-reset.ts';
import { byLarger, every, inListLongerThan, ofGroup, ofUser, oneIn, permanent, saidAs } from './conditions.ts';
import { answeringWith } from './deeds.ts';
import type { FaultsByName } from './fault.ts';
import type { Condition, Scene } from './scene.ts';

const own = ({ reset }: Scene): string => idOf(reset);

/** Another conversation of the acting user. */
const another = ({ reset, rows, row }: Scene): string => {
  const { kind, id } = rows.find((one) => one !== row) ?? row;
  return idOf({ kind, actor: reset.actor, other: id });
};

const confirming = (corner: Condition, message: (scene: Scene) => string | undefined) =>
  answeringWith(corner, (_, scene) => ({ data: { success: true, message: message(scene) } }));

/** The confirmation does not name what and for whom. */
export const namingFaults: FaultsByName = {
  'names-the-other-user': {
    about: 'The confirmation of a user reset names the other user in place of the acting one.',
    requirement: 'message-names-acting-user',
    misbehave: confirming(ofUser, (scene) => said(own(scene), scene.reset.other)),
  },
  'names-the-user-in-the-path': {
    about: 'The confirmation names the user in the path in place of the acting one.',
    requirement: 'message-names-acting-user',
    misbehave: confirming(saidAs('path-peer'), (scene) => said(own(scene), scene.reset.path)),
  },
  'names-the-smaller-uid': {
    about: 'The confirmation names the user whose uid sorts first in place of the acting one.',
    requirement: 'message-names-acting-user',
    misbehave: confirming(every(ofUser, byLarger), (scene) => said(own(scene), scene.reset.other)),
  },
  'names-nobody': {
    about: 'The confirmation names the conversation, but not the acting user.',
    requirement: 'message-names-acting-user',
    misbehave: confirming(ofUser, (scene) => `The conversation ${own(scene)} has been deleted successfully.`),
  },
  'names-nobody-for-groups': {
    about: 'The confirmation of a group reset names the group, but not the acting user.',
    requirement: 'message-names-acting-user',
    misbehave: confirming(ofGroup, (scene) => `The conversation ${own(scene)} has been deleted successfully.`),
  },
  'names-another-conversation': {
    about: 'The confirmation names another conversation of the acting user in place of the one that was reset.',
    requirement: 'message-names-conversation',
    misbehave: confirming(every(ofUser, inListLongerThan(1)), (scene) => said(another(scene), scene.reset.actor)),
  },
  'names-two-conversations': {
    about: 'The confirmation names another conversation of the acting user beside the one that was reset.',
    requirement: 'message-names-no-other',
    misbehave: confirming(every(ofGroup, inListLongerThan(1)), (scene) =>
      said(`${own(scene)} (before ${another(scene)})`, scene.reset.actor),
    ),
  },
  'names-no-conversation': {
    about: 'The confirmation names the acting user, but not the conversation.',
    requirement: 'message-names-conversation',
    misbehave: confirming(ofGroup, (scene) => said('', scene.reset.actor)),
  },
  'names-the-wrong-kind': {
    about: 'The confirmation names a user conversation as if it were a group.',
    requirement: 'message-names-conversation',
    misbehave: confirming(ofUser, (scene) => said(`group_${scene.reset.other}`, scene.reset.actor)),
  },
  'names-a-cut-id': {
    about: 'The confirmation cuts the id of the conversation after twenty characters.',
    requirement: 'message-names-conversation',
    misbehave: confirming(
      (scene) => own(scene).length > 20,
      (scene) => said(own(scene).slice(0, 20), scene.reset.actor),
    ),
  },
  'names-half-of-an-id': {
    about: 'The confirmation cuts the id of a user who has _user_ in theirs.',
    requirement: 'message-names-conversation',
    misbehave: confirming(
      every(ofUser, ({ reset }) => reset.other.includes('_user_')),
      (scene) => said(own(scene).split('_user_').slice(0, 2).join('_user_'), scene.reset.actor),
    ),
  },
  'no-message-after-permanent-deletion': {
    about: 'The confirmation of a permanent deletion has no message.',
    requirement: 'message-names-conversation',
    misbehave: confirming(permanent, () => undefined),
  },
  'names-the-other-user-at-times': {
    about: 'One time in twenty the confirmation names the other side in place of the acting user.',
    requirement: 'message-names-acting-user',
    budget: 'default',
    misbehave: confirming(oneIn(20), (scene) => said(own(scene), scene.reset.other)),
  },
};
