import type { RequirementId } from '../requirements/catalogue.ts';
import { dataOf } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';

export interface AnswerMismatch {
  readonly requirement: RequirementId;
  readonly summary: string;
  readonly expected: string;
  readonly seen: string;
}

/** What the confirmation has to name and what not, in every spelling under which it is known. */
export interface Named {
  readonly actor: string;
  /** The conversation's ids as services spell it, the other side's id and display name. */
  readonly conversation: readonly string[];
  readonly conversationIds: readonly string[];
  /** The same for each other conversation of the acting user. */
  readonly others: readonly (readonly string[])[];
}

/** What the spec pins of the answer to a reset that was done; section "Response body". The wording is free. */
export function judgeConfirmation(reply: WireReply, named: Named | undefined): readonly AnswerMismatch[] {
  if (reply.kind === 'lost') return [];
  const { success, message } = dataOf(reply);
  return [
    ...unless(reply.status === 200, 'status-200', 'status 200', `status ${reply.status}`),
    ...unless(
      isJson(reply.contentType),
      'media-type',
      'Content-Type: application/json',
      contentType(reply.contentType),
    ),
    ...unless(success === true, 'success-true', 'data.success: true', `data.success: ${JSON.stringify(success)}`),
    ...(named === undefined ? [] : judgeMessage(message, named)),
  ];
}

function judgeMessage(message: unknown, named: Named): readonly AnswerMismatch[] {
  const seen = `data.message: ${JSON.stringify(message)}`;
  const text = typeof message === 'string' ? message : '';
  const namesConversation = named.conversation.some((name) => hasWord(text, name));
  const longestFirst = named.conversationIds.toSorted((a, b) => b.length - a.length);
  const withoutIds = longestFirst.reduce(withoutWord, text);
  const foreign = named.others
    .flat()
    .find((name) => !named.conversation.includes(name) && !isNumber(name) && hasWord(text, name));
  const accepted = named.conversation.filter((name, place) => place === 0 || !named.conversationIds.includes(name));
  return [
    ...unless(namesConversation, 'message-names-conversation', `text that names ${accepted.join(' or ')}`, seen),
    ...unless(hasWord(withoutIds, named.actor), 'message-names-acting-user', `text that names ${named.actor}`, seen),
    ...unless(foreign === undefined, 'message-names-no-other', `text that does not name ${foreign}`, seen),
  ];
}

const unless = (
  holds: boolean,
  requirement: RequirementId,
  expected: string,
  seen: string,
): readonly AnswerMismatch[] =>
  holds ? [] : [{ requirement, summary: `expected ${expected}, got ${seen}`, expected, seen }];

const isJson = (contentType: string): boolean => /^application\/json\s*(;|$)/i.test(contentType.trim());

const contentType = (value: string): string => (value === '' ? 'no Content-Type' : `Content-Type: ${value}`);

/** Whether `name` stands in the text by itself, not as a part of a longer id. */
export const hasWord = (text: string, name: string): boolean => placeOfWord(text, name) !== -1;

function withoutWord(text: string, name: string): string {
  const at = placeOfWord(text, name);
  return at === -1 ? text : withoutWord(`${text.slice(0, at)} ${text.slice(at + name.length)}`, name);
}

function placeOfWord(text: string, name: string): number {
  for (let at = name === '' ? -1 : text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isIdCharacter(text[at - 1]) && !isIdCharacter(text[at + name.length])) return at;
  }
  return -1;
}

/** Where a conversation's own id is a number, the same number in a text may count something. */
const isNumber = (name: string): boolean => /^[0-9]*$/.test(name);

const isIdCharacter = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9_-]/.test(char);
