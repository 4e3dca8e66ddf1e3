import { faultsOf } from './fault.ts';
import { refusal, refusing } from './parts/actions.ts';
import * as when from './parts/conditions.ts';
import { mistaking } from './parts/mistaking.ts';
import { type Condition, onReset } from './parts/on-reset.ts';

const answeringAll = (of: 'user' | 'group', status: number) =>
  mistaking((_request, { kind }) => (kind === of ? refusal(status) : undefined));

const byOtherThanFirst: Condition = (it) => when.membersOf(it)[0] !== it.reset.actor;

/** A reset as documented cannot be had. */
export const resetWorks = faultsOf({
  'user-reset-works': {
    'no-user-reset': answeringAll('user', 404),
    'user-reset-fails': answeringAll('user', 500),
    'user-reset-refused-for-larger-uid': onReset(refusing(404), when.ofUser, when.byLarger),
    'user-reset-refused-at-place-5': { ...onReset(refusing(404), when.ofUser, when.atPlace(5)), budget: 'default' },
    'both-flags-refused': onReset(refusing(400), when.permanent, when.preserved),
    'user-reset-refused-after-return': onReset(refusing(404), when.ofUser, when.afterReturn),
  },
  'group-reset-works': {
    'no-group-reset': answeringAll('group', 405),
    'group-reset-refused-while-unread': onReset(refusing(409), when.ofGroup, when.withUnread),
    'group-reset-for-one-member-only': onReset(refusing(403), when.ofGroup, byOtherThanFirst),
  },
});
