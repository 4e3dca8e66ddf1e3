import type { SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startProgram } from '../../core/testing/run-program.ts';

/** The command as it is shipped; built by `pretest`. */
export const main = fileURLToPath(new URL('../../dist/conformance/main.js', import.meta.url));

/** Runs the command in a test, without a key from the environment but the one that is given. */
export function spawnSuite(args: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'env'>) {
  const started = startProgram(process.execPath, [main, ...args], options);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}
