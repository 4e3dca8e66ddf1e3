import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Subject, startSubject } from './subject.ts';

/** Several mock servers behind HAProxy, one world on one of them always: what the README shows. */
const configuration = (port: number, mocks: readonly number[]): string => `defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s

frontend chat
  bind 127.0.0.1:${port}
  # The control surface stays with each mock: to them, whoever comes through here is a local caller.
  http-request deny if { path_beg /_mock }
  default_backend mocks

backend mocks
  # One key is one sandbox. A server more or less moves only the sandboxes that it had.
  balance hdr(apikey)
  hash-type consistent
${mocks.map((mock, index) => `  server mock${index + 1} 127.0.0.1:${mock}`).join('\n')}
`;

const worlds = Array.from({ length: 60 }, (_, index) => `local-key.test-${index}`);

/** Tries it. Exits with 1 when a world is not where it was, or when the shards do not share the work. */
async function trySharding(): Promise<void> {
  if (spawnSync('haproxy', ['-v']).error !== undefined) {
    console.log('Left out, because haproxy is not installed: apt-get install haproxy.');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'sharded-'));
  const mocks: Subject[] = [];
  let proxy: ChildProcess | undefined;
  try {
    for (let count = 0; count < 3; count += 1) mocks.push(await startSubject('main.js', ['--port', '0']));
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    const ports = mocks.map((mock) => mock.port);
    writeFileSync(file, configuration(port, ports));
    proxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    await answering(port);

    for (const key of worlds) expect(await create(port, key), 200, `creating in ${key}`);
    for (const key of worlds) {
      expect(await create(port, key), 400, `creating again in ${key}`);
      expect(await status(port, '/v3/users/sharded', key), 200, `reading in ${key}`);
    }
    expect(await status(port, '/v3/users/sharded', 'local-key.another'), 404, 'reading in another world');
    expect(await status(port, '/_mock/health', 'local-key'), 403, 'the control surface through the proxy');

    const shares = await Promise.all(ports.map(holds));
    if (shares.some((share) => share === 0)) throw new Error(`the worlds are spread ${shares.join(', ')}`);
    console.log(
      `${worlds.length} worlds on ${mocks.length} mocks behind HAProxy, spread ${shares.join(', ')}: all kept.`,
    );
  } finally {
    proxy?.kill('SIGKILL');
    await Promise.all(mocks.map((mock) => mock.stop()));
    rmSync(folder, { recursive: true });
  }
}

async function status(port: number, path: string, apikey: string, body?: string): Promise<number> {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { apikey }, body: body ?? null });
  await answer.arrayBuffer();
  return answer.status;
}

const create = (port: number, key: string): Promise<number> =>
  status(port, '/v3/users', key, '{"uid":"sharded","name":"Sharded"}');

/** How many of the worlds a mock has, asked without the proxy. */
async function holds(port: number): Promise<number> {
  const statuses = await Promise.all(worlds.map((key) => status(port, '/v3/users/sharded', key)));
  return statuses.filter((seen) => seen === 200).length;
}

function expect(seen: number, wanted: number, what: string): void {
  if (seen !== wanted) throw new Error(`${what} was answered with ${seen}, not ${wanted}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function answering(port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await status(port, '/v3/users/alice', 'local-key');
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(50);
    }
  }
}

await trySharding();
