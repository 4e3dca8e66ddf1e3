import { setTimeout as sleep } from 'node:timers/promises';
import { describeReply } from './answer.ts';
import type { Driver, DriverFactory, DriverTarget } from './driver.ts';
import {
  createHttpClient,
  type Exchange,
  type HttpClient,
  recording,
  unstoppable,
  type WireReply,
  type WireRequest,
} from './http-client.ts';
import type { StoryStep } from './report.ts';
import { restDriver } from './rest-driver.ts';

/** The target of a run: the wire, the driver, and what the run has to know about its pace. */
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly send: HttpClient['send'];
  readonly requests: () => number;
  readonly latencyMs: () => number;
  readonly driver: Driver;
  /** How long a change may take until it shows. */
  readonly settleMs: number;
  /** Whether a read was seen to lag behind a write: then every look waits for the settling time first. */
  readonly lags: () => boolean;
  readonly noteLag: () => void;
  /** Leads every id of the run. */
  readonly prefix: string;
  /** What was created, in order, so that it can be removed. */
  readonly created: Created[];
  readonly signal: AbortSignal | undefined;
  readonly close: () => Promise<void>;
}

export interface Created {
  readonly kind: 'user' | 'group';
  readonly id: string;
}

export interface TargetOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly driver: DriverFactory | undefined;
  readonly connections: number;
  readonly deadlineMs: number;
  readonly settleMs: number;
  readonly prefix: string;
  readonly signal: AbortSignal | undefined;
}

export async function openTarget(
  options: TargetOptions,
  client: HttpClient = createHttpClient(options),
): Promise<Target> {
  const { baseUrl, apiKey, settleMs, prefix, signal } = options;
  const created: Created[] = [];
  let lagging = false;
  let losses = 0;
  const noteLoss = () => {
    losses += 1;
  };

  const request: DriverTarget['request'] = async ({ method, path, as, body }) => {
    const headers: Record<string, string> = { apikey: apiKey };
    if (as !== undefined) headers['onBehalfOf'] = as;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const reply = await patiently(client, noteLoss, {
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (reply.kind === 'lost') throw new TargetSilent(`${method} ${path} got ${describeReply(reply)}`);
    return { status: reply.status, json: reply.json };
  };

  const driver = await (options.driver ?? restDriver)({ baseUrl, apiKey, request });
  return {
    baseUrl,
    apiKey,
    send: client.send,
    requests: client.requests,
    latencyMs: client.latencyMs,
    driver: guarded(driver, created, () => losses, signal),
    settleMs,
    lags: () => lagging,
    noteLag: () => {
      lagging = true;
    },
    prefix,
    created,
    signal,
    close: client.close,
  };
}

/** The target gave no answer where the run cannot do without one. */
export class TargetSilent extends Error {}

/** The world could not be brought into the state that a case needs; no finding against the resets. */
export class Unarrangeable extends Error {}

/** Arranging and looking may be repeated: a lost answer or a 5xx there is no finding, only an obstacle. */
async function patiently(client: HttpClient, noteLoss: () => void, request: WireRequest): Promise<WireReply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await client.send(request);
    const failed = reply.kind === 'lost' || reply.status >= 500;
    if (failed) noteLoss();
    if (!failed || attempt === 3) return reply;
    await sleep(20 * attempt);
  }
}

/** Remembers what is created, and tells what the target cannot do from what the wire cannot. */
function guarded(driver: Driver, created: Created[], losses: () => number, signal: AbortSignal | undefined): Driver {
  const attempt = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    try {
      return await act();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof TargetSilent || !(error instanceof Error)) throw error;
      throw new Unarrangeable(error.message, { cause: error });
    }
  };
  /** What was not refused may be there, whatever became of the answer. */
  const create = async (one: Created, act: () => Promise<void>): Promise<void> => {
    signal?.throwIfAborted();
    created.push(one);
    try {
      await attempt(act);
    } catch (error) {
      if (error instanceof Unarrangeable && losses() === before) created.splice(created.indexOf(one), 1);
      throw error;
    }
  };
  return {
    createUser: (uid) => create({ kind: 'user', id: uid }, () => driver.createUser(uid)),
    createGroup: (guid, members) => create({ kind: 'group', id: guid }, () => driver.createGroup(guid, members)),
    sendMessage: (from, to, text) => attempt(() => driver.sendMessage(from, to, text)),
    conversations: (uid) => attempt(() => driver.conversations(uid)),
    messages: (uid, conversation) => attempt(() => driver.messages(uid, conversation)),
    removeUser: (uid) => unstoppable.run(true, () => driver.removeUser(uid)),
    removeGroup: (guid) => unstoppable.run(true, () => driver.removeGroup(guid)),
  };
}

/** Writes down what is done, where somebody wants to read it later. */
export interface Narrator {
  readonly tell: <Value>(phase: StoryStep['phase'], what: string, act: () => Promise<Value>) => Promise<Value>;
}

export const silent: Narrator = { tell: (_phase, _what, act) => act() };

/** A narrator that keeps the story, with a curl line for every request and without any key. */
export function narrator(story: StoryStep[], apiKey: string): Narrator {
  return {
    tell: async (phase, what, act) => {
      const exchanges: Exchange[] = [];
      try {
        return await recording.run(exchanges, act);
      } finally {
        story.push(...exchanges.map((exchange) => told(phase, what, exchange, apiKey)));
        if (exchanges.length === 0) story.push({ phase, what, curl: '', answer: '' });
      }
    },
  };
}

function told(phase: StoryStep['phase'], what: string, { request, reply }: Exchange, apiKey: string): StoryStep {
  const key = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'apikey')?.[1];
  const withoutKeys = (text: string) =>
    (key === undefined || key === apiKey ? text : text.replaceAll(key, '$WRONG_API_KEY')).replaceAll(
      apiKey,
      '$API_KEY',
    );
  return { phase, what, curl: withoutKeys(curlOf(request)), answer: withoutKeys(describeReply(reply)) };
}

/** In double quotes where the shell has to fill in the key. */
function curlOf({ method, path, headers, body, chunked }: WireRequest): string {
  const shown = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'apikey' ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`,
  );
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    `"$BASE_URL"${quoted(path)}`,
    ...shown,
    ...(chunked ? ["-H 'Transfer-Encoding: chunked'"] : []),
    ...(body === undefined ? [] : ['-d', quoted(body)]),
  ].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
