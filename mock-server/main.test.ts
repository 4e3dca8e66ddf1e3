import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnCommand } from '../core/testing/spawned-program.ts';
import { temporaryFolder } from '../fixtures/testing/temporary-folder.ts';
import { openRawConnection } from './testing/raw-connection.ts';

const folder = temporaryFolder();

it('should say where it listens, in one line, once it answers', async () => {
  const mock = await startMock();
  expect(mock.line).toMatch(/^listening on http:\/\/127\.0\.0\.1:[1-9]\d*\/v3$/);
  expect((await mock.ask('/users/alice')).status).toBe(200);
  // A connection that is kept alive does not hold it up.
  expect(await mock.stop('SIGTERM')).toEqual({ code: 0, stdout: `${mock.line}\n`, stderr: '' });
});

it('should take the host, the keys and the files that it is given', async () => {
  const world = fileWith('world.yaml', 'users: [Zoe, zoe]\n');
  const behaviour = fileWith('behaviour.yaml', 'identifierCase: sensitive\n');
  const options = ['--host', 'localhost', '--auth-only-key', 'weak', '--world', world, '--behaviour', behaviour];
  const mock = await startMock(options, { CONVERSATION_RESET_API_KEY: 'strong' });
  expect(mock.line).toMatch(/^listening on http:\/\/localhost:\d+\/v3$/);
  for (const uid of ['Zoe', 'zoe']) {
    const answer = await mock.ask(`/users/${uid}`, 'strong');
    expect(await answer.json()).toMatchObject({ data: { uid } });
  }
  expect((await mock.ask('/users/zoe', 'weak')).status).toBe(403);
  expect((await mock.ask('/users/zoe')).status).toBe(401);
});

it('should show its help and its version', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /), stderr: '' });
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

it.each([
  [['--prot', '1'], /^Unknown option --prot; did you mean --port\?\n$/],
  [['--world', '/no/such/world.yaml'], /^[^\n]*\/no\/such\/world\.yaml[^\n]*\.\n$/],
  [['--world', fileWith('wrong.yaml', 'users:\n  - alice\n  - al ice\n')], /^[^\n]*wrong\.yaml:3:5: [^\n]*\n$/],
])('should not start where something is wrong, and say in one sentence what: %j', async (args, sentence) => {
  expect(await run(args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) });
});

it('should stop once what is in flight is finished, also when the same Ctrl-C arrives twice', async () => {
  const mock = await startMock();
  const slow = await openRawConnection(mock.port);
  slow.send(
    'DELETE /v3/users/bob/conversation HTTP/1.1\r\nHost: x\r\napikey: local-key\r\nonBehalfOf: alice\r\n' +
      'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{',
  );
  expect((await slow.reply()).status).toBe(100);

  const stopped = mock.stop('SIGINT');
  mock.child.kill('SIGINT');
  // By then it has seen the signal.
  await expect.poll(async () => (await openRawConnection(mock.port)).refused, { timeout: 20_000 }).toBe(true);
  expect(await slow.ask('}')).toMatchObject({ status: 200, headers: { connection: 'close' } });
  expect((await stopped).code).toBe(0);
});

// Helpers

const run = (args: readonly string[]) => spawnCommand('mock-server', args).ended;

/** Once it has said where it listens. */
async function startMock(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const mock = spawnCommand('mock-server', ['--port', '0', ...args], { env });
  await expect.poll(() => mock.output.stdout, { timeout: 20_000 }).toContain('\n');
  const line = mock.output.stdout.trimEnd();
  const url = line.replace('listening on ', '');
  const ask = (path: string, apikey = 'local-key') => fetch(`${url}${path}`, { headers: { apikey } });
  const stop = (signal: NodeJS.Signals) => {
    mock.child.kill(signal);
    return mock.ended;
  };
  return { ...mock, line, port: Number(new URL(url).port), ask, stop };
}

function fileWith(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
