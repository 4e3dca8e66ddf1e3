import { expect, onTestFinished } from 'vitest';
import { type MockServerOptions, startMockServer } from '../start-mock-server.ts';
import { sent } from './ask.ts';

/** A mock server that is closed when the test ends. */
export async function serveMock(options: MockServerOptions = {}) {
  const mock = await startMockServer(options);
  onTestFinished(() => mock.close(0));
  const { origin, port } = new URL(mock.url);
  /** Has the control surface do something. A body is JSON, unless it is text. */
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${origin}/_mock${path}`, { method, ...sent(body) });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  return { mock, origin, port: Number(port), control };
}
