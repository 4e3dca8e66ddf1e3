import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export interface Ran {
  readonly code: number;
  /** What it said on both streams. */
  readonly out: string;
}

/** Runs a program to its end, with an environment as if no tool of ours had started it. */
export const runProgram = (command: string, args: readonly string[], cwd: string): Promise<Ran> =>
  new Promise((resolve) => {
    const isOurs = /^(?:npm_|VITEST|NODE_ENV|NODE_OPTIONS|NODE_TEST|CONVERSATION_RESET)/i;
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs.test(name)));
    execFile(command, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: `${stdout}${stderr}` }),
    );
  });

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
