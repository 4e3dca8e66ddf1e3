import { faultsOf } from './fault.ts';
import { refusal, refusing } from './parts/actions.ts';
import {
  afterReturn,
  atPlace,
  byLarger,
  membersOf,
  ofGroup,
  ofUser,
  permanent,
  preserved,
  when,
  withUnread,
} from './parts/conditions.ts';
import { mistaking } from './parts/mistaking.ts';
import { onReset } from './parts/on-reset.ts';

const answeringAll = (about: string, of: 'user' | 'group', status: number) =>
  mistaking(about, (_request, { kind }) => (kind === of ? refusal(status) : undefined));

const byOtherThanFirst = when('unless its first member asks', (it) => membersOf(it)[0] !== it.reset.actor);

/** A reset as documented cannot be had. */
export const resetWorks = faultsOf({
  'user-reset-works': {
    'no-user-reset': answeringAll('The call that resets a user conversation does not exist.', 'user', 404),
    'user-reset-fails': answeringAll('Every reset of a user conversation ends in an error of the server.', 'user', 500),
    'user-reset-refused-for-larger-uid': onReset(refusing(404), ofUser, byLarger),
    'user-reset-refused-at-place-5': onReset(refusing(404), ofUser, atPlace(5)),
    'both-flags-refused': onReset(refusing(400), permanent, preserved),
    'user-reset-refused-after-return': onReset(refusing(404), ofUser, afterReturn),
  },
  'group-reset-works': {
    'no-group-reset': answeringAll('The call that resets a group conversation does not exist.', 'group', 405),
    'group-reset-refused-while-unread': onReset(refusing(409), ofGroup, withUnread),
    'group-reset-for-one-member-only': onReset(refusing(403), ofGroup, byOtherThanFirst),
  },
});
