import { type Stats, unwatchFile, watchFile } from 'node:fs';
import type { Mock } from './mock.ts';
import { readStartingPoint, type StartingSources } from './starting-point.ts';

/** How often the file is looked at, in milliseconds. */
const interval = 200;

/**
 * Starts again with the world of a file whenever that changes, as after a reset; what is wrong with it is reported, and
 * the world stays. Answers with the function that ends this.
 */
export function watchWorld(
  mock: Mock,
  file: string,
  sources: StartingSources,
  log: (line: string) => void,
): () => void {
  const onChange = async ({ nlink }: Stats): Promise<void> => {
    // While it is being replaced, there may be none.
    if (nlink === 0) return;
    const start = await readStartingPoint(sources);
    if (!start.ok) for (const sentence of start.refusal) log(sentence);
    else {
      mock.sandboxes.restart(start.value);
      log(`${file} was read again.`);
    }
  };
  watchFile(file, { interval, persistent: false }, onChange);
  return () => unwatchFile(file, onChange);
}
