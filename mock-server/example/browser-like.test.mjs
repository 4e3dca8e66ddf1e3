// vitest --environment jsdom, or happy-dom: the app's fetch and axios are those of a page, and the mock is on another port.
// Under happy-dom, axios sends the body of a DELETE without its length, which no server can read; its fetch does not.
import axios from 'axios';
import { startMockServer } from 'conversation-reset/mock-server';
import { afterAll, expect, it } from 'vitest';

const mock = await startMockServer();
afterAll(() => mock.close());

it('answers fetch', async () => {
  const { url, apiKey } = await mock.freshWorld({ name: 'fetch' });
  const headers = { apikey: apiKey, onBehalfOf: 'alice', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ conversationWith: 'bob' });
  const answer = await window.fetch(`${url}/users/alice/conversation`, { method: 'DELETE', headers, body });
  expect(await answer.json()).toMatchObject({ data: { success: true } });
});

it.skipIf('happyDOM' in window)('answers axios', async () => {
  const { url, apiKey, journal } = await mock.freshWorld({ name: 'axios' });
  const api = axios.create({ baseURL: url, headers: { apikey: apiKey, onBehalfOf: 'alice' } });
  expect((await api.get('/conversations')).data.data).toHaveLength(5);
  await api.delete('/users/alice/conversation', { data: { conversationWith: 'bob' } });
  await expect(api.get('/users/nobody')).rejects.toMatchObject({ response: { status: 404 } });
  expect(journal.entries({ method: 'DELETE' })).toHaveLength(1);
});
