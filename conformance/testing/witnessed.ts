import { vi } from 'vitest';
import { type Handle, requestOf, type Unwired } from '../self-test/in-process.ts';
import type { Asked, Call, Script } from '../self-test/second-catalogue/witness.ts';

export const keys = { apiKey: 'local-Key-1' };

interface Reply {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * What a witness sees, call by call, without a wire. Only one that waits lets time pass, and each starts at the beginning
 * of a second.
 */
export async function witnessed(
  witness: Script,
  start: () => Unwired,
  see: (reply: Reply, ask: string) => unknown,
): Promise<readonly unknown[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  const { handle } = start();
  const one = async (call: Call): Promise<unknown> => {
    if ('wait' in call) return void vi.advanceTimersByTime(call.wait);
    if ('together' in call) return Promise.all(call.together.map(one));
    return see(await send(call, handle), call.ask);
  };
  const seen: unknown[] = [];
  try {
    for (const call of flat(witness)) seen.push(await one(call));
    return seen;
  } finally {
    vi.useRealTimers();
  }
}

/** What counts: who stands in a list and in which order, which texts can be read, and the answer to a reset. */
export function judged({ status, headers, body }: Reply, ask: string): unknown {
  const json = parsed(body);
  if (ask.startsWith('DELETE')) return { status, type: headers['content-type']?.split(';')[0], json };
  const rows = ask.startsWith('GET') && status === 200 ? json?.data : undefined;
  return (
    rows?.map(
      (row) => row.data?.text ?? `${row.conversationType} ${row.conversationWith?.uid ?? row.conversationWith?.guid}`,
    ) ?? status
  );
}

/** Everything but times. */
export const toTheLetter = ({ status, headers, body }: Reply): unknown => ({
  ...{ status, headers },
  body: body.replace(/"(\w+At)":\d+/g, '"$1":0'),
});

interface Shown {
  readonly data?: readonly {
    readonly data?: { readonly text: string };
    readonly conversationType?: string;
    readonly conversationWith?: { readonly uid?: string; readonly guid?: string };
  }[];
}

function parsed(body: string): Shown | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const flat = (script: Script): readonly Call[] => script.flatMap((it) => ('length' in it ? flat(it) : [it]));

async function send({ ask, as, key, body, text, chunked = false, headers }: Asked, handle: Handle): Promise<Reply> {
  const [method = '', path = ''] = ask.split(' ');
  const sent = Object.entries({
    apikey: key ? key(keys.apiKey) : keys.apiKey,
    onBehalfOf: as,
    'Content-Type': method === 'GET' ? undefined : 'application/json',
    ...headers,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const written = text ?? (body === undefined ? '' : JSON.stringify(body));
  const request = { method, path, headers: Object.fromEntries(sent), body: written, chunked };
  const { status, contentType = '', headers: told = [], body: said } = await handle(requestOf(request, '/v3'));
  const pairs = told.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), told[at + 1] ?? ''] as const] : []));
  return {
    status,
    headers: { 'content-type': contentType, ...Object.fromEntries(pairs) },
    body: status === 204 ? '' : said,
  };
}
