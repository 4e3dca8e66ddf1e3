import { startMockServer } from 'conversation-reset/mock-server';
import { expect, it } from 'vitest';

it('should reset a conversation where it stands', async () => {
  await using mock = await startMockServer();
  const world = await mock.freshWorld({ name: 'reset' }); // Its own, should other tests share the server.

  const answer = await fetch(`${world.url}/users/alice/conversation`, {
    method: 'DELETE',
    headers: { apikey: world.apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' },
    body: JSON.stringify({ conversationWith: 'bob', preserveOrder: true }),
  });

  expect(answer.status).toBe(200);
  const [reset] = world.journal.entries({ method: 'DELETE' });
  expect(reset?.list?.after).toEqual(reset?.list?.before);
  // It never said whether to delete the messages; the specification does not say what happens then.
  expect(reset?.unspecified).toContain('deleteMessagesPermanentlyOmitted');
});
