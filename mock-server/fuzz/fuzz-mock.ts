import { createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { referenceBehaviour } from '../../core/index.ts';
import { embeddedWorld } from '../../fixtures/embedded-world.ts';
import { worldState } from '../../fixtures/world.ts';
import { controlSurface, createMock, type Mock } from '../mock.ts';
import { startServer } from '../server.ts';
import { mockDefaults } from '../settings.ts';
import { type FuzzInput, fuzzInputs, fuzzKey } from './fuzz-input.ts';

/**
 * Throws everything at a mock server of this process, while `idle` connections say nothing; what ends it is a finding, too. Answers with the first 20
 * of what should not have been, how often each status was seen, and MiB of live objects after each part.
 */
export async function fuzz(seed: number, requests: number, idle: number, parts: number) {
  const findings: string[] = [];
  const heap: number[] = [];
  const statuses: Record<string, number> = {};
  const find = (what: string): void => {
    if (findings.length < 20) findings.push(what);
  };
  const start = { behaviour: referenceBehaviour, state: worldState(world, referenceBehaviour, 1_700_000_000) };
  const mock = await createMock({ ...mockDefaults, apiKey: fuzzKey, start });
  /** Requests of which the key was accepted and the route found. */
  let routed = 0;
  // As the command line starts it, but with limits that a test can wait for, and with an eye on what it does.
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    sideHandler: controlSurface(mock, undefined),
    handle: (request) => {
      const { sandbox } = mock.sandboxes.door(request);
      const before = sandbox.cell.state;
      const reply = mock.handle(request);
      if (reply instanceof Promise) return reply;
      if (!/"code":"(AUTH_ERR_|ERR_API_NOT_FOUND)/.test(reply.body)) routed += 1;
      const hasEffect = sandbox.cell.state !== before;
      if (reply.status >= 400 && hasEffect) find(`refused with an effect: ${request.method} ${request.url}`);
      return reply;
    },
    limits: { headersTimeout: 300, requestTimeout: 600, inactivityTimeout: 2000, lingering: 50 },
    log: find,
  });
  let sent = 0;
  const sendSome = async (inputs: Iterable<FuzzInput>): Promise<void> => {
    for (const one of inputs) {
      sent += one.requests;
      const seen = await send(server.port, one);
      for (const status of seen) statuses[status] = (statuses[status] ?? 0) + 1;
      const wrong = seen.find((status) => status === hung || (Number(status) >= 500 && status !== '501'));
      if (wrong !== undefined) find(`${wrong}: ${one.manner} ${JSON.stringify(one.bytes.slice(0, 400))}`);
    }
  };

  const quiet = await quietSights(mock);
  const silent = Array.from({ length: idle }, () => createConnection(server.port, '127.0.0.1').on('error', () => {}));
  for (let part = 1, batch = 0; part <= parts; part += 1) {
    for (; sent < (requests * part) / parts; batch += 1) {
      const waiting = fuzzInputs(seed * 1_000_003 + batch, 1000).values();
      await Promise.all(Array.from({ length: 32 }, () => sendSome(waiting)));
    }
    const quietNow = await quietSights(mock);
    if (quietNow !== quiet) find(`those who took no part noticed: ${quiet} → ${quietNow}`);
    heap.push(await heapAfterReset(mock, server.origin));
  }
  for (const socket of silent) socket.destroy();
  await server.close(0);
  return { requests: sent, routed, statuses, heap, findings };
}

/** Two who must not notice anything, beside those of the embedded world. */
const quietPair = ['quiet-one', 'quiet-two'];
const { users = [], conversations = [] } = embeddedWorld;
const talk = { between: quietPair, messages: [{ 'quiet-one': 'Sh.' }, { 'quiet-two': 'Yes.' }] };
const world = { ...embeddedWorld, users: [...users, ...quietPair], conversations: [...conversations, talk] };

async function quietSights({ handle }: Mock): Promise<string> {
  const headers = { apikey: fuzzKey, onbehalfof: 'quiet-one' };
  const sights = ['conversations', 'users/quiet-two/messages', 'users/quiet-one'].map((path) =>
    handle({ method: 'GET', url: `/v3/${path}`, headers, body: '' }),
  );
  return (await Promise.all(sights)).map(({ body }) => body).join('\n');
}

/** Once the first sandbox is as it was at the start, and fresh ones have taken the place of all others. */
async function heapAfterReset({ sandboxes }: Mock, origin: string): Promise<number> {
  await (await fetch(`${origin}/_mock/journal`)).arrayBuffer();
  await (await fetch(`${origin}/_mock/reset`, { method: 'POST' })).arrayBuffer();
  for (let index = 0; index < sandboxes.most; index += 1) sandboxes.open(`fresh-${index}`);
  // Which collects all garbage before it counts.
  queryObjects(WeakRef);
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const hung = 'hung';

/** The statuses that came by the time when the server ended the connection, which it has to within ten seconds. */
async function send(port: number, { bytes, manner }: FuzzInput): Promise<readonly string[]> {
  const socket = createConnection(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  socket.once('connect', () => say[manner](socket, bytes)).on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const end = await Promise.race([ended, sleep(10_000, hung, { ref: false })]);
  socket.destroy();
  const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status = '']) => status);
  return end === hung ? [...statuses, hung] : statuses;
}

const say: Readonly<Record<FuzzInput['manner'], (socket: Socket, bytes: string) => void>> = {
  whole: (socket, bytes) => socket.end(bytes, 'latin1'),
  slow: (socket, bytes) => drip(socket, bytes),
  stuck: (socket, bytes) => socket.write(bytes, 'latin1'),
  gone: (socket, bytes) => socket.write(bytes, 'latin1', () => socket.resetAndDestroy()),
  deaf: (socket, bytes) => socket.pause().write(bytes, 'latin1', () => socket.resetAndDestroy()),
};

/** A piece at a time, each when the one before has left. */
function drip(socket: Socket, bytes: string, at = 0): void {
  const size = Math.ceil(bytes.length / 40);
  if (at >= bytes.length) socket.end();
  else if (socket.writable) socket.write(bytes.slice(at, at + size), 'latin1', () => drip(socket, bytes, at + size));
}
