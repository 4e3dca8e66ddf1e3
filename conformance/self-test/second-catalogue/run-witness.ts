import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Asked, Call, Script } from './witness.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Where {
  readonly url: string;
  readonly apiKey: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Makes the calls, one after the other, and says what was seen in each reply. */
export async function runWitness(script: Script, { url, apiKey, sleep }: Where, see: See): Promise<readonly unknown[]> {
  const agent = new Agent({ keepAlive: true });
  const one = async (call: Call): Promise<unknown> => {
    if ('wait' in call) return sleep(call.wait);
    if ('together' in call) return Promise.all(call.together.map(one));
    return see(await send(call, { url, apiKey, agent }), call.ask);
  };
  const seen: unknown[] = [];
  try {
    for (const call of flat(script)) seen.push(await one(call));
  } finally {
    agent.destroy();
  }
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

/** Everything but times, ids of messages and what node:http adds by itself. */
export function toTheLetter({ status, headers, body }: Reply): unknown {
  const { date, 'keep-alive': keepAlive, 'content-length': length, ...others } = headers;
  return { status, headers: others, body: body.replace(/"(\w+At)":\d+/g, '"$1":0') };
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

interface Line {
  readonly url: string;
  readonly apiKey: string;
  readonly agent: Agent;
}

async function send(call: { readonly ask: string } & Asked, { url, apiKey, agent }: Line): Promise<Reply> {
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
  const headers = [
    ...Object.entries(usual).filter(([name]) => !own.includes(name.toLowerCase())),
    ...Object.entries(call.headers ?? {}),
  ];
  const outgoing = request(url + path, { method, agent });
  for (const [name, value] of headers) if (value !== undefined) outgoing.setHeader(name, value);
  outgoing.end(body);
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: await text(incoming) };
}
