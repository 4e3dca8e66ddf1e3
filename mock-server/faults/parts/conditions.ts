import type { Addressing } from '../../../core/index.ts';
import { userResetFields } from '../../reset-calls.ts';
import type { Condition, Situation } from './on-reset.ts';

export const given = (words: string, holds: (it: Situation) => boolean): Condition => ({ words, holds });

/** The same condition, where the action's own words imply it. */
export const silently = ({ holds }: Condition): Condition => ({ words: '', holds });

export const ofUser = given('for a user conversation', ({ reset }) => reset.kind === 'user');
export const ofGroup = given('for a group conversation', ({ reset }) => reset.kind === 'group');

export const saying = (field: string, value: unknown): Condition =>
  given(`next to ${field} ${value}`, ({ reset }) => reset.fields[field] === value);
export const omitting = (field: string): Condition =>
  given(`when ${field} is left out`, ({ reset }) => reset.fields[field] === undefined);
export const withAnotherField = given('next to a field that is not documented', ({ reset }) =>
  Object.keys(reset.fields).some((field) => !userResetFields.includes(field)),
);
export const withoutBody = given('without a body', ({ request }) => request.body === '');

const formWords: Readonly<Record<Addressing, string>> = {
  'path-actor': 'when the path names the acting user',
  'path-peer': 'when the path alone names the other user',
  'path-peer-echo': 'when conversationWith names the acting user',
};
export const saidAs = (form: Addressing): Condition =>
  given(formWords[form], ({ reset }) => reset.kind === 'user' && reset.form === form);

const isPreserved = ({ reset }: Situation): boolean => reset.fields['preserveOrder'] === true;
const isPermanent = ({ reset }: Situation): boolean =>
  reset.kind === 'user' && reset.fields['deleteMessagesPermanently'] === true;
export const preserved = given('with preserveOrder', isPreserved);
export const freed = given('without preserveOrder', (it) => !isPreserved(it));
export const permanent = given('in a permanent deletion', isPermanent);
export const temporary = given('', (it) => !isPermanent(it));

/** Counted from 1. */
export const atPlace = (place: number): Condition =>
  given(`in place ${place} of the list`, ({ at }) => at === place - 1);
export const beyondPlace = (place: number): Condition =>
  given(`beyond place ${place} of the list`, ({ at }) => at >= place);
export const notFirst = silently(beyondPlace(1));
export const atLastPlace = given('in the last place of the list', ({ at, rows }) => at > 0 && at === rows.length - 1);
export const inListLongerThan = (length: number): Condition =>
  given(`in a list of more than ${length} conversations`, ({ rows }) => rows.length > length);

const hasMessages = ({ row }: Situation): boolean => row.lastSender !== undefined;
export const withUnread = given('while the conversation has unread messages', ({ row }) => row.unread > 0);
export const withMessages = given('', hasMessages);
export const withOwnLast = given('after an own message', ({ row, reset }) => row.lastSender === reset.actor);

export const resetBefore = given('once the conversation was reset before', ({ earlier }) => earlier > 0);
export const afterReturn = given('after a reset and a message', (it) => it.earlier > 0 && hasMessages(it));
export const emptied = given('after a reset and no message since', (it) => it.earlier > 0 && !hasMessages(it));

export const membersOf = ({ reset, server }: Situation): readonly string[] => server.people.members(reset.other);
export const byOneself = given('where nobody else is a member', (it) => membersOf(it).length === 1);
export const joinedLate = given('for members after two others', (it) => membersOf(it).indexOf(it.reset.actor) >= 2);
export const withMarks = given('for an id with two marks, or one at its end', ({ reset }) =>
  /[-_]{2}|[-_]$/.test(reset.other),
);
export const withLongId = given('for an id of more than ninety characters', ({ reset }) => reset.other.length > 90);
export const byLarger = given('when the acting uid sorts after the other', ({ reset }) => reset.actor > reset.other);

export const oneIn = (times: number): Condition => ({
  ...given(`one time in ${times}`, ({ server }) => server.chance() < 1 / times),
  budget: 'default',
});
export const underLoad = (requests: number): Condition =>
  given(`while ${requests} requests or more are in flight`, ({ server }) => server.inFlight() >= requests);
