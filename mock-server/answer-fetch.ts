import { headersOf, pairsIn } from './deliver.ts';
import type { HttpReply } from './http-message.ts';
import type { Mock } from './mock.ts';
import { defaultLimits, tooLarge } from './server.ts';

/** Answers a request as `fetch` has it. Where a connection would have been cut, it fails as a fetch does. */
export async function answerFetch({ handle, headers }: Mock, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const asked = {
    method: request.method,
    url: `${pathname}${search}`,
    headers: Object.fromEntries(request.headers),
    rawHeaders: [...request.headers].flat(),
    body: body.toString(),
  };
  const reply: HttpReply = body.length > defaultLimits.body ? tooLarge : await handle(asked);
  if (reply.cut === 'before') throw new TypeError('fetch failed', { cause: new Error('other side closed') });
  const hasBody = request.method !== 'HEAD' && ![204, 304].includes(reply.status);
  return new Response(hasBody ? bodyOf(reply) : null, {
    status: reply.status,
    headers: pairsIn(headersOf(reply, headers(request.headers.get('origin') ?? undefined, reply.status))),
  });
}

function bodyOf({ body, promised }: HttpReply): string | ReadableStream {
  if (promised === undefined) return body;
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(body));
    },
    pull: (controller) => controller.error(new TypeError('terminated', { cause: new Error('other side closed') })),
  });
}
