import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../core/testing/run-program.ts';
import { temporaryFolder } from '../fixtures/testing/temporary-folder.ts';
import { serveMock } from './testing/serve-mock.ts';

const isInstalled = spawnSync('haproxy', ['-v']).error === undefined;
const folder = temporaryFolder();
const keys = Array.from({ length: 60 }, (_, index) => `local-key.test-${index}`);

it.skipIf(!isInstalled)('should keep each sandbox on one of several mock servers', async () => {
  const mocks = await Promise.all([1, 2, 3].map(() => serveMock()));
  const ports = mocks.map(({ port }) => port);
  const port = await freePort();
  // What the README shows, with ports that are free in place of 4010 and so on.
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [, shown = ''] = /```haproxy\n(.*?)```/s.exec(readme) ?? [];
  const configuration = shown.replaceAll(/\b401(\d)\b/g, (_, index) => String([port, ...ports][index]));
  writeFileSync(join(folder, 'haproxy.cfg'), configuration);
  const proxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  onTestFinished(() => void proxy.kill('SIGKILL'));
  await expect.poll(() => status(port, '/v3/users/alice', 'local-key').catch(() => 0)).toBe(200);
  expect(await Promise.all(keys.map((key) => create(port, key)))).toEqual(keys.map(() => 200));
  expect(await Promise.all(keys.map((key) => create(port, key)))).toEqual(keys.map(() => 400));
  expect(await status(port, '/v3/users/sharded', 'local-key.another')).toBe(404);
  expect(await status(port, '/_mock/health', 'local-key')).toBe(403);
  const held = await Promise.all(ports.map(async (own) => Promise.all(keys.map((key) => knows(own, key)))));
  expect(held.every((known) => known.includes(200))).toBe(true);
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
