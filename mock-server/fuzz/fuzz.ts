import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mockDefaults } from '../settings.ts';
import { type FuzzCase, fuzzCase } from './fuzz-case.ts';
import type { HostReport } from './host.ts';

export interface FuzzOptions {
  /** The compiled `host.js`. */
  readonly host: string;
  readonly seed: number;
  readonly requests: number;
  /** Connections that say nothing while all the others do. */
  readonly idle: number;
  /** How long a connection may stay open, in milliseconds. */
  readonly deadline: number;
}

export interface FuzzReport {
  readonly requests: number;
  /** The part of the requests that reached the handler, from 0 to 1. */
  readonly reached: number;
  /** How often each status was seen. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How many MiB more are alive at the end than after the first tenth, both after a reset of all worlds. */
  readonly grown: number;
  /** What should not have been; empty when all is well. */
  readonly findings: readonly string[];
}

const key = 'fuzz-key';
const lanes = 32;

/** Throws everything at a mock server in a process of its own. */
export async function fuzz({ host, seed, requests, idle, deadline }: FuzzOptions): Promise<FuzzReport> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const world = join(folder, 'world.yaml');
  writeFileSync(world, quietWorld);
  const child = fork(host, [world, key], { execArgv: ['--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const findings: string[] = [];
  const statuses: Record<string, number> = {};
  let dead = false;
  child.once('exit', (code, signal) => {
    dead = true;
    findings.push(`the server ended with ${code ?? signal}`);
  });
  try {
    const { port } = await reportOf(child, false);
    const quietBefore = await quietSights(port);
    const worldBefore = await (await control(port, 'GET', 'world')).text();
    const silent = await openIdle(port, idle);
    let sent = 0;
    let number = 0;
    let heapEarly: number | undefined;

    const lane = async (until: number): Promise<void> => {
      while (sent < until && !dead) {
        number += 1;
        const mine = number;
        const attack = fuzzCase(seed, mine, key);
        sent += attack.requests;
        const outcome = await send(port, attack, deadline);
        for (const status of outcome.statuses) {
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (Number(status) >= 500) findings.push(`case ${mine} was answered with ${status}: ${shown(attack)}`);
        }
        if (outcome.hung) findings.push(`case ${mine} hung: ${shown(attack)}`);
      }
    };
    for (const until of [Math.ceil(requests / 10), requests]) {
      await Promise.all(Array.from({ length: lanes }, () => lane(until)));
      heapEarly ??= (await afterReset(child, port)).heap;
    }

    const journal = await control(port, 'GET', 'journal');
    if (!journal.ok) findings.push(`the journal cannot be read: ${await journal.text()}`);
    // After that reset the quiet two are seen through all that came later.
    const quietAfter = await quietSights(port);
    if (quietAfter !== quietBefore) findings.push(`those who took no part noticed: ${quietBefore} → ${quietAfter}`);
    const late = await afterReset(child, port);
    const worldAfter = await (await control(port, 'GET', 'world')).text();
    if (worldAfter !== worldBefore) findings.push('a reset did not bring the world back');
    for (const socket of silent) socket.destroy();
    const { handled, findings: seen } = late;
    return {
      requests: sent,
      reached: handled / sent,
      statuses,
      grown: late.heap - (heapEarly ?? Number.NaN),
      findings: [...findings, ...seen],
    };
  } finally {
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
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
  const sights = ['conversations', 'users/quiet-two/messages', 'users/quiet-one'].map(async (path) => {
    const headers = { apikey: key, onBehalfOf: 'quiet-one' };
    return (await fetch(`http://127.0.0.1:${port}/v3/${path}`, { headers })).text();
  });
  return (await Promise.all(sights)).join('\n');
}

const control = (port: number, method: string, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/_mock/${path}`, { method });

/** What is alive once the first world is as it was at the start, and fresh ones have taken the place of all others. */
async function afterReset(child: ChildProcess, port: number): Promise<HostReport> {
  const fresh = Array.from({ length: mockDefaults.sandboxes }, (_, index) => `reset?sandbox=fresh-${index}`);
  for (const path of ['reset', 'journal/clear', ...fresh]) {
    const answer = await control(port, 'POST', path);
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    await answer.arrayBuffer();
  }
  return reportOf(child);
}

async function reportOf(child: ChildProcess, ask = true): Promise<HostReport> {
  const told = once(child, 'message');
  const ended = once(child, 'exit').then(() => undefined);
  if (ask) child.send('report');
  const message = await Promise.race([told, ended]);
  if (message === undefined) throw new Error('the server under fuzz has ended');
  return message[0] as HostReport;
}

async function openIdle(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => createConnection({ port, host: '127.0.0.1' }));
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  return sockets;
}

interface Outcome {
  readonly statuses: readonly string[];
  /** The connection was still open at the deadline. */
  readonly hung: boolean;
}

/** Settles when the server has ended the connection, or after the deadline. */
function send(port: number, { bytes, manner }: FuzzCase, deadline: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }).setEncoding('latin1');
    let received = '';
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      socket.destroy();
    }, deadline);
    socket
      .on('data', (text: unknown) => {
        received += String(text);
      })
      .on('error', () => {})
      .on('close', () => {
        clearTimeout(timer);
        resolve({ statuses: [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status), hung });
      });
    socket.once('connect', () => say[manner](socket, bytes));
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
