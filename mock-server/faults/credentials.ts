import { type AskedReset, readReset, withHeader } from './asked-reset.ts';
import { refusal } from './deeds.ts';
import type { FaultsByName, Mend, Misbehaviour, Trespass } from './fault.ts';
import { isConfirmed } from './scene.ts';

type Lacking = (asked: { readonly reset: AskedReset; readonly key: string; readonly context: Trespass }) => boolean;

/** Performs a reset as if it had what it lacks. `says` makes it refuse all the same, after the effect. */
const mending =
  (mend: Mend, says?: number): Misbehaviour<Trespass> =>
  async (request, next, context) => {
    const reset = readReset(request);
    const mended = reset && mend(request, reset, context);
    const reply = await next(mended ?? request);
    if (mended === undefined || !isConfirmed(reply)) return reply;
    context.reached();
    return says === undefined ? reply : refusal(says);
  };

/** Takes another key for the right one. */
const takingKey = (isTaken: Lacking, says?: number) =>
  mending((request, reset, context) => {
    const key = request.headers['apikey'] ?? '';
    if (key === context.apiKey || !isTaken({ reset, key, context })) return undefined;
    return withHeader(request, 'apikey', context.apiKey);
  }, says);

const noKey: Lacking = ({ key }) => key === '';
const someKey: Lacking = ({ key }) => key !== '';

/** Takes somebody for the acting user where nobody is named. */
const actingAs = (pick: (reset: AskedReset, context: Trespass) => string | undefined, says?: number) =>
  mending((request, reset, context) => {
    const actor = reset.actor === '' ? pick(reset, context) : undefined;
    if (actor === undefined || request.headers['apikey'] !== context.apiKey) return undefined;
    return withHeader(request, 'onbehalfof', actor);
  }, says);

const userInPath = ({ kind, path }: AskedReset): string | undefined => (kind === 'user' ? path : undefined);
const firstMember = ({ kind, path }: AskedReset, { members }: Trespass): string | undefined =>
  kind === 'group' ? members(path)[0] : undefined;

/** A reset without the right key, or without an acting user, is not refused, or not without effect. */
export const credentialFaults: FaultsByName = {
  'missing-key-accepted': {
    about: 'A reset without an apikey is performed.',
    requirement: 'no-key-refused',
    misbehave: takingKey(noKey),
  },
  'missing-key-accepted-for-groups': {
    about: 'A group reset without an apikey is performed.',
    requirement: 'no-key-refused',
    misbehave: takingKey((asked) => noKey(asked) && asked.reset.kind === 'group'),
  },
  'missing-key-accepted-for-permanent-deletion': {
    about: 'A permanent deletion without an apikey is performed.',
    requirement: 'no-key-refused',
    misbehave: takingKey((asked) => noKey(asked) && asked.reset.fields['deleteMessagesPermanently'] === true),
  },
  'missing-key-accepted-at-times': {
    about: 'One time in twenty a reset without an apikey is performed.',
    requirement: 'no-key-refused',
    budget: 'default',
    misbehave: takingKey((asked) => noKey(asked) && asked.context.chance() < 1 / 20),
  },
  'missing-key-refused-with-effect': {
    about: 'A reset without an apikey is refused and performed.',
    requirement: 'no-key-refused',
    misbehave: takingKey(noKey, 401),
  },
  'any-key-accepted': {
    about: 'It is enough that there is an apikey.',
    requirement: 'wrong-key-refused',
    misbehave: takingKey(someKey),
  },
  'key-compared-by-length': {
    about: 'It is enough that the apikey is as long as the right one.',
    requirement: 'wrong-key-refused',
    misbehave: takingKey(({ key, context }) => key.length === context.apiKey.length),
  },
  'key-compared-by-beginning': {
    about: 'It is enough that the apikey begins like the right one.',
    requirement: 'wrong-key-refused',
    misbehave: takingKey(({ key, context }) => key.slice(0, 4) === context.apiKey.slice(0, 4)),
  },
  'key-compared-but-for-its-end': {
    about: 'The last character of the apikey does not count.',
    requirement: 'wrong-key-refused',
    misbehave: takingKey(
      ({ key, context }) => key.length === context.apiKey.length && key.slice(0, -1) === context.apiKey.slice(0, -1),
    ),
  },
  'key-compared-without-case': {
    about: 'Capitals and small letters are the same in the apikey.',
    requirement: 'wrong-key-refused',
    misbehave: takingKey(({ key, context }) => key.toLowerCase() === context.apiKey.toLowerCase()),
  },
  'wrong-key-refused-with-effect': {
    about: 'A reset with a wrong apikey is refused and performed.',
    requirement: 'wrong-key-refused',
    misbehave: takingKey(someKey, 403),
  },
  'path-acts-for-nobody': {
    about: 'Without onBehalfOf the user in the path is the acting one.',
    requirement: 'no-acting-user-refused',
    misbehave: actingAs(userInPath),
  },
  'path-acts-for-nobody-unseen': {
    about: 'Without onBehalfOf the reset is refused, and performed for the user in the path.',
    requirement: 'no-acting-user-refused',
    misbehave: actingAs(userInPath, 400),
  },
  'first-member-acts-for-nobody': {
    about: 'Without onBehalfOf the group is reset for its first member.',
    requirement: 'no-acting-user-refused',
    misbehave: actingAs(firstMember),
  },
  'nobody-confirmed': {
    about: 'Without onBehalfOf the reset is confirmed, and nothing is done.',
    requirement: 'no-acting-user-refused',
    misbehave: async (request, next, context) => {
      const reset = readReset(request);
      if (reset === undefined || reset.actor !== '' || request.headers['apikey'] !== context.apiKey) {
        return next(request);
      }
      context.reached();
      return { status: 200, body: JSON.stringify({ data: { success: true, message: `${reset.path} was reset.` } }) };
    },
  },
};
