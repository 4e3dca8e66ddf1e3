import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

// Built by `pretest`.
const command = fileURLToPath(new URL('../../dist/mock-server/main.js', import.meta.url));

const running = new Set<ChildProcess>();

/** To be called once by each file of tests that runs the command. */
export const endAfterEach = (): void =>
  afterEach(async () => {
    const ended = [...running].map((child) => once(child, 'close'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
  });

/** Runs the command; `output` grows until it has ended. */
export function spawnMock(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const { CONVERSATION_RESET_API_KEY: _, ...rest } = process.env;
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { ...rest, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, ...output };
  });
  return { child, output, ended };
}

/** The same once it has said where it listens. */
export async function listeningMock(args: readonly string[], env?: NodeJS.ProcessEnv) {
  const { child, output, ended } = spawnMock(['--port', '0', ...args], env);
  while (!output.stdout.includes('\n')) await Promise.race([once(child.stdout, 'data'), ended.then(failed)]);
  const line = output.stdout.slice(0, output.stdout.indexOf('\n'));
  const url = line.replace('listening on ', '');
  return { child, output, ended, line, url, port: Number(new URL(url).port) };
}

function failed({ code, stderr }: { readonly code: number | null; readonly stderr: string }): never {
  throw new Error(`The mock server ended with ${code}: ${stderr}`);
}
