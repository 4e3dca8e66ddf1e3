import type { Keys } from './authenticate.ts';
import type { Recorded } from './journal.ts';
import type { Sandbox } from './sandbox.ts';

export type RequestLog = ReturnType<typeof requestLog>;

/** Lines are put together so long after their requests, in milliseconds, so that no answer waits for them. */
const delay = 10;

/** A line for each request, in batches. */
export function requestLog(write: (text: string) => void, keys: Keys, coloured: boolean) {
  let waiting: { readonly sandbox: Sandbox; readonly entry: Recorded }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lineOf: ReturnType<typeof lineWriter> | undefined;

  /** Loaded with the first line, and once: even a module that is there takes a while. */
  async function lineWriter(): Promise<(sandbox: Sandbox, entry: Recorded) => string> {
    const { logLine } = await import('./control/log-line.ts');
    const { keyRemover } = await import('./control/without-keys.ts');
    const withoutKeys = keyRemover(keys);
    return (sandbox, entry) => logLine(sandbox, entry, withoutKeys, coloured);
  }

  /** Writes what is not written yet. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    lineOf ??= lineWriter();
    const line = await lineOf;
    write(batch.map(({ sandbox, entry }) => `${line(sandbox, entry)}\n`).join(''));
  }

  return {
    note: (sandbox: Sandbox, entry: Recorded): void => {
      waiting.push({ sandbox, entry });
      timer ??= setTimeout(() => void flush(), delay).unref();
    },
    flush,
  };
}
