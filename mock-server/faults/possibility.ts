import { readReset } from './asked-reset.ts';
import {
  afterReturn,
  atPlace,
  byLarger,
  every,
  ofGroup,
  ofUser,
  permanent,
  preserved,
  withUnread,
} from './conditions.ts';
import { refusal, refusing } from './deeds.ts';
import type { FaultsByName, Misbehaviour, Trespass } from './fault.ts';
import { onReset } from './scene.ts';

/** Answers every request for such a reset alike. */
const answeringAll =
  (kind: 'user' | 'group', status: number): Misbehaviour<Trespass> =>
  async (request, next, context) => {
    if (readReset(request)?.kind !== kind) return next(request);
    context.reached();
    return refusal(status);
  };

/** A reset as documented cannot be had. */
export const possibilityFaults: FaultsByName = {
  'no-user-reset': {
    about: 'The call that resets a user conversation does not exist.',
    requirement: 'user-reset-works',
    misbehave: answeringAll('user', 404),
  },
  'no-group-reset': {
    about: 'The call that resets a group conversation does not exist.',
    requirement: 'group-reset-works',
    misbehave: answeringAll('group', 405),
  },
  'user-reset-fails': {
    about: 'Every reset of a user conversation ends in an error of the server.',
    requirement: 'user-reset-works',
    misbehave: answeringAll('user', 500),
  },
  'user-reset-refused-for-larger-uid': {
    about: 'The reset is refused when the acting user’s uid sorts after the other’s.',
    requirement: 'user-reset-works',
    misbehave: onReset(every(ofUser, byLarger), refusing(404)),
  },
  'user-reset-refused-at-place-5': {
    about: 'The reset of the fifth conversation of the list is refused.',
    requirement: 'user-reset-works',
    misbehave: onReset(every(ofUser, atPlace(5)), refusing(404)),
  },
  'both-flags-refused': {
    about: 'preserveOrder and deleteMessagesPermanently together are refused.',
    requirement: 'user-reset-works',
    misbehave: onReset(every(permanent, preserved), refusing(400)),
  },
  'user-reset-refused-after-return': {
    about: 'A user reset is refused when a message has come after an earlier reset.',
    requirement: 'user-reset-works',
    misbehave: onReset(every(ofUser, afterReturn), refusing(404)),
  },
  'group-reset-refused-while-unread': {
    about: 'A group reset is refused while the conversation has unread messages.',
    requirement: 'group-reset-works',
    misbehave: onReset(every(ofGroup, withUnread), refusing(409)),
  },
  'group-reset-for-one-member-only': {
    about: 'A group can be reset by its first member only.',
    requirement: 'group-reset-works',
    misbehave: onReset(
      ({ reset, context }) => reset.kind === 'group' && context.members(reset.other)[0] !== reset.actor,
      refusing(403),
    ),
  },
};
