import { describe, expect, it } from 'vitest';
import type { StoryStep } from '../report.ts';
import { answered, lost } from '../self-test/sample-replies.ts';
import { recording, type WireReply, type WireRequest } from './http-client.ts';
import { narrator } from './narrator.ts';

describe('a story', () => {
  const tell = async (reply: WireReply, ...requests: readonly WireRequest[]): Promise<readonly StoryStep[]> => {
    const teller = narrator();
    await teller.tell('act', 'ann resets bob', async () => {
      for (const request of requests) recording.getStore()?.push({ request, reply });
    });
    return teller.story();
  };

  it('should have a command line for each request, which a shell takes as it is', async () => {
    const story = await tell(answered(200, { data: 1 }), {
      method: 'DELETE',
      path: "/users/it's/conversation",
      headers: { apikey: '$API_KEY', onBehalfOf: 'ann' },
      body: `{"a":"it's"}`,
    });
    expect(story).toEqual([
      {
        phase: 'act',
        what: 'ann resets bob',
        curl:
          `curl -X DELETE "$BASE_URL"'/users/it'\\''s/conversation' -H "apikey: $API_KEY" -H 'onBehalfOf: ann' ` +
          `-d '{"a":"it'\\''s"}'`,
        answer: '200 {"data":1}',
      },
    ]);
  });

  it('should say GET without a method, and chunks with a header', async () => {
    const [get, chunked] = await tell(
      answered(200),
      { method: 'GET', path: '/conversations', headers: {} },
      { method: 'POST', path: '/messages', headers: {}, body: '{}', chunked: true },
    );
    expect(get?.curl).toBe(`curl "$BASE_URL"'/conversations'`);
    expect(chunked?.curl).toBe(`curl -X POST "$BASE_URL"'/messages' -H 'Transfer-Encoding: chunked' -d '{}'`);
  });

  it('should say an empty header as curl wants it', async () => {
    const [step] = await tell(answered(401), {
      method: 'DELETE',
      path: '/x',
      headers: { apikey: '', onBehalfOf: 'ann' },
    });
    expect(step?.curl).toBe(`curl -X DELETE "$BASE_URL"'/x' -H 'apikey;' -H 'onBehalfOf: ann'`);
    expect(step?.answer).toBe('401 {}');
  });

  it('should leave the place of a key to the shell', async () => {
    const [step] = await tell(answered(401), { method: 'DELETE', path: '/x', headers: { ApIkEy: '$WRONG_API_KEY' } });
    expect(step?.curl).toBe(`curl -X DELETE "$BASE_URL"'/x' -H "ApIkEy: $WRONG_API_KEY"`);
  });

  it('should say what was done at once', async () => {
    const teller = narrator();
    await teller.tell('act', 'first', async () => {});
    for (const what of ['one', 'two']) await teller.together(() => teller.tell('act', what, async () => {}));
    expect(teller.story().map(({ what, together }) => [what, together])).toEqual([
      ['first', undefined],
      ['one', 1],
      ['two', 2],
    ]);
  });

  it('should tell what was done without a request, and what failed', async () => {
    expect(await tell(lost)).toEqual([{ phase: 'act', what: 'ann resets bob', curl: '', answer: '' }]);
    const teller = narrator();
    const failing = teller.tell('arrange', 'create ann', async () => {
      recording.getStore()?.push({ request: { method: 'POST', path: '/users', headers: {} }, reply: lost });
      throw new Error('silent');
    });
    await expect(failing).rejects.toThrow('silent');
    expect(teller.story()).toMatchObject([{ phase: 'arrange', answer: 'no answer: other side closed' }]);
  });
});
