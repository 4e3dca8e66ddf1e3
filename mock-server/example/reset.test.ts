import { expect, it } from 'vitest';
import { startMockServer } from '../start-mock-server.ts';

it('should reset a conversation where it stands', async () => {
  await using mock = await startMockServer();
  const sandbox = mock.sandbox(crypto.randomUUID()); // Its own, should other tests share the server.

  const answer = await fetch(`${sandbox.url}/users/alice/conversation`, {
    method: 'DELETE',
    headers: { apikey: sandbox.apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' },
    body: JSON.stringify({ conversationWith: 'bob', preserveOrder: true }),
  });

  expect(answer.status).toBe(200);
  const [reset] = sandbox.journal.entries({ method: 'DELETE' });
  expect(reset?.list?.after).toEqual(reset?.list?.before);
  // It never said whether to delete the messages; the specification does not say what happens then.
  expect(reset?.unspecified).toContain('deleteMessagesPermanentlyOmitted');
});
