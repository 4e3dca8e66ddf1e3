import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** The part of the requests that were past the key and the route, from 0 to 1. */
  readonly routed: number;
  /** How often each status was seen. */
  readonly statuses: Readonly<Record<string, number>>;
  /** MiB after each part, and a reset of all sandboxes: of live objects, and of the process. */
  readonly heap: readonly number[];
  readonly resident: readonly number[];
  /** What should not have been; empty when all is well. */
  readonly findings: readonly string[];
}

/** Throws everything at a mock server in a process of its own. */
export async function fuzz({ host, seed, requests, idle, parts }: FuzzOptions): Promise<FuzzReport> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const world = join(folder, 'world.yaml');
  writeFileSync(world, quietWorld);
  const subject = await startSubject(host, [world, fuzzKey], ['--expose-gc']);
  const findings: string[] = [];
  const statuses: Record<string, number> = {};
  const reports: HostReport[] = [];
  let sent = 0;
  let batch = 0;

  async function sendAll(cases: readonly FuzzCase[]): Promise<void> {
    const waiting = cases[Symbol.iterator]();
    const lane = async (): Promise<void> => {
      for (const one of waiting) {
        sent += one.requests;
        const { seen, hung } = await send(subject.port, one);
        for (const status of seen) statuses[status] = (statuses[status] ?? 0) + 1;
        const wrong = seen.find((status) => Number(status) >= 500 && status !== '501');
        if (wrong !== undefined || hung) findings.push(`${hung ? 'hung' : wrong}: ${shown(one)}`);
      }
    };
    await Promise.all(Array.from({ length: 32 }, lane));
  }

  try {
    const [quietBefore, worldBefore] = [await quietSights(subject.port), await worldText(subject.port)];
    const silent = await openIdle(subject.port, idle);
    for (let part = 1; part <= parts; part += 1) {
      for (; sent < (requests * part) / parts; batch += 1) {
        await sendAll(fuzzCases(seed * 1_000_003 + batch, 1000));
      }
      const quietAfter = await quietSights(subject.port);
      if (quietAfter !== quietBefore) findings.push(`those who took no part noticed: ${quietBefore} → ${quietAfter}`);
      reports.push(await reportAfterReset(subject));
    }
    if ((await worldText(subject.port)) !== worldBefore) findings.push('a reset did not bring the world back');
    for (const socket of silent) socket.destroy();
  } finally {
    subject.process.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
  const last = reports.at(-1);
  return {
    requests: sent,
    routed: (last?.routed ?? 0) / sent,
    statuses,
    heap: reports.map(({ heap }) => heap),
    resident: reports.map(({ resident }) => resident),
    findings: [...findings, ...(last?.findings ?? [])],
  };
}

/** Two who must not notice anything, beside those who are in every case. */
const quietWorld = `
users: [alice, bob, carol, dave, erin, quiet-one, quiet-two]
groups:
  - { guid: release, name: Release, owner: alice, members: [bob, carol, erin] }
  - { guid: lunch, name: Lunch, owner: dave, members: [alice, bob] }
conversations:
  - { between: [alice, bob], messages: [{ alice: Hello }, { bob: Hi }] }
  - { between: [carol, alice], messages: [{ carol: Noon? }] }
  - { group: release, messages: [{ erin: Done. }] }
  - { between: [quiet-one, quiet-two], messages: [{ quiet-one: Sh. }, { quiet-two: Yes. }] }
`;

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

const worldText = (port: number): Promise<string> => control(port, 'GET', 'world');

/** Once the first sandbox is as it was at the start, and fresh ones have taken the place of all others. */
async function reportAfterReset({ port, process }: Subject): Promise<HostReport> {
  await control(port, 'GET', 'journal');
  const fresh = Array.from({ length: mockDefaults.sandboxes }, (_, index) => `reset?sandbox=fresh-${index}`);
  for (const path of ['reset', 'journal/clear', ...fresh]) await control(port, 'POST', path);
  const told = once(process, 'message');
  process.send('report');
  return (await told)[0] as HostReport;
}

async function openIdle(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => createConnection({ port, host: '127.0.0.1' }));
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  return sockets;
}

/** Settles when the server has ended the connection, which it has to within ten seconds. */
function send(port: number, { bytes, manner }: FuzzCase) {
  return new Promise<{ readonly seen: readonly string[]; readonly hung: boolean }>((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }).setEncoding('latin1');
    let received = '';
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      socket.destroy();
    }, 10_000);
    socket
      .on('data', (text: unknown) => {
        received += String(text);
      })
      .on('error', () => {})
      .on('close', () => {
        clearTimeout(timer);
        resolve({ seen: [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status), hung });
      })
      .once('connect', () => say[manner](socket, bytes));
  });
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

const shown = ({ bytes, manner }: FuzzCase): string => `${manner} ${JSON.stringify(bytes.slice(0, 400))}`;

/** `node dist/mock-server/fuzz/fuzz.js [--requests N] [--seed N]`: exits with 1 when something was found. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 20));
  const requests = Number(values.requests ?? 1_000_000);
  const report = await fuzz({ host: 'fuzz/host.js', seed, requests, idle: 2000, parts: 10 });
  console.log(`seed ${seed}: ${report.requests} requests, ${Math.round(report.routed * 100)} % past key and route`);
  console.log(`statuses: ${JSON.stringify(report.statuses)}`);
  console.log(`MiB alive after each tenth: ${report.heap.map((value) => value.toFixed(1)).join(', ')}`);
  console.log(`MiB of the process: ${report.resident.map(Math.round).join(', ')}`);
  for (const finding of report.findings.slice(0, 20)) console.log(finding);
  const grown = (report.heap.at(-1) ?? 0) - (report.heap[0] ?? 0);
  process.exitCode = report.findings.length === 0 && report.routed >= 0.5 && grown < 8 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
