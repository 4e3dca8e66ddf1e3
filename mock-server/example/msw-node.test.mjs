// Vitest with MSW: the app calls the address of the real service, and no socket is opened.
import { startMockServer } from 'conversation-reset/mock-server';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';

const mock = await startMockServer({ listen: false });
const server = setupServer(http.all('https://chat.example/v3/*', ({ request }) => mock.handle(request)));
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

it('answers in place of the service', async () => {
  const world = await mock.freshWorld({ name: 'msw' });
  const answer = await fetch('https://chat.example/v3/users/alice/conversation', {
    method: 'DELETE',
    headers: { apikey: world.apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' },
    body: JSON.stringify({ conversationWith: 'bob', preserveOrder: true }),
  });
  expect(answer.status).toBe(200);
  expect(world.journal.entries()).toHaveLength(1);
});
