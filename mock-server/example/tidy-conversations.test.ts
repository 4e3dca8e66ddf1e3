import { type MockServer, startMockServer } from 'conversation-reset/mock-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidyConversations } from './tidy-conversations.ts';

let mock: MockServer;
beforeAll(async () => {
  mock = await startMockServer();
});
afterAll(() => mock.close());

describe.concurrent('tidying up', () => {
  it('should empty what is old, leave it in its place, and take nothing else for granted', async () => {
    const { world, alice, yesterday } = await aMonthLater();
    const old = ['group_release', 'alice_user_erin', 'group_lunch', 'alice_user_dave'];
    expect(await tidyConversations(alice, yesterday)).toEqual(old);
    const resets = world.journal.entries({ method: 'DELETE' });
    expect(resets.at(-1)?.list?.after).toEqual(['alice_user_bob', ...old]);
    // What becomes of the messages it leaves to the service.
    expect(new Set(resets.flatMap(({ unspecified }) => unspecified))).toEqual(new Set(['messagesAfterReset']));
  });

  it('should wait when it is asked to', async () => {
    const { world, alice, yesterday } = await aMonthLater();
    world.faults.add({ status: 429, retryAfter: 0, times: 2, matching: { method: 'DELETE' } });
    expect(await tidyConversations(alice, yesterday)).toHaveLength(4);
    expect(world.journal.entries({ status: 429 })).toHaveLength(2);
  });

  it('should do it again when it cannot know whether it was done', async () => {
    const { world, alice, yesterday } = await aMonthLater();
    world.faults.add({ drop: 'after', times: 1, matching: { path: '/groups/{guid}/conversation' } });
    expect(await tidyConversations(alice, yesterday)).toHaveLength(4);
    expect(world.journal.entries({ path: '/groups/release/conversation' })).toHaveLength(2);
  });

  it('should give up on a service that is down', async () => {
    const { world, alice, yesterday } = await aMonthLater();
    world.faults.add({ status: 503 });
    await expect(tidyConversations(alice, yesterday)).rejects.toThrow('answered with 503');
  });
});

/** A world of its own, in which Alice heard of Bob today, and of the others a month ago. */
async function aMonthLater() {
  const world = await mock.freshWorld();
  const { url, apiKey } = world;
  const { now } = world.clock.advance(30 * 86_400);
  const headers = { apikey: apiKey, onBehalfOf: 'bob', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ receiver: 'alice', receiverType: 'user', data: { text: 'Hello Alice' } });
  await fetch(`${url}/messages`, { method: 'POST', headers, body });
  return { world, yesterday: now - 86_400, alice: { url, apiKey, uid: 'alice' } };
}
