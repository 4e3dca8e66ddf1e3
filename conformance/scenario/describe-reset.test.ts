import { expect, it } from 'vitest';
import { reset } from '../plan/world.ts';
import { toGroup, toUser } from './conversations.ts';
import { describeReset } from './describe-reset.ts';
import type { Reset } from './scenario.ts';

const leftOut = { preserveOrder: 'absent', deleteMessagesPermanently: 'absent' } as const;
const ofYou = (settings: Partial<Reset>): Reset => reset('me', toUser('you'), { ...leftOut, ...settings });

it.each<readonly [string, Reset]>([
  ['me resets user:you, named in conversationWith', ofYou({})],
  ['me resets user:you, named in the path', ofYou({ form: 'path-peer' })],
  ['me resets user:you, without a body', ofYou({ body: 'none' })],
  ['me resets user:you, with a number as body', ofYou({ body: 'number' })],
  ['me resets user:you, named in the path, without a body', ofYou({ body: 'none', form: 'path-peer' })],
  ['me resets user:you, with conversationWith 7', ofYou({ wrongTypes: { conversationWith: 7 } })],
  [
    'me resets user:you, named in the path, with conversationWith 7',
    ofYou({ wrongTypes: { conversationWith: 7 }, form: 'path-peer-echo' }),
  ],
  ['me resets user:you, with b in the path', ofYou({ path: 'b' })],
  ['me resets group:g, with preserveOrder true', reset('me', toGroup('g'), { preserveOrder: 'true' })],
])('should say %s', (words, one) => {
  expect(describeReset(one)).toBe(words);
});
