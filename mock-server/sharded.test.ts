import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../core/testing/run-program.ts';
import { temporaryFolder } from '../fixtures/testing/temporary-folder.ts';
import { startMockServer } from './start-mock-server.ts';

/** Several mock servers behind HAProxy, one sandbox on one of them always: what the README shows. */
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

const isInstalled = spawnSync('haproxy', ['-v']).error === undefined;
const folder = temporaryFolder();
const keys = Array.from({ length: 60 }, (_, index) => `local-key.test-${index}`);

it.skipIf(!isInstalled)('should keep each sandbox on one of several mock servers', async () => {
  const mocks = await Promise.all([1, 2, 3].map(() => startMockServer({ apiKey: 'local-key' })));
  const ports = mocks.map(({ url }) => Number(new URL(url).port));
  const port = await freePort();
  writeFileSync(join(folder, 'haproxy.cfg'), configuration(port, ports));
  const proxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  try {
    await expect.poll(() => status(port, '/v3/users/alice', 'local-key').catch(() => 0)).toBe(200);
    expect(await Promise.all(keys.map((key) => create(port, key)))).toEqual(keys.map(() => 200));
    expect(await Promise.all(keys.map((key) => create(port, key)))).toEqual(keys.map(() => 400));
    expect(await status(port, '/v3/users/sharded', 'local-key.another')).toBe(404);
    expect(await status(port, '/_mock/health', 'local-key')).toBe(403);
    const held = await Promise.all(ports.map(async (own) => Promise.all(keys.map((key) => knows(own, key)))));
    expect(held.every((known) => known.includes(200))).toBe(true);
  } finally {
    proxy.kill('SIGKILL');
    await Promise.all(mocks.map((mock) => mock.close()));
  }
});

async function status(port: number, path: string, apikey: string, body?: string): Promise<number> {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { apikey }, body: body ?? null });
  await answer.arrayBuffer();
  return answer.status;
}

const knows = (port: number, key: string): Promise<number> => status(port, '/v3/users/sharded', key);
const create = (port: number, key: string): Promise<number> =>
  status(port, '/v3/users', key, '{"uid":"sharded","name":"Sharded"}');
