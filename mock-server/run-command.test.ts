import type { SpawnOptions } from 'node:child_process';
import { expect, it } from 'vitest';
import { spawnCommand } from '../core/testing/spawned-program.ts';

it.each([
  [['--api-key', 'k'], 'k'],
  // All addresses of this machine; it can call one of them.
  [['--host', '0.0.0.0'], 'local-key'],
])('should hand over an address that can be called and the key, and say nothing of its own: %j', async (options, key) => {
  const program = `
    const { CONVERSATION_RESET_URL: url, CONVERSATION_RESET_API_KEY: apikey, CONVERSATION_RESET_CONTROL_URL: control } = process.env;
    const answer = await fetch(url + '/users/alice', { headers: { apikey } });
    const reset = await fetch(control + '/reset', { method: 'POST' });
    console.log(answer.status, reset.status, url, apikey, process.argv.slice(1).join());`;
  const { code, stdout, stderr } = await exec(options, node(program, '--port', '1')).ended;
  expect(stdout).toMatch(new RegExp(`^200 200 http://127\\.0\\.0\\.1:[1-9]\\d*/v3 ${key} --port,1\n$`));
  expect([code, stderr]).toEqual([0, '']);
});

it('should hand over no control surface where there is none, not even one that it was handed', async () => {
  const env = { CONVERSATION_RESET_CONTROL_URL: 'http://other', CONVERSATION_RESET_CONTROL_TOKEN: 't' };
  const program = 'console.log(Object.keys(process.env).filter((name) => /^CONVERSATION_/.test(name)).sort().join())';
  const { stdout } = await exec(['--no-control'], node(program), { env }).ended;
  expect(stdout).toBe('CONVERSATION_RESET_API_KEY,CONVERSATION_RESET_URL\n');
});

it.each([
  [[], node('process.exit(0)'), 0, ''],
  [[], node('process.exit(7)'), 7, ''],
  [[], node("process.kill(process.pid, 'SIGKILL')"), 137, ''],
  [[], node("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)"), 143, ''],
  [[], ['no-such-program-anywhere'], 127, 'There is no program no-such-program-anywhere.\n'],
  [[], ['/'], 126, '/ may not be run.\n'],
  [['--world', 'nowhere'], node("console.log('started')"), 2, expect.stringContaining('nowhere')],
])('should end as its command ends, or say why it did not start it: %j %j', async (options, command, code, stderr) => {
  expect(await exec(options, command).ended).toEqual({ code, stdout: '', stderr });
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('should pass %s on, and wait for the end', async (signal) => {
  const program = `
    process.on('${signal}', async () => {
      const answer = await fetch(process.env.CONVERSATION_RESET_URL);
      console.log('${signal}', answer.status);
      process.exit(3);
    });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const { child, output, ended } = exec([], node(program));
  await expect.poll(() => output.stdout, { timeout: 20_000 }).toContain('ready');
  child.kill(signal);
  expect(await ended).toEqual({ code: 3, stdout: `ready\n${signal} 401\n`, stderr: '' });
});

// Helpers

function node(program: string, ...args: readonly string[]): string[] {
  return [process.execPath, '--input-type=module', '--eval', program, '--', ...args];
}

const exec = (options: readonly string[], command: readonly string[], spawning?: SpawnOptions) =>
  spawnCommand('mock-server', ['exec', ...options, '--', ...command], spawning);
