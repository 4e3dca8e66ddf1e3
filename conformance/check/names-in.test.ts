import { expect, it } from 'vitest';
import { reset } from '../plan/world.ts';
import { peerOf } from '../scenario/conversations.ts';
import { nameOf } from '../target/rest-driver.ts';
import { type TraceBuilder, trace } from '../testing/trace-builder.ts';
import { namesIn } from './names-in.ts';

/** `me` talks with `you` and with `she`, and is in the group of `group`. */
const world = (group = 'g') => ({ users: ['me', 'you', 'she'], groups: [{ id: group, members: ['me', 'she'] }] });
const talk = (group?: string): TraceBuilder => trace(world(group)).send('you', 'user:me').send('me', 'user:she');

/** What a text names: the conversation, the acting user, and another conversation. */
function named(text: string, ids: Readonly<Record<string, string>> = {}, built = talk(), key = 'user:you'): string {
  const ofYou = reset('me', peerOf(key));
  const transitions = built.list('me', [], ids).reset(ofYou).transitions();
  const transition = transitions.find(({ executed }) => executed.operation === ofYou) ?? expect.fail();
  const { conversation, actingUser, another } = namesIn(text, ofYou, transition);
  return [...(conversation ? ['conversation'] : []), ...(actingUser ? ['user'] : []), another ?? []].flat().join(' ');
}

const documented = 'The conversation s-me_user_s-you has been deleted successfully for UID s-me.';

it.each([
  [documented, 'conversation user'],
  ['s-me has no conversation with s-you any more.', 'conversation user'],
  ['s-you/s-me: gone', 'conversation user'],
  ['s-you_user_s-me s-me', 'conversation user'],
  ['Hidden for "s-me": the talk with Name of s.youx.', 'conversation user'],
  // Words that only begin or end like an id name nobody.
  [`${documented} (s-she2, not-s-she)`, 'conversation user'],
  ['Done for s-me.', 'user'],
  ['Done for s-me: s-you2 and the-s-you.', 'user'],
  ['The conversation s-me_user_s-you is gone.', 'conversation'],
  ['The conversation s-you is gone for s-me2.', 'conversation'],
  ['S-ME S-YOU', 'conversation user'],
  // A word may stand before the whole id of a conversation, and before nothing else.
  ['s-me: conversation_s-me_user_s-you', 'conversation user'],
  ['conversation_s-me_user_s-you', 'conversation'],
  ['s-me: user_s-you', 'user'],
  ['**s-me_user_s-you** is deleted for _s-me_.', 'conversation user'],
  ['__s-me_user_s-you__ is deleted for ___s-me___', 'conversation user'],
  ['s-me: _s-you_2, x_s-you_, _s-you__', 'user'],
  ['s-me: xs-me_user_s-you', 'user'],
  ['', ''],
  [`${documented} So has s-she.`, 'conversation user s-she'],
  [`${documented} So has Name of s.shex.`, 'conversation user Name of s.shex'],
  [`${documented} So has s-she_user_s-me.`, 'conversation user s-she_user_s-me'],
  [`${documented} So has group_s-g.`, 'conversation user group_s-g'],
])('%s', (text, names) => {
  expect(named(text)).toBe(names);
});

it.each([
  ['Conversation s-me:s-you deleted.', { 'user:you': 's-me:s-you' }, 'conversation'],
  ['Conversation s-me:s-you deleted for s-me.', { 'user:you': 's-me:s-you' }, 'conversation user'],
  // The longer of two ids that begin alike is taken out first, so that nothing of it stays behind.
  ['Conversation c:s-me deleted.', { 'user:you': 'c:s-me', 'user:she': 'c:' }, 'conversation'],
  ['Conversation x:s-me deleted.', { 'user:you': 'x', 'user:she': 'x:s-me' }, 'conversation x:s-me'],
  // Ids that are numbers neither tear other ids apart nor accuse a count.
  ['As you asked: 9s is empty for s-me.', { 'user:you': '9s', 'user:she': 'as' }, 'conversation user'],
  ['Conversation 7 deleted for s-me (12 messages).', { 'user:you': '7', 'user:she': '12' }, 'conversation user'],
  ['Conversation c-7 deleted for s-me (c-12).', { 'user:you': 'c-7', 'user:she': 'c-12' }, 'conversation user c-12'],
  // An id that is empty is no word, and stands nowhere.
  ['', { 'user:you': '', 'user:she': '' }, ''],
  ['s-me left s-you', { 'user:you': '', 'user:she': '' }, 'conversation user'],
])('where the target has ids of its own: %s', (text, ids, names) => {
  expect(named(text, ids)).toBe(names);
});

it('should take capitals for other ids where case counts', () => {
  expect(named('S-ME S-YOU', {}, talk().knowing({ identifierCase: 'sensitive' }))).toBe('');
});

it.each([
  ['The conversation group_s-g of s-she is empty for s-me.', 'conversation user'],
  ['The conversation group_s-g is empty for s-me, as is s-me_user_s-she.', 'conversation user s-me_user_s-she'],
  ['The conversation group_s-g is empty for s-me. So is s-you.', 'conversation user s-you'],
])('where a group may be told by who is in it: %s', (text, names) => {
  expect(named(text, {}, talk(), 'group:g')).toBe(names);
});

it('should accuse neither of two conversations that share a name', () => {
  expect(named(`${documented} (s-you)`, {}, talk('you'))).toBe('conversation user');
  expect(named(documented, {}, talk('me'))).toBe('conversation user');
  // That of the acting user, whose id a group has as well.
  expect(named(`${documented}, ${nameOf('s-me')}`, {}, talk('me'))).toBe('conversation user');
  expect(named(`${documented} (group_s-you)`, {}, talk('you'))).toBe('conversation user group_s-you');
});

it('should name a group by its id, and its own id by nothing else', () => {
  expect(named('group_s-g is gone for s-me', {}, talk(), 'group:g')).toBe('conversation user');
  expect(named('s-me_user_s-you is gone for s-me', {}, talk(), 'group:g')).toBe('user s-me_user_s-you');
});

it('should take an id of a conversation for the acting user’s where it is that', () => {
  expect(named('Chat with s-me cleared for s-me', { 'user:you': 's-me' })).toBe('conversation user');
});

it('should know no id of a row that may have left and come back since it was listed', () => {
  const ofYou = reset('me', peerOf('user:you'));
  const transitions = talk()
    .list('me', ['user:you', 'user:she'], { 'user:you': '7', 'user:she': '8' })
    .reset(ofYou)
    .send('you', 'user:me')
    .reset({ ...ofYou, preserveOrder: 'true' })
    .transitions();
  const ids = transitions
    .filter(({ executed }) => executed.operation.do === 'reset')
    .map(({ conversationIds }) => [...conversationIds].flat().join(' '));
  expect(ids).toEqual(['user:you 7 user:she 8', 'user:she 8']);
});
