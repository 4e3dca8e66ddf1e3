import { type MockServer, type ServedSandbox, startMockServer } from 'conversation-reset/mock-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidyConversations } from './tidy-conversations.ts';

let mock: MockServer;
beforeAll(async () => {
  mock = await startMockServer();
});
afterAll(() => mock.close());

describe.concurrent('tidying up', () => {
  it('should empty what is old, and leave it in its place', async () => {
    const { sandbox, alice, cutoff } = await aMonthLater('leaves-order');

    expect(await tidyConversations(alice, cutoff)).toEqual(['group_climbers', 'alice_user_carol']);

    const resets = sandbox.journal.entries({ method: 'DELETE' });
    expect(resets.map(({ list }) => list)).toEqual(
      Array(2).fill({
        before: ['alice_user_bob', 'group_climbers', 'alice_user_carol'],
        after: ['alice_user_bob', 'group_climbers', 'alice_user_carol'],
      }),
    );
  });

  it('should take nothing for granted that the specification does not say', async () => {
    const { sandbox, alice, cutoff } = await aMonthLater('takes-nothing-for-granted');
    await tidyConversations(alice, cutoff);
    const unspecified = sandbox.journal.entries().flatMap((entry) => entry.unspecified);
    // What becomes of the messages it leaves to the service.
    expect(new Set(unspecified)).toEqual(new Set(['messagesAfterReset']));
  });

  it('should wait when it is asked to', async () => {
    const { sandbox, alice, cutoff } = await aMonthLater('waits');
    sandbox.faults.add({ status: 429, retryAfter: 0, times: 2, matching: { method: 'DELETE' } });
    expect(await tidyConversations(alice, cutoff)).toHaveLength(2);
    expect(sandbox.journal.entries({ status: 429 })).toHaveLength(2);
  });

  it('should do it again when it cannot know whether it was done', async () => {
    const { sandbox, alice, cutoff } = await aMonthLater('does-it-again');
    sandbox.faults.add({ drop: 'after', times: 1, matching: { path: '/groups/{guid}/conversation' } });
    expect(await tidyConversations(alice, cutoff)).toHaveLength(2);
    expect(sandbox.journal.entries({ path: '/groups/climbers/conversation' })).toHaveLength(2);
  });

  it('should give up on a service that is down', async () => {
    const { sandbox, alice, cutoff } = await aMonthLater('gives-up');
    sandbox.faults.add({ status: 503 });
    await expect(tidyConversations(alice, cutoff)).rejects.toThrow('answered with 503');
  });
});

/** A sandbox of its own, in which Alice heard of Bob today, and of the others a month ago. */
async function aMonthLater(name: string) {
  const sandbox = mock.sandbox(name);
  sandbox.clock.freeze('2026-01-01T12:00:00Z');
  await sandbox.replace({
    users: ['alice', 'bob', 'carol'],
    groups: [{ guid: 'climbers', members: ['alice', 'bob'] }],
    conversations: [
      { between: ['alice', 'carol'], messages: [{ carol: 'Got a rope?' }] },
      { group: 'climbers', messages: [{ bob: 'To the wall?' }] },
      { between: ['alice', 'bob'], messages: [{ alice: 'Hello Bob' }] },
    ],
  });
  const cutoff = sandbox.clock.advance(30 * 86_400).now - 86_400;
  await writes(sandbox, 'bob', 'alice', 'Hello Alice');
  return { sandbox, cutoff, alice: { url: sandbox.url, apiKey: sandbox.apiKey, uid: 'alice' } };
}

async function writes({ url, apiKey }: ServedSandbox, sender: string, receiver: string, text: string): Promise<void> {
  const body = JSON.stringify({ receiver, receiverType: 'user', data: { text } });
  const headers = { apikey: apiKey, onBehalfOf: sender, 'Content-Type': 'application/json' };
  expect((await fetch(`${url}/messages`, { method: 'POST', headers, body })).status).toBe(200);
}
