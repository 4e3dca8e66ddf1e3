import { type Stats, unwatchFile, watchFile } from 'node:fs';
import { worldState } from '../fixtures/world.ts';
import type { Mock } from './mock.ts';
import { readWorld } from './starting-point.ts';

/** How often the file is looked at, in milliseconds. */
const interval = 200;

/**
 * Puts the world of a file in place of what is there whenever that changes, under the behaviour that the mock has; faults,
 * clock and journal stay. What is wrong with it is reported, and the world stays. Answers with the function that ends this.
 */
export function watchWorld({ sandboxes }: Mock, file: string, log: (line: string) => void): () => void {
  const onChange = async ({ nlink }: Stats): Promise<void> => {
    // While it is being replaced, there may be none.
    if (nlink === 0) return;
    const { behaviour } = sandboxes.start();
    const world = await readWorld(file, behaviour);
    if (!world.ok) for (const sentence of world.refusal) log(sentence);
    else {
      sandboxes.restart((now) => worldState(world.value, behaviour, now));
      log(`${file} was read again.`);
    }
  };
  watchFile(file, { interval, persistent: false }, onChange);
  return () => unwatchFile(file, onChange);
}
