import type { Addressing } from '../../../core/index.ts';
import { userResetFields } from '../../reset-calls.ts';
import type { Condition, Situation } from './on-reset.ts';

export const ofUser: Condition = ({ reset }) => reset.kind === 'user';
export const ofGroup: Condition = ({ reset }) => reset.kind === 'group';

export const saying = (field: string, value: unknown) => (it: Situation) => it.reset.fields[field] === value;
export const omitting = (field: string): Condition => saying(field, undefined);
export const withAnotherField: Condition = ({ reset }) =>
  Object.keys(reset.fields).some((field) => !userResetFields.includes(field));
export const withoutBody: Condition = ({ request }) => request.body === '';
export const saidAs = (form: Addressing) => (it: Situation) => ofUser(it) && it.reset.form === form;

export const preserved = saying('preserveOrder', true);
export const freed: Condition = (it) => !preserved(it);
export const permanent: Condition = (it) => ofUser(it) && saying('deleteMessagesPermanently', true)(it);
export const temporary: Condition = (it) => !permanent(it);

/** Counted from 1. */
export const atPlace = (place: number) => (it: Situation) => it.at === place - 1;
export const beyondPlace = (place: number) => (it: Situation) => it.at >= place;
export const notFirst = beyondPlace(1);
export const atLastPlace: Condition = ({ at, rows }) => at > 0 && at === rows.length - 1;
export const inListLongerThan = (length: number) => (it: Situation) => it.rows.length > length;

export const withUnread: Condition = ({ row }) => row.unread > 0;
export const withMessages: Condition = ({ row }) => row.lastSender !== undefined;
export const withOwnLast: Condition = ({ row, reset }) => row.lastSender === reset.actor;

export const resetBefore: Condition = ({ earlier }) => earlier > 0;
/** After a reset and a message. */
export const afterReturn: Condition = (it) => resetBefore(it) && withMessages(it);
/** After a reset and no message since. */
export const emptied: Condition = (it) => resetBefore(it) && !withMessages(it);

export const membersOf = ({ reset, server }: Situation): readonly string[] => server.members(reset.other);
export const byOneself: Condition = (it) => membersOf(it).length === 1;
/** After two others. */
export const joinedLate: Condition = (it) => membersOf(it).indexOf(it.reset.actor) >= 2;
/** With two marks in the id, or one at its end. */
export const withMarks: Condition = ({ reset }) => /[-_]{2}|[-_]$/.test(reset.other);
export const withLongId: Condition = ({ reset }) => reset.other.length > 90;
/** By the one of a pair whose uid sorts last. */
export const byLarger: Condition = ({ reset }) => reset.actor > reset.other;

/** One time in twenty. */
export const atTimes: Condition = Object.assign(({ server }: Situation) => server.chance() < 1 / 20, {
  budget: 'default' as const,
});
/** While so many requests or more are in flight. */
export const underLoad = (requests: number) => (it: Situation) => it.server.inFlight() >= requests;
