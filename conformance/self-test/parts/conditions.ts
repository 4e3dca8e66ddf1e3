import type { Addressing } from '../../../core/index.ts';
import type { Condition, ResetStep } from '../varied-server.ts';
import { groupJoined, seenIn, senderOf } from './effects.ts';

export const ofUser: Condition = ({ kind }) => kind === 'user';
export const ofGroup: Condition = ({ kind }) => kind === 'group';
export const preserved: Condition = ({ preserve }) => preserve;
export const freed: Condition = ({ preserve }) => !preserve;
export const permanent: Condition = (it) => it.permanent;
export const temporary: Condition = (it) => ofUser(it) && !it.permanent;

export const saying =
  (field: string, value: unknown): Condition =>
  ({ body }) =>
    body[field] === value;
export const omitting =
  (field: string): Condition =>
  ({ body }) =>
    !(field in body);
export const saidAs =
  (form: Addressing): Condition =>
  (it) =>
    ofUser(it) && it.form === form;

/** Of the text of the body. */
export const written =
  (pattern: RegExp): Condition =>
  ({ request }) =>
    pattern.test(request.body);
export const withoutBody = written(/^$/);
export const chunked: Condition = ({ request }) => request.header('transfer-encoding') !== '';
export const withType =
  (isMeant: (type: string) => boolean): Condition =>
  ({ request }) =>
    isMeant(request.header('content-type'));
export const withCharset = withType((type) => type.includes('charset'));
/** With a header in this spelling. */
export const spelled =
  (header: string): Condition =>
  ({ request }) =>
    request.rawHeaders?.includes(header) === true;
export const lacking =
  (header: string): Condition =>
  ({ request }) =>
    request.headers[header] === undefined;
export const withEmpty =
  (header: string): Condition =>
  ({ request }) =>
    request.headers[header] === '';

export const inListOf =
  (length: number): Condition =>
  ({ rows }) =>
    rows.length === length;
/** Counted from 1. */
export const beyondPlace =
  (place: number): Condition =>
  (it) =>
    it.place >= place;
export const withUnread =
  (least: number): Condition =>
  ({ row }) =>
    (row?.unread ?? 0) >= least;
export const withMessages =
  (count: number): Condition =>
  ({ messages }) =>
    messages.length === count;

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
export const read: Condition = ({ kind, other, actor, messages, past }: ResetStep) => {
  const line = `GET /v3/${kind}s/${other}/messages`;
  const last = past.findLast(({ call, request }) => call.startsWith(line) && request.header('onbehalfof') === actor);
  return last !== undefined && last.counter >= (messages.at(-1)?.id ?? 0);
};
