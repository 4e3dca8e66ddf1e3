import type { SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startProgram } from './run-program.ts';

type Folder = 'conformance' | 'mock-server';

/** The command of a folder as it is shipped; built by `pretest`. */
export const mainOf = (folder: Folder): string =>
  fileURLToPath(new URL(`../../dist/${folder}/main.js`, import.meta.url));

/** Runs the command until the test ends, if it has not ended by then. */
export function spawnCommand(folder: Folder, args: readonly string[], options?: SpawnOptions) {
  const started = startProgram(process.execPath, [mainOf(folder), ...args], options);
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
}
