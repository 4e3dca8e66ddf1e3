import { parseJsonObject } from '../decode-json.ts';
import type { HttpRequest } from '../http-message.ts';
import { userResetFields } from '../reset-calls.ts';
import { faultsOf, type NamelessFault } from './fault.ts';
import { answering, answeringWith, refusal } from './parts/actions.ts';
import { isConfirmed, jsonObject, readReset, withFields, withHeader } from './parts/asked-reset.ts';
import { notFirst, ofGroup, ofUser, withUnread } from './parts/conditions.ts';
import type { Change } from './parts/mistaking.ts';
import { onReset } from './parts/on-reset.ts';

type Fix = Change<HttpRequest>;

/** Where the healthy server refuses, executes the fixed request, and refuses all the same. */
const executing = (fix: Fix): NamelessFault => ({
  apply: (request, server) => {
    const reply = server.next(request);
    const reset = readReset(request, server);
    if (reset === undefined || isConfirmed(reply) || reset.key !== server.apiKey) return reply;
    const fixed = reset.actor === '' ? undefined : fix(request, reset, server);
    if (fixed !== undefined) server.next(fixed);
    return reply;
  },
});

const flags: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The request with other values for some fields of its body; undefined where none needs one. */
function withRightFields(request: HttpRequest, isWrong: (name: string, value: unknown) => boolean) {
  const wrong = Object.entries(jsonObject(request.body)).filter(([name, value]) => isWrong(name, value));
  const right = wrong.map(([name, value]) => [name, flags[String(value)]]);
  return wrong.length === 0 ? undefined : withFields(request, Object.fromEntries(right));
}

const asActorInPath: Fix = (request, { kind, actor, path, form }) =>
  kind === 'user' && form === 'path-peer'
    ? withFields({ ...request, url: `/v3/users/${actor}/conversation` }, { conversationWith: path })
    : undefined;
const withBody: Fix = (request) => (request.body === '' ? { ...request, body: '{}' } : undefined);
const withObject: Fix = (request) =>
  request.body === '' || parseJsonObject(request.body) !== undefined ? undefined : { ...request, body: '{}' };
const byFirstMember: Fix = (request, { kind, actor, other }, server) => {
  const members = server.members(other);
  return kind === 'user' || members.includes(actor) ? undefined : withHeader(request, 'onbehalfof', members[0]);
};
const byOtherUser: Fix = (request, { kind, actor, other, form }) => {
  if (kind === 'group' || other === '' || form === 'path-peer-echo') return undefined;
  const url = `/v3/users/${form === 'path-actor' ? other : actor}/conversation`;
  const turned = withHeader({ ...request, url }, 'onbehalfof', other);
  return form === 'path-actor' ? withFields(turned, { conversationWith: actor }) : turned;
};

const refusedAfterwards = answering(() => refusal(409));
const successFalse = answeringWith((data) => ({ data: { ...data, success: false } }));

/** A reset that is said to be refused changes something. */
export const refusedChangedNothing = faultsOf({
  'refused-changed-nothing': {
    'refused-while-unread-with-effect': onReset(refusedAfterwards, ofGroup, withUnread, notFirst),
    'success-false-with-effect': onReset(successFalse, ofUser),
    'refused-form-with-effect': { ...executing(asActorInPath), under: { addressing: ['path-actor'] } },
    'refused-empty-body-with-effect': { ...executing(withBody), under: { emptyBody: 'rejected' } },
    'refused-malformed-body-with-effect': executing(withObject),
    'refused-wrong-type-with-effect': executing((request) =>
      withRightFields(request, (_, value) => value === 'true' || value === 'false'),
    ),
    'refused-unknown-field-with-effect': {
      ...executing((request) => withRightFields(request, (name) => !userResetFields.includes(name))),
      under: { unknownField: 'rejected' },
    },
    'refused-non-member-with-effect': executing(byFirstMember),
    'refused-missing-conversation-with-effect': executing(byOtherUser),
  },
});
