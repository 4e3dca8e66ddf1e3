// node --test
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startMockServer } from 'conversation-reset/mock-server';

const mock = await startMockServer();
after(() => mock.close());

test('a reset that is answered with 503 changes nothing', async () => {
  const world = await mock.freshWorld({ name: 'node-test', world: 'two-friends' });
  world.faults.add({ status: 503, times: 1 });

  const reset = () =>
    fetch(`${world.url}/users/alice/conversation`, {
      method: 'DELETE',
      headers: { apikey: world.apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' },
      body: JSON.stringify({ conversationWith: 'bob' }),
    });
  assert.equal((await reset()).status, 503);
  assert.equal((await reset()).status, 200);

  const [refused, confirmed] = world.journal.entries({ method: 'DELETE' });
  assert.deepEqual(refused?.list, { before: ['alice_user_bob'], after: ['alice_user_bob'] });
  assert.deepEqual(confirmed?.list, { before: ['alice_user_bob'], after: [] });
  world.close();
});
