import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Subject, startSubject } from '../bench/subject.ts';
import { mockDefaults } from '../settings.ts';
import { type FuzzCase, fuzzCases, fuzzKey } from './fuzz-case.ts';
import type { HostReport } from './host.ts';

export interface FuzzOptions {
  /** The compiled host. */
  readonly host: string;
  readonly seed: number;
  readonly requests: number;
  /** Connections that say nothing while all the others do. */
  readonly idle: number;
  /** How often memory is looked at. */
  readonly parts: number;
}

export interface FuzzReport {
  readonly requests: number;
  /** How often each status was seen. */
  readonly statuses: Readonly<Record<string, number>>;
  /** What the host told after each part, and a reset of all sandboxes. */
  readonly parts: readonly HostReport[];
  /** What should not have been; empty when all is well. */
  readonly findings: readonly string[];
}

/** Throws everything at a mock server in a process of its own. */
export async function fuzz({ host, seed, requests, idle, parts }: FuzzOptions): Promise<FuzzReport> {
  const subject = await startSubject(host, [], ['--expose-gc']);
  const { port } = subject;
  const findings: string[] = [];
  const statuses: Record<string, number> = {};
  const told: HostReport[] = [];
  let sent = 0;

  async function sendAll(cases: readonly FuzzCase[]): Promise<void> {
    const waiting = cases.values();
    const lane = async (): Promise<void> => {
      for (const one of waiting) {
        sent += one.requests;
        const seen = await send(port, one);
        for (const status of seen) statuses[status] = (statuses[status] ?? 0) + 1;
        const wrong = seen.find((status) => status === hung || (Number(status) >= 500 && status !== '501'));
        if (wrong !== undefined) findings.push(`${wrong}: ${one.manner} ${JSON.stringify(one.bytes.slice(0, 400))}`);
      }
    };
    await Promise.all(Array.from({ length: 32 }, lane));
  }

  try {
    const [quiet, world] = [await quietSights(port), await control(port, 'GET', 'world')];
    const silent = Array.from({ length: idle }, () => createConnection(port, '127.0.0.1').on('error', () => {}));
    for (let part = 1, batch = 0; part <= parts; part += 1) {
      for (; sent < (requests * part) / parts; batch += 1) await sendAll(fuzzCases(seed * 1_000_003 + batch, 1000));
      const quietNow = await quietSights(port);
      if (quietNow !== quiet) findings.push(`those who took no part noticed: ${quiet} → ${quietNow}`);
      told.push(await reportAfterReset(subject));
    }
    if ((await control(port, 'GET', 'world')) !== world) findings.push('a reset did not bring the world back');
    for (const socket of silent) socket.destroy();
  } finally {
    subject.process.kill('SIGKILL');
  }
  return { requests: sent, statuses, parts: told, findings: [...findings, ...(told.at(-1)?.findings ?? [])] };
}

async function quietSights(port: number): Promise<string> {
  const headers = { apikey: fuzzKey, onBehalfOf: 'quiet-one' };
  const sights = ['conversations', 'users/quiet-two/messages', 'users/quiet-one'].map(async (path) =>
    (await fetch(`http://127.0.0.1:${port}/v3/${path}`, { headers })).text(),
  );
  return (await Promise.all(sights)).join('\n');
}

async function control(port: number, method: string, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/_mock/${path}`, { method });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
  return text;
}

/** Once the first sandbox is as it was at the start, and fresh ones have taken the place of all others. */
async function reportAfterReset({ port, process }: Subject): Promise<HostReport> {
  await control(port, 'GET', 'journal');
  const fresh = Array.from({ length: mockDefaults.sandboxes }, (_, index) => `reset?sandbox=fresh-${index}`);
  for (const path of ['reset', 'journal/clear', ...fresh]) await control(port, 'POST', path);
  const told = once(process, 'message');
  process.send('report');
  return (await told)[0] as HostReport;
}

const hung = 'hung';

/** The statuses that came by the time when the server ended the connection, which it has to within ten seconds. */
async function send(port: number, { bytes, manner }: FuzzCase): Promise<readonly string[]> {
  const socket = createConnection(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: unknown) => {
    received += String(text);
  });
  socket.on('error', () => {}).once('connect', () => say[manner](socket, bytes));
  const ended = once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
  const isHung = await ended.then(
    () => false,
    (error: Error) => error.name === 'AbortError',
  );
  socket.destroy();
  const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status = '']) => status);
  return isHung ? [...statuses, hung] : statuses;
}

const say: Readonly<Record<FuzzCase['manner'], (socket: Socket, bytes: string) => void>> = {
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

/** `node dist/mock-server/fuzz/fuzz.js [--requests N] [--seed N]`: exits with 1 when something was found. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 20));
  const requests = Number(values.requests ?? 1_000_000);
  const { parts, findings, ...report } = await fuzz({ host: 'fuzz/host.js', seed, requests, idle: 2000, parts: 10 });
  const routed = (parts.at(-1)?.routed ?? 0) / report.requests;
  const heap = parts.map((part) => part.heap);
  console.log(`seed ${seed}: ${report.requests} requests, ${Math.round(routed * 100)} % past key and route`);
  console.log(`statuses: ${JSON.stringify(report.statuses)}`);
  console.log(`MiB alive after each tenth: ${heap.map((value) => value.toFixed(1)).join(', ')}`);
  console.log(`MiB of the process: ${parts.map(({ resident }) => Math.round(resident)).join(', ')}`);
  for (const finding of findings.slice(0, 20)) console.log(finding);
  const grown = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
  process.exitCode = findings.length === 0 && routed >= 0.5 && grown < 8 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
