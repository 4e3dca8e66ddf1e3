import { describe, expect, it } from 'vitest';
import { exchangeMismatches } from '../../fixtures/testing/exchange-mismatches.ts';
import { type ExchangeSequence, exchangeFiles, exchangeKeys } from '../../fixtures/testing/exchanges.ts';
import { messageInFull, userInFull } from '../../fixtures/world.ts';
import { callsOn } from '../testing/calls.ts';
import { naiveServer } from './naive-server.ts';

const around = ['lists', 'messages', 'people'];
const aboutResets = exchangeFiles
  .filter(({ name }) => !around.includes(name))
  // Here it refuses with the status that it has without an axis.
  .map(({ name, sequences }) => ({
    name,
    sequences: sequences.filter(({ title }) => !title.startsWith('a rejecting axis with status 200')),
  }));

/** All that it has besides the resets; single users, groups and conversations it does not show. */
const unknownCall = /^GET \/(?:users|groups)\/[^/]+(?:\/conversation)?$/;

describe.each(aboutResets)('exchanges/$name', ({ sequences }) => {
  it.each(sequences)('should be answered as written: $title', async (sequence) => {
    expect(await mismatchesOf(sequence)).toEqual([]);
  });
});

/** What the answers have that they should not. */
async function mismatchesOf({ world, steps, behaviour }: ExchangeSequence): Promise<readonly string[]> {
  const handle = naiveServer({ ...exchangeKeys, behaviour });
  const post = (path: string, as: string, body: object) =>
    callsOn(handle, exchangeKeys.apiKey)(`POST ${path}`, as, body);
  const { users = [], groups = [], conversations = [] } = world;
  for (const { uid, name = uid } of users.map(userInFull)) await post('/users', '', { uid, name });
  for (const { guid, name = guid, members = [], owner = members[0] ?? '' } of groups)
    await post('/groups', owner, { guid, name, members: { participants: members } });
  for (const conversation of conversations) {
    for (const { by, text } of conversation.messages.map(messageInFull)) {
      const to = 'group' in conversation ? conversation.group : conversation.between.find((uid) => uid !== by);
      const receiverType = 'group' in conversation ? 'group' : 'user';
      await post('/messages', by, { receiver: to, receiverType, data: { text } });
    }
  }
  const mismatches: string[] = [];
  for (const [index, step] of steps.entries()) {
    if (unknownCall.test(step.line)) continue;
    // It says in no details what is wrong.
    const { details: _, ...expected } = step.expect;
    const found = exchangeMismatches(expected, await handle(step.request));
    mismatches.push(...found.map((mismatch) => `step ${index + 1}, ${step.line}: ${mismatch}`));
  }
  return mismatches;
}
