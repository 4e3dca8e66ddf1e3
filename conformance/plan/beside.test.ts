import { expect, it } from 'vitest';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { besides, fieldsBeside } from './beside.ts';
import { reset, worldOf } from './world.ts';

const world = worldOf([toUser('a'), toGroup('g'), toUser('b'), toGroup('h')]);
const ofUser = reset(world.me, toUser('a'));
const ofGroup = reset(world.me, toGroup('g'));

it.each([
  ['onBehalfOf', ofUser, { onBehalfOf: '~a' }],
  ['sender', ofGroup, { sender: '~k-mate' }],
  ['receiver', ofUser, { receiver: '~b', receiverType: 'user' }],
  ['guid', ofGroup, { guid: '~group:h' }],
  ['other call', ofGroup, { conversationWith: '~a', deleteMessagesPermanently: true }],
  ['other call', ofUser, { colour: 'red' }],
] as const)('%s should name somebody else of the world', (beside, reset, fields) => {
  expect(fieldsBeside(world, reset, beside)).toEqual(fields);
});

it('should be nothing that the call documents', () => {
  const documented = ['conversationWith', 'deleteMessagesPermanently', 'preserveOrder'];
  const named = besides.flatMap((beside) => Object.keys(fieldsBeside(world, ofUser, beside)));
  expect(named.filter((name) => documented.includes(name))).toEqual([]);
  const deeper = JSON.stringify(fieldsBeside(world, ofUser, 'deeper'));
  for (const name of documented) expect(deeper).toContain(`"${name}":`);
});
