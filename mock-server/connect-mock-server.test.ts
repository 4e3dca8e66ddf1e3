import { afterAll, expect, it, vi } from 'vitest';
import { root } from '../core/testing/sources.ts';
import { spawnCommand } from '../core/testing/spawned-program.ts';
import { connectMockServer } from './connect-mock-server.ts';
import { startMockServer } from './start-mock-server.ts';

const mock = await startMockServer();
afterAll(() => mock.close());
it('should lead to the sandbox of the key itself without a name, which stays', async () => {
  const first = await connectMockServer(mock.url).sandbox();
  expect(first).toMatchObject({ name: '', apiKey: 'local-key' });
  await first.close();
  expect((await first.read()).users).toHaveLength(5);
});

it('should find its server where exec says, with key and token', async () => {
  await using guarded = await startMockServer({ apiKey: 'k', controlToken: 't' });
  vi.stubEnv('CONVERSATION_RESET_URL', guarded.url);
  vi.stubEnv('CONVERSATION_RESET_API_KEY', 'k');
  vi.stubEnv('CONVERSATION_RESET_CONTROL_URL', guarded.url.replace('/v3', '/_mock'));
  await expect(connectMockServer().sandbox('s')).rejects.toMatchObject({ status: 401 });
  vi.stubEnv('CONVERSATION_RESET_CONTROL_TOKEN', 't');
  expect(await connectMockServer().sandbox('s')).toMatchObject({ url: guarded.url, apiKey: 'k.s' });
  // A server that is named is not the one of the environment; its key may be.
  expect((await connectMockServer(mock.url, { apiKey: 'local-key' }).sandbox()).url).toBe(mock.url);
});

it('should say what is missing', async () => {
  expect(() => connectMockServer()).toThrow('There is no CONVERSATION_RESET_URL in the environment');
  expect(() => connectMockServer('localhost')).toThrow('localhost is no URL; it is one such as http://');
  const gone = await startMockServer();
  await gone.close();
  const silent = `No mock server answers at ${new URL(gone.url).origin} (ECONNREFUSED)`;
  await expect(connectMockServer(gone.url).freshWorld()).rejects.toThrow(silent);
  await using closed = await startMockServer({ control: false });
  await expect(connectMockServer(closed.url).freshWorld()).rejects.toThrow('There is no control surface at http');
});

it('should be required from CommonJS, by a command of exec', async () => {
  const program = `const { connectMockServer } = require('conversation-reset/mock-server/connect');
    connectMockServer().freshWorld({ name: 'cjs' }).then(async (world) => {
      console.log(world.name, (await world.health()).status, (await world.read()).users.length);
      await world.close();
    });`;
  const command = [process.execPath, '--no-experimental-require-module', '--input-type=commonjs', '--eval', program];
  const exec = ['exec', '--world', 'two-friends', '--control-token', 'secret', '--', ...command];
  expect(await spawnCommand('mock-server', exec, { cwd: root }).ended).toEqual({
    code: 0,
    stdout: 'cjs-1 ok 2\n',
    stderr: '',
  });
});
