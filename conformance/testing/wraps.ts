import type { HttpRequest } from '../../mock-server/http-message.ts';
import { isReset, type Wrap } from '../self-test/mock-targets.ts';

/** Refuses these requests, and does nothing that they ask for. */
export const refusing =
  (isMeant: (request: HttpRequest) => boolean, status = 403): Wrap =>
  (healthy) =>
  (state, request) =>
    isMeant(request) ? { state, reply: { status, body: '{}' } } : healthy(state, request);

/** Gives no answer to these requests, by their numbers. */
export const silentTo = (isMeant: (nth: number) => boolean): Wrap => {
  let requests = 0;
  return refusing(() => {
    requests += 1;
    if (isMeant(requests)) throw new Error('the target has died');
    return false;
  });
};

/** Refuses every reset for so long after a message. */
export const refusingSoon = (ms: number): Wrap => {
  let sentAt = 0;
  return refusing((request) => {
    if (request.url.endsWith('/messages') && request.method === 'POST') sentAt = performance.now();
    return isReset(request) && performance.now() - sentAt < ms;
  }, 423);
};

/** Takes each reset for another one than was sent. */
export const mistaking =
  (change: (request: HttpRequest) => HttpRequest): Wrap =>
  (healthy) =>
  (state, request) =>
    healthy(state, isReset(request) ? change(request) : request);

/** Takes each reset for one with other fields in its body; what is no JSON object stays. */
export const misreading = (change: (fields: Readonly<Record<string, unknown>>, request: HttpRequest) => object): Wrap =>
  mistaking((request) => {
    const isObject = /^\s*\{.*\}\s*$/s.test(request.body);
    return isObject ? { ...request, body: JSON.stringify(change(JSON.parse(request.body), request)) } : request;
  });

/** Shows other entries where such a path is read, lists or messages. */
export const showing =
  <Entry>(path: string, change: (entries: readonly Entry[], request: HttpRequest) => readonly unknown[]): Wrap =>
  (healthy) =>
  (state, request) => {
    const handled = healthy(state, request);
    const { data, ...rest } = JSON.parse(handled.reply.body) as { readonly data?: readonly Entry[] };
    if (request.method !== 'GET' || !request.url.includes(path) || data === undefined) return handled;
    const body = JSON.stringify({ ...rest, data: change(data, request) });
    return { ...handled, reply: { ...handled.reply, body } };
  };
