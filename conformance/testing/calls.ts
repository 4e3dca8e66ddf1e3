import { requestOf } from '../../mock-server/testing/ask.ts';
import type { Handle } from '../self-test/handle.ts';
import { keys } from '../self-test/mock-targets.ts';

/** Calls of a server without its wire: `line` is method and path, `as` the acting user. What is no JSON stays text. */
export const callsOn =
  (handle: Handle, apiKey: string = keys.apiKey) =>
  async (line: string, as: string, json?: unknown): Promise<{ readonly status: number; readonly json: unknown }> => {
    const { status, body } = await handle(requestOf(line, json, { apikey: apiKey, onbehalfof: as }));
    return { status, json: body.startsWith('{') ? JSON.parse(body) : body };
  };
