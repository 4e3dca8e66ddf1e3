import type { Handle } from '../self-test/handle.ts';
import { keys } from '../self-test/mock-targets.ts';

/** Calls of a server without its wire: `line` is method and path, `as` the acting user. What is no JSON stays text. */
export const callsOn =
  (handle: Handle, apiKey: string = keys.apiKey) =>
  async (line: string, as: string, json?: unknown): Promise<{ readonly status: number; readonly json: unknown }> => {
    const [method = '', path = ''] = line.split(' ');
    const headers = { apikey: apiKey, onbehalfof: as, 'content-type': 'application/json' };
    const sent = json === undefined ? '' : JSON.stringify(json);
    const { status, body } = await handle({ method, url: `/v3${path}`, headers, body: sent });
    return { status, json: body.startsWith('{') ? JSON.parse(body) : body };
  };
