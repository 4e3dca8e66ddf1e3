// conversation-reset-mock exec --world two-friends -- jest
const { connectMockServer } = require('conversation-reset/mock-server/connect');

const mock = connectMockServer();

test.each(['one', 'two'])('in its own world, %s user has a conversation to reset', async (name) => {
  const world = await mock.freshWorld({ name });

  const answer = await fetch(`${world.url}/users/alice/conversation`, {
    method: 'DELETE',
    headers: { apikey: world.apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' },
    body: JSON.stringify({ conversationWith: 'bob' }),
  });

  expect(answer.status).toBe(200);
  const [reset] = await world.journal.entries({ method: 'DELETE' });
  expect(reset.list).toEqual({ before: ['alice_user_bob'], after: [] });
  await world.close();
});
