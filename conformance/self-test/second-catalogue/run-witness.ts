import type { Handle } from '../in-process.ts';
import type { Asked, Call, Script } from './witness.ts';

export interface Reply {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Where {
  readonly handle: Handle;
  readonly apiKey: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Makes the calls, without a wire, one after the other, and says what was seen in each reply. */
export async function runWitness(
  script: Script,
  { handle, apiKey, sleep }: Where,
  see: See,
): Promise<readonly unknown[]> {
  const one = async (call: Call): Promise<unknown> => {
    if ('wait' in call) return sleep(call.wait);
    if ('together' in call) return Promise.all(call.together.map(one));
    return see(await send(call, handle, apiKey), call.ask);
  };
  const seen: unknown[] = [];
  for (const call of flat(script)) seen.push(await one(call));
  return seen;
}

type See = (reply: Reply, ask: string) => unknown;

/** What counts: who stands in a list and in which order, which texts can be read, and the answer to a reset. */
export function judged({ status, headers, body }: Reply, ask: string): unknown {
  const json = parsed(body);
  if (ask.startsWith('DELETE')) return { status, type: String(headers['content-type']).split(';')[0], json };
  const rows = ask.startsWith('GET') && status === 200 ? json?.data : undefined;
  return (
    rows?.map(
      (row) => row.data?.text ?? `${row.conversationType} ${row.conversationWith?.uid ?? row.conversationWith?.guid}`,
    ) ?? status
  );
}

/** Everything but times. */
export function toTheLetter({ status, headers, body }: Reply): unknown {
  return { status, headers, body: body.replace(/"(\w+At)":\d+/g, '"$1":0') };
}

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

async function send(call: { readonly ask: string } & Asked, handle: Handle, apiKey: string): Promise<Reply> {
  const [method = '', path = ''] = call.ask.split(' ');
  const body = call.text ?? (call.body === undefined ? '' : JSON.stringify(call.body));
  const framing = call.chunked
    ? { 'Transfer-Encoding': 'chunked' }
    : { 'Content-Length': String(Buffer.byteLength(body)) };
  const usual = {
    apikey: call.key ? call.key(apiKey) : apiKey,
    onBehalfOf: call.as,
    'Content-Type': method === 'GET' ? undefined : 'application/json',
    ...framing,
  };
  const own = Object.keys(call.headers ?? {}).map((name) => name.toLowerCase());
  const sent = [
    ...Object.entries(usual).filter(([name]) => !own.includes(name.toLowerCase())),
    ...Object.entries(call.headers ?? {}),
  ].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const asked = { method, url: `/v3${path}`, headers: inSmallLetters(sent), rawHeaders: sent.flat(), body };
  const { status, contentType = '', headers = [], body: told } = await handle(asked);
  const others = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []));
  return {
    status,
    headers: inSmallLetters([['Content-Type', contentType], ...others]),
    body: status === 204 ? '' : told,
  };
}

const inSmallLetters = (headers: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
