import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

// Built by `pretest`.
const command = fileURLToPath(new URL('../../dist/mock-server/main.js', import.meta.url));

/** Runs the command until the test ends, if it has not ended by then; `output` grows until it has. */
export function spawnMock(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const { CONVERSATION_RESET_API_KEY: _, ...rest } = process.env;
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { ...rest, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output, ended };
}
