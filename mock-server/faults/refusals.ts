import { type AskedReset, parsed, readReset, withFields, withHeader } from './asked-reset.ts';
import { every, notFirst, ofGroup, ofUser, withUnread } from './conditions.ts';
import { answeringWith, denying } from './deeds.ts';
import type { FaultsByName, Mend, Misbehaviour, Trespass } from './fault.ts';
import { isConfirmed, onReset } from './scene.ts';

/** Where the healthy server refuses, performs the request mended, and refuses all the same. */
const performing =
  (mend: Mend): Misbehaviour<Trespass> =>
  async (request, next, context) => {
    const reply = await next(request);
    const reset = readReset(request);
    if (reset === undefined || isConfirmed(reply) || request.headers['apikey'] !== context.apiKey) return reply;
    const mended = reset.actor === '' ? undefined : mend(request, reset, context);
    if (mended !== undefined && isConfirmed(await next(mended))) context.reached();
    return reply;
  };

const flags = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** The fields with text in place of a flag read as that flag; undefined when there is none. */
function coerced(fields: AskedReset['fields']): Readonly<Record<string, unknown>> | undefined {
  const wrong = Object.entries(fields).filter(([, value]) => flags.has(value));
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong.map(([name, value]) => [name, flags.get(value)]));
}

const known: readonly string[] = ['conversationWith', 'deleteMessagesPermanently', 'preserveOrder'];

/** The fields that no reset has, as undefined, so that they are left out; undefined when there are none. */
function unknownFields({ fields }: AskedReset): Readonly<Record<string, undefined>> | undefined {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  return unknown.length === 0 ? undefined : Object.fromEntries(unknown.map((name) => [name, undefined]));
}

/** A reset that is said to be refused changes something. */
export const refusalFaults: FaultsByName = {
  'refused-while-unread-with-effect': {
    about: 'A group reset is refused and performed while the conversation has unread messages.',
    requirement: 'refused-changed-nothing',
    misbehave: onReset(every(ofGroup, withUnread, notFirst), denying(409)),
  },
  'success-false-with-effect': {
    about: 'A user reset is answered with data.success false and performed.',
    requirement: 'refused-changed-nothing',
    misbehave: answeringWith(ofUser, (data) => ({ data: { ...data, success: false } })),
  },
  'refused-form-with-effect': {
    about: 'A path that names the other user is refused, and the reset performed.',
    requirement: 'refused-changed-nothing',
    under: { addressing: ['path-actor'] },
    misbehave: performing((request, { kind, actor, path, form }) =>
      kind === 'user' && form === 'path-peer'
        ? withFields({ ...request, url: `/v3/users/${actor}/conversation` }, { conversationWith: path })
        : undefined,
    ),
  },
  'refused-empty-body-with-effect': {
    about: 'A reset without a body is refused and performed.',
    requirement: 'refused-changed-nothing',
    under: { emptyBody: 'rejected' },
    misbehave: performing((request) => (request.body === '' ? { ...request, body: '{}' } : undefined)),
  },
  'refused-malformed-body-with-effect': {
    about: 'A reset whose body is no JSON is refused and performed.',
    requirement: 'refused-changed-nothing',
    misbehave: performing((request) =>
      request.body !== '' && parsed(request.body) === undefined ? { ...request, body: '{}' } : undefined,
    ),
  },
  'refused-wrong-type-with-effect': {
    about: 'A reset with a flag as text is refused and performed.',
    requirement: 'refused-changed-nothing',
    misbehave: performing((request, { fields }) => {
      const right = coerced(fields);
      return right && withFields(request, right);
    }),
  },
  'refused-unknown-field-with-effect': {
    about: 'A reset with a field that it does not know is refused and performed.',
    requirement: 'refused-changed-nothing',
    under: { unknownField: 'rejected' },
    misbehave: performing((request, reset) => {
      const left = unknownFields(reset);
      return left && withFields(request, left);
    }),
  },
  'refused-non-member-with-effect': {
    about: 'A group reset by somebody who is no member is refused, and performed for a member.',
    requirement: 'refused-changed-nothing',
    misbehave: performing((request, { kind, actor, other }, { members }) => {
      const [first] = members(other);
      return kind === 'user' || first === undefined || members(other).includes(actor)
        ? undefined
        : withHeader(request, 'onbehalfof', first);
    }),
  },
  'refused-missing-conversation-with-effect': {
    about: 'A user reset is refused where the acting user’s list does not have it, and performed for the other user.',
    requirement: 'refused-changed-nothing',
    misbehave: performing((request, { kind, actor, other, form }) => {
      if (kind === 'group' || other === '' || form === 'path-peer-echo') return undefined;
      const turned = withHeader(
        { ...request, url: `/v3/users/${form === 'path-actor' ? other : actor}/conversation` },
        'onbehalfof',
        other,
      );
      return form === 'path-actor' ? withFields(turned, { conversationWith: actor }) : turned;
    }),
  },
};
