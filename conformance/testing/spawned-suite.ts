import { type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The command as it is shipped; built by `pretest`. */
export const main = fileURLToPath(new URL('../../dist/conformance/main.js', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in a test, without a key from the environment but the one that is given. */
export function spawnSuite(args: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {}) {
  const { CONVERSATION_RESET_API_KEY: _, ...env } = process.env;
  const given = { ...options, env: { ...env, ...options.env } };
  const child = spawn(process.execPath, [main, ...args], { ...given, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<Ended>((resolve) => {
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended };
}
