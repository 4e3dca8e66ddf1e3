import { type Stats, unwatchFile, watchFile } from 'node:fs';
import type { Mock } from './mock.ts';
import { readStartingPoint } from './starting-point.ts';

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
    const start = await readStartingPoint({ world: file }, sandboxes.start());
    if (!start.ok) for (const sentence of start.refusal) log(sentence);
    else {
      sandboxes.restart(start.value);
      log(`${file} was read again.`);
    }
  };
  watchFile(file, { interval, persistent: false }, onChange);
  return () => unwatchFile(file, onChange);
}
