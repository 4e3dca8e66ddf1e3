import type { Addressing } from '../../../core/index.ts';
import type { Condition, ResetStep } from '../varied-server.ts';
import { groupJoined, seenIn, senderOf } from './state.ts';

export const ofUser: Condition = ({ kind }) => kind === 'user';
export const ofGroup: Condition = ({ kind }) => kind === 'group';
export const preserved: Condition = ({ preserve }) => preserve;
export const freed: Condition = ({ preserve }) => !preserve;
export const permanent: Condition = (it) => it.permanent;
export const temporary: Condition = (it) => ofUser(it) && !it.permanent;

export const saying = (field: string, value: unknown) => (it: ResetStep) => it.body[field] === value;
export const omitting = (field: string) => (it: ResetStep) => !(field in it.body);
export const withText = (field: string) => (it: ResetStep) => typeof it.body[field] === 'string';
export const saidAs = (form: Addressing) => (it: ResetStep) => ofUser(it) && it.form === form;

/** Of the text of the body. */
export const written = (pattern: RegExp) => (it: ResetStep) => pattern.test(it.request.body);
export const withoutBody = written(/^$/);
export const chunked: Condition = ({ request }) => request.header('transfer-encoding') !== '';
export const withType = (isMeant: (type: string) => boolean) => (it: ResetStep) =>
  isMeant(it.request.header('content-type'));
export const withCharset = withType((type) => type.includes('charset'));
/** With a header in this spelling. */
export const spelled = (header: string) => (it: ResetStep) => it.request.rawHeaders?.includes(header) === true;
export const lacking = (header: string) => (it: ResetStep) => it.request.headers[header] === undefined;
export const withEmpty = (header: string) => (it: ResetStep) => it.request.headers[header] === '';

export const inListOf = (length: number) => (it: ResetStep) => it.rows.length === length;
/** Counted from 1. */
export const beyondPlace = (place: number) => (it: ResetStep) => it.place >= place;
export const withUnread = (least: number) => (it: ResetStep) => (it.row?.unread ?? 0) >= least;
export const withMessages = (count: number) => (it: ResetStep) => it.messages.length === count;

export const withOneself: Condition = ({ kind, actor, other }) => kind === 'user' && actor === other;
/** Of two users, the one who did not write first. */
export const byOtherSide: Condition = ({ kind, actor, messages: [first] }) =>
  kind === 'user' && first !== undefined && senderOf(first) !== actor;
/** By somebody who was added to the group when there were messages in it. */
export const joinedLate: Condition = ({ kind, actor, other, messages, past }) => {
  const joined = past.findLast((it) => groupJoined(it) === other && it.request.body.includes(`"${actor}"`));
  return kind === 'group' && joined !== undefined && (messages[0]?.id ?? Number.POSITIVE_INFINITY) <= joined.counter;
};

/** There is something to read, and there was more before a reset. */
export const returned: Condition = (it) => seenIn(it).length > 0 && seenIn(it).length < it.messages.length;
/** In the list, with nothing to read. */
export const emptied: Condition = (it) => it.row !== undefined && seenIn(it).length === 0;
export const allByActor: Condition = ({ actor, messages }) =>
  messages.length > 0 && messages.every((it) => senderOf(it) === actor);
/** The actor has looked at the messages since the last one came. */
export const read: Condition = ({ kind, other, actor, messages, past }) => {
  const line = `GET /v3/${kind}s/${other}/messages`;
  const last = past.findLast(({ call, request }) => call.startsWith(line) && request.header('onbehalfof') === actor);
  return last !== undefined && last.counter >= (messages.at(-1)?.id ?? 0);
};
