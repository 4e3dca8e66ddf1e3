import type { Form } from './asked-reset.ts';
import type { Condition } from './scene.ts';

export const every =
  (...conditions: readonly Condition[]): Condition =>
  (scene) =>
    conditions.every((holds) => holds(scene));

export const always: Condition = () => true;

export const ofUser: Condition = ({ reset }) => reset.kind === 'user';
export const ofGroup: Condition = ({ reset }) => reset.kind === 'group';

export const saying =
  (field: string, value: unknown): Condition =>
  ({ reset }) =>
    reset.fields[field] === value;
export const omitting = (field: string): Condition => saying(field, undefined);
const documented = ['conversationWith', 'deleteMessagesPermanently', 'preserveOrder'];
export const withAnotherField: Condition = ({ reset }) =>
  Object.keys(reset.fields).some((field) => !documented.includes(field));
export const withoutBody: Condition = ({ request }) => request.body === '';
export const saidAs =
  (form: Form): Condition =>
  ({ reset }) =>
    reset.kind === 'user' && reset.form === form;

export const preserved = saying('preserveOrder', true);
export const freed: Condition = (scene) => !preserved(scene);
export const permanent = every(ofUser, saying('deleteMessagesPermanently', true));
export const temporary: Condition = (scene) => !permanent(scene);

/** Counted from 1. */
export const atPlace =
  (place: number): Condition =>
  ({ at }) =>
    at === place - 1;
export const beyondPlace =
  (place: number): Condition =>
  ({ at }) =>
    at >= place;
export const notFirst = beyondPlace(1);
export const atLastPlace: Condition = ({ at, rows }) => at === rows.length - 1;
export const inListLongerThan =
  (length: number): Condition =>
  ({ rows }) =>
    rows.length > length;

export const withUnread: Condition = ({ row }) => row.unread > 0;
export const withMessages: Condition = ({ row }) => row.lastSender !== undefined;
export const withOwnLast: Condition = ({ row, reset }) => row.lastSender === reset.actor;

export const resetBefore: Condition = ({ earlier }) => earlier > 0;
/** A message came after an earlier reset. */
export const afterReturn = every(resetBefore, withMessages);
/** No message came after an earlier reset. */
export const emptied: Condition = (scene) => resetBefore(scene) && !withMessages(scene);

export const byOneself: Condition = ({ reset, context }) => context.members(reset.other).length === 1;
export const joinedLate: Condition = ({ reset, context }) => context.members(reset.other).indexOf(reset.actor) >= 2;
export const withMarks: Condition = ({ reset }) => /[-_]{2}|[-_]$/.test(reset.other);
export const withLongId: Condition = ({ reset }) => reset.other.length > 90;

export const byLarger: Condition = ({ reset }) => reset.actor > reset.other;

export const oneIn =
  (times: number): Condition =>
  ({ context }) =>
    context.chance() < 1 / times;
export const underLoad =
  (requests: number): Condition =>
  ({ context }) =>
    context.inFlight() >= requests;
