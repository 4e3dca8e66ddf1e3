import { expect, it } from 'vitest';
import { everyConversation, guid, guids, uid, uids } from './arbitrary/world.ts';
import { conversationId, historyKey, sideKey, withGroup, withUser } from './conversation.ts';

it.each([
  ['superhero2', 'superhero1', 'superhero1_user_superhero2'],
  ['superhero1', 'superhero2', 'superhero1_user_superhero2'],
  ['user-10', 'user-9', 'user-10_user_user-9'],
  ['a', 'B', 'B_user_a'],
])('the id of a conversation should be, for %s and %s, %s', (owner, other, id) => {
  expect(conversationId(uid(owner), withUser(uid(other)))).toBe(id);
});

it('the id of a conversation should be that of the group for every member', () => {
  const ids = uids.map((owner) => conversationId(owner, withGroup(guid('climbers'))));
  expect(new Set(ids)).toEqual(new Set(['group_climbers']));
});

it('the id of a conversation should be one for two conversations that look alike, which have two keys', () => {
  const [one, other] = [withUser(uid('b_user_c')), withUser(uid('c'))];
  expect(conversationId(uid('a'), one)).toBe(conversationId(uid('a_user_b'), other));
  expect(historyKey(uid('a'), one)).not.toBe(historyKey(uid('a_user_b'), other));
});

it('the keys should be one for both of a pair and for all members of a group, and differ between conversations', () => {
  const pairs = uids.flatMap((one, index) => uids.slice(index + 1).map((two) => [one, two] as const));
  for (const [one, two] of pairs) expect(historyKey(one, withUser(two))).toBe(historyKey(two, withUser(one)));
  for (const group of guids) expect(new Set(uids.map((user) => historyKey(user, withGroup(group)))).size).toBe(1);

  const keys = [
    ...pairs.map(([one, two]) => historyKey(one, withUser(two))),
    ...guids.map((group) => historyKey(uid('a'), withGroup(group))),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(everyConversation.map(sideKey)).size).toBe(everyConversation.length);
});
