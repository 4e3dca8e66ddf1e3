import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const isOurs = /^(?:npm_|VITEST|NODE_ENV|NODE_OPTIONS|NODE_TEST|CONVERSATION_RESET)/i;

/** Starts a program as if no tool of ours had started it, but for what `env` has; `output` grows until it has ended. */
export function startProgram(command: string, args: readonly string[], { env, ...options }: SpawnOptions = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !isOurs.test(name));
  const child = spawn(command, args, {
    ...options,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return { child, output, ended };
}

/** Runs a program to its end; `out` is what it said on both streams. */
export async function runProgram(command: string, args: readonly string[], cwd: string) {
  const { code, stdout, stderr } = await startProgram(command, args, { cwd }).ended;
  return { code, out: `${stdout}${stderr}` };
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
