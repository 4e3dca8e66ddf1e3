import { afterEach, expect } from 'vitest';
import { type MockServer, type MockServerOptions, startMockServer } from '../start-mock-server.ts';

/** Starts mock servers that are closed after each test. To be called once by each file of tests. */
export function servedMocks() {
  const running: MockServer[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((mock) => mock.close(0)));
  });
  return async (options: MockServerOptions = {}) => {
    const mock = await startMockServer(options);
    running.push(mock);
    const { origin, port } = new URL(mock.url);
    /** Has the control surface do something. A body is JSON, unless it is text. */
    const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const answer = await fetch(`${origin}/_mock${path}`, { method, ...sent(body) });
      expect(answer.status).toBe(200);
      return answer.json();
    };
    return { mock, origin, port: Number(port), control };
  };
}

export const sent = (body: unknown): { readonly body?: string } =>
  body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
