import { expect, test } from 'vitest';
import type { WireReply } from '../target/http-client.ts';
import { hasWord, judgeConfirmation, type Named } from './judge-answer.ts';

const named: Named = {
  actor: 'cr-me',
  conversation: ['cr-me_user_cr-you', 'cr-you_user_cr-me', 'cr-you', 'Name of cryoux'],
  conversationIds: ['cr-me_user_cr-you', 'cr-you_user_cr-me', 'cr-me_user_cr-she', 'cr-she_user_cr-me'],
  others: [['cr-me_user_cr-she', 'cr-she_user_cr-me', 'cr-she', 'Name of crshex']],
};

interface Change {
  readonly status?: number;
  readonly contentType?: string;
  readonly success?: unknown;
}

function reply(message: unknown, { status = 200, contentType = 'application/json', success = true }: Change = {}) {
  const json = { data: { success, message } };
  return { kind: 'answered', status, contentType, text: JSON.stringify(json), json } satisfies WireReply;
}

const judged = (given: WireReply, names: Named | undefined = named): readonly string[] =>
  judgeConfirmation(given, names).map(({ requirement }) => requirement);

const documented = 'The conversation cr-me_user_cr-you has been deleted successfully for UID cr-me.';

test.each([
  documented,
  'cr-me has no conversation with cr-you any more.',
  'cr-you/cr-me: gone',
  'cr-you_user_cr-me cr-me',
  'Hidden for "cr-me": the talk with Name of cryoux.',
  // Words that only begin or end like an id name nobody.
  `${documented} (cr-she2, not-cr-she)`,
])('a lawful confirmation: %s', (message) => {
  expect(judged(reply(message))).toEqual([]);
});

test.each([
  ['message-names-conversation', 'Done for cr-me.'],
  ['message-names-conversation', 'Done for cr-me: cr-you2 and the-cr-you.'],
  ['message-names-acting-user', 'The conversation cr-me_user_cr-you is gone.'],
  ['message-names-acting-user', 'The conversation cr-you is gone for cr-me2.'],
  ['message-names-no-other', `${documented} So has cr-she.`],
  ['message-names-no-other', `${documented} So has Name of crshex.`],
  ['message-names-no-other', `${documented} So has cr-she_user_cr-me.`],
])('%s: %s', (requirement, message) => {
  expect(judged(reply(message))).toEqual([requirement]);
});

test.each([undefined, null, 42, {}])('a message that is %j names nobody', (message) => {
  expect(judged(reply(message))).toEqual(['message-names-conversation', 'message-names-acting-user']);
});

test('the acting user inside an id that the target spells its own way is not named by it', () => {
  const own: Named = {
    ...named,
    conversation: ['cr-me:cr-you', 'cr-you'],
    conversationIds: ['cr-me', 'cr-me:cr-you', 'cr-me:cr-she'],
  };
  expect(judged(reply('Conversation cr-me:cr-you deleted.'), { ...own, conversationIds: ['cr-me:cr-you'] })).toEqual([
    'message-names-acting-user',
  ]);
  // The longer of two ids that begin alike is taken out first, so that nothing of it stays behind.
  expect(judged(reply('Conversation cr-me:cr-you deleted.'), { ...own, actor: 'cr-you' })).toEqual([
    'message-names-acting-user',
  ]);
  expect(judged(reply('Conversation cr-me:cr-you deleted for cr-me.'), { ...own, conversationIds: [] })).toEqual([]);
});

test('ids that are numbers neither tear other ids apart nor accuse a count', () => {
  const numbered: Named = {
    actor: 'cr7-me',
    conversation: ['7', 'cr7-you'],
    conversationIds: ['7', '12'],
    others: [['12', 'cr7-she']],
  };
  expect(judged(reply('Conversation 7 deleted for cr7-me (12 messages).'), numbered)).toEqual([]);
});

test('a name that two conversations share accuses neither', () => {
  const shared: Named = { ...named, others: [...named.others, ['group_cr-you', 'cr-you']] };
  expect(judged(reply(documented), shared)).toEqual([]);
  expect(judged(reply(`${documented} (cr-you)`), shared)).toEqual([]);
});

test('an id that is empty is no word', () => {
  expect(judged(reply(documented), { ...named, conversationIds: ['', ...named.conversationIds] })).toEqual([]);
  expect(judged(reply('x'), { ...named, conversation: [''] })).toContain('message-names-conversation');
});

test('without names only the form is judged', () => {
  expect(judgeConfirmation(reply('anything'), undefined)).toEqual([]);
});

test.each([201, 202, 204, 404])('%i is not 200', (status) => {
  expect(judged(reply(documented, { status }))).toEqual(['status-200']);
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  ' application/json ;q=1',
])('JSON: %s', (contentType) => {
  expect(judged(reply(documented, { contentType }))).toEqual([]);
});

test.each([
  '',
  'text/plain',
  'text/json',
  'application/json5',
  'application/problem+json',
  'x; application/json',
])('not JSON: %s', (contentType) => {
  expect(judged(reply(documented, { contentType }))).toEqual(['media-type']);
});

test.each([false, 'true', 1, null, [true]])('success is not %j', (success) => {
  expect(judged(reply(documented, { success }))).toEqual(['success-true']);
});

test('no answer is judged by looking', () => {
  expect(judgeConfirmation({ kind: 'lost', why: 'cut' }, named)).toEqual([]);
});

test('a mismatch says what was expected and what came', () => {
  expect(judgeConfirmation(reply('Done for cr-me.'), named)).toEqual([
    {
      requirement: 'message-names-conversation',
      summary:
        'expected text that names cr-me_user_cr-you or cr-you or Name of cryoux, got data.message: "Done for cr-me."',
      expected: 'text that names cr-me_user_cr-you or cr-you or Name of cryoux',
      seen: 'data.message: "Done for cr-me."',
    },
  ]);
});

test.each([
  ['a', 'a', true],
  ['"a"', 'a', true],
  ['a.', 'a', true],
  ['(a)', 'a', true],
  ['b a c', 'a', true],
  ['ab a', 'a', true],
  ['ab', 'a', false],
  ['ba', 'a', false],
  ['a-b', 'a', false],
  ['a_b', 'a', false],
  ['1a', 'a', false],
  ['A', 'a', false],
  ['', 'a', false],
  ['a', '', false],
  ['', '', false],
])('in "%s" the word "%s" stands: %s', (text, word, stands) => {
  expect(hasWord(text, word)).toBe(stands);
});
