import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startProgram } from '../../core/testing/run-program.ts';

// Built by `pretest`.
const main = fileURLToPath(new URL('../../dist/mock-server/main.js', import.meta.url));

/** Runs the command until the test ends, if it has not ended by then. */
export function spawnMock(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const started = startProgram(process.execPath, [main, ...args], { cwd, env });
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
}
