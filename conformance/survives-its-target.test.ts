import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { emptyState, referenceBehaviour } from '../core/index.ts';
import { createHandler } from '../mock-server/handle-request.ts';
import type { HttpReply } from '../mock-server/http-message.ts';
import type { Report } from './report.ts';

const main = fileURLToPath(new URL('../dist/conformance/main.js', import.meta.url));

let directory = '';
beforeAll(async () => {
  if (!existsSync(main)) throw new Error('run "npm run build" first: this test starts the compiled program');
  directory = await mkdtemp(join(tmpdir(), 'survives-'));
});
afterAll(() => rm(directory, { recursive: true }));
const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

describe('a target that is none from the start: exit 2, and the reason', () => {
  test.each<[string, RegExp, (socket: Socket) => void]>([
    ['takes connections and never answers', /no answer within 200 ms/, () => {}],
    ['speaks something else', /cannot be reached/, (socket) => socket.end('220 mail.example ESMTP\r\n')],
    ['answers with noise', /cannot be reached/, (socket) => socket.end(Buffer.from([0, 255, 13, 10, 128, 7]))],
    ['closes at once', /cannot be reached/, (socket) => socket.destroy()],
    ['closes in the midst of its headers', /cannot be reached/, (socket) => socket.end('HTTP/1.1 200 OK\r\nConte')],
    ['promises more than it sends', /cannot be reached/, replying('Content-Length: 100\r\n\r\n{}', 'close')],
    ['promises more than it sends, and waits', /within 200 ms|cannot be/, replying('Content-Length: 100\r\n\r\n{}')],
    ['gives two lengths', /cannot be reached/, replying('Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}')],
    ['breaks its chunks', /cannot be reached/, replying('Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n')],
    ['has headers without end', /cannot be reached/, replying(`X: ${'x'.repeat(200_000)}`)],
    ['has a body of 10 MB', /an answer of more than 4194304 bytes|no answer within/, replying(tenMegabytes())],
    ['has a body without end', /an answer of more than|no answer within/, withoutEnd],
    ['drips its answer, a byte now and then', /no answer within 200 ms/, dripping],
  ])('%s', { timeout: 20_000 }, async (_, reason, onConnection) => {
    const ended = await runOn(await listenRaw((socket) => socket.once('data', () => onConnection(socket))));
    expect(ended).toMatchObject({ code: 2, report: { verdict: 'not-run' } });
    expect(ended.report.reason).toMatch(reason);
    expect(ended.seconds).toBeLessThan(10);
  });
});

describe('a target that answers, but not as the API', () => {
  test('redirects: it is not followed, and nothing is taken for done', { timeout: 20_000 }, async () => {
    let followed = 0;
    const elsewhere = await listen((_, response) => {
      followed += 1;
      response.end('{"data":{"success":true,"message":"yes"}}');
    });
    const ended = await runOn(
      await listen((request, response) => response.writeHead(307, { location: `${elsewhere}${request.url}` }).end()),
    );
    expect([2, 3]).toContain(ended.code);
    expect(followed).toBe(0);
  });

  test.each([
    ['always the same page', '<!doctype html><title>Welcome</title>'],
    ['always null', 'null'],
    ['always the right words', '{"data":{"success":true,"message":"The conversation has been deleted."}}'],
    ['always a list of nothing it was asked for', '{"data":[null,1,"x",{"conversationWith":null}]}'],
    ['JSON that is deep', `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('%s: never green', { timeout: 30_000 }, async (_, body) => {
    const ended = await runOn(await listen((_request, response) => response.end(body)));
    expect([1, 2, 3]).toContain(ended.code);
    expect(ended.stderr).not.toContain('The suite itself has failed');
    expect(ended.seconds).toBeLessThan(20);
  });
});

describe('a target that is right, and then is not', () => {
  test.each<[string, Misbehaviour]>([
    ['dies', (_, response) => response.socket?.destroy()],
    ['goes silent', () => {}],
    ['answers with 5 MB', (_, response) => void response.end('x'.repeat(5_000_000))],
    ['fails', (_, response) => void response.writeHead(500).end()],
  ])('%s half-way: exit 3, in time, with what it left', { timeout: 60_000 }, async (_, misbehave) => {
    const target = await implementation(({ number }) => (number > 2000 ? misbehave : undefined));
    const ended = await runOn(target.url, 700);
    expect(ended).toMatchObject({ code: 3, report: { verdict: 'incomplete' } });
    expect(ended.seconds).toBeLessThan(40);
    expect(target.left().length).toBeGreaterThan(0);
    expect(unlisted(target.left(), ended)).toEqual([]);
  });

  test('dies before anything was judged: exit 2, with what it left', { timeout: 60_000 }, async () => {
    const target = await implementation(({ number }) =>
      number > 100 ? (_, response) => response.socket?.destroy() : undefined,
    );
    const ended = await runOn(target.url, 700);
    expect(ended).toMatchObject({ code: 2, report: { verdict: 'not-run' } });
    expect(unlisted(target.left(), ended)).toEqual([]);
  });

  test.each<[string, Misbehaviour]>([
    ['drops every 40th connection', (_, response) => response.socket?.destroy()],
    ['is silent to every 40th request', () => {}],
    ['lies about the length of every 40th answer', (_, response) => void response.socket?.end(tooShort)],
  ])('%s: what is left is listed, and it is no pass for nothing', { timeout: 60_000 }, async (_, misbehave) => {
    const target = await implementation((request) => (request.number % 40 === 0 ? misbehave : undefined));
    const ended = await runOn(target.url, 700);
    expect([0, 1, 3]).toContain(ended.code);
    expect(ended.seconds).toBeLessThan(30);
    expect(unlisted(target.left(), ended)).toEqual([]);
  });

  test('changes its mind about the same request: that is a violation', { timeout: 60_000 }, async () => {
    const target = await implementation(({ method, path, number }) =>
      method === 'DELETE' && path.endsWith('/conversation') && number > 2000 && number % 3 === 0
        ? (_, response) => void response.end('{"data":{"success":false,"message":"No."}}')
        : undefined,
    );
    const ended = await runOn(target.url, 700);
    expect(ended.code).toBe(1);
    expect(target.left()).toEqual([]);
  });

  test('shows no conversation: exit 3, and no behaviour is concluded from that', { timeout: 60_000 }, async () => {
    const target = await implementation(({ method, path }) =>
      method === 'GET' && path.endsWith('/conversations')
        ? (_, response) => void response.end('{"data":[]}')
        : undefined,
    );
    const ended = await runOn(target.url, 700);
    expect(ended).toMatchObject({ code: 3, report: { verdict: 'incomplete', behaviour: {} } });
    expect(ended.report.reason).toContain('shows no conversation');
    expect(target.left()).toEqual([]);
  });

  test('refuses to remove anything: what is left is listed', { timeout: 60_000 }, async () => {
    const target = await implementation(({ method, path }) =>
      method === 'DELETE' && !path.endsWith('/conversation')
        ? (_, response) => void response.writeHead(403).end('{}')
        : undefined,
    );
    const ended = await runOn(target.url, 700);
    expect(target.left().length).toBeGreaterThan(20);
    expect(unlisted(target.left(), ended)).toEqual([]);
  });
});

// Helpers

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly report: Report;
}

let runs = 0;

/** A run of the command as it is shipped, with short deadlines. */
async function runOn(url: string, deadline = 200): Promise<Ended> {
  runs += 1;
  const file = join(directory, `${runs}.json`);
  const begun = performance.now();
  const options = [
    '--budget',
    'quick',
    '--seed',
    '1',
    '--deadline',
    String(deadline),
    '--settle',
    '20',
    '--report',
    file,
  ];
  const { CONVERSATION_RESET_API_KEY: _, ...env } = process.env;
  const child = spawn(process.execPath, [main, url, ...options], { cwd: directory, env });
  opened.push(() => child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  return { code, stdout, stderr, report, seconds: (performance.now() - begun) / 1000 };
}

/** What the target still has and the run does not own up to, by name or by what its name begins with. */
function unlisted(left: readonly string[], { report }: Ended): readonly string[] {
  const note = report.notes.find((text) => text.startsWith('Could not be removed: ')) ?? '';
  const prefix = /more that begin with (\S+?)[.]?$/.exec(note)?.[1];
  return left.filter((id) => !note.includes(id) && !(prefix !== undefined && id.startsWith(prefix)));
}

async function listenRaw(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  opened.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
}

type Misbehaviour = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Arrived {
  readonly number: number;
  readonly method: string;
  readonly path: string;
}

/** A right implementation, which does what was asked, and then may answer otherwise than it should. */
async function implementation(whether: (request: Arrived) => Misbehaviour | undefined) {
  const handle = createHandler({ apiKey: 'local-key', behaviour: referenceBehaviour });
  let state = emptyState;
  let number = 0;
  const created = new Set<string>();
  const url = await listen((request, response) => {
    const { method = '', url: path = '', headers } = request;
    number += 1;
    const misbehave = whether({ number, method, path });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (misbehave !== undefined) {
        misbehave(request, response);
        return;
      }
      const body = Buffer.concat(chunks).toString();
      const asked = { method, url: path, headers: headers as Record<string, string>, body };
      const handled = handle(state, asked, 1_700_000_000);
      state = handled.state;
      remember(created, method, path, body, handled.reply);
      response.writeHead(handled.reply.status, { 'content-type': 'application/json' }).end(handled.reply.body);
    });
  });
  return { url, left: (): readonly string[] => [...created] };
}

/** Which users and groups there are. */
function remember(created: Set<string>, method: string, path: string, body: string, { status }: HttpReply): void {
  if (status !== 200) return;
  const [, , , id = '', rest] = path.split('/');
  if (method === 'DELETE' && rest === undefined) created.delete(decodeURIComponent(id));
  if (method !== 'POST' || !/^\/v3\/(?:users|groups)$/.test(path)) return;
  const { uid, guid } = JSON.parse(body) as { readonly uid?: string; readonly guid?: string };
  created.add((uid ?? guid ?? '').toLowerCase());
}

/** Answers with 200, and goes on as it is told. */
function replying(rest: string, then?: 'close'): (socket: Socket) => void {
  return (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${rest}`);
    if (then === 'close') socket.end();
  };
}

function tenMegabytes(): string {
  return `Content-Length: 10000000\r\n\r\n${'x'.repeat(10_000_000)}`;
}

function withoutEnd(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  const more = () => {
    while (socket.writable && socket.write('x'.repeat(65_536)));
  };
  socket.on('drain', more);
  more();
}

function dripping(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 10);
  socket.once('close', () => clearInterval(timer));
}

const tooShort = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"data":{}}';
