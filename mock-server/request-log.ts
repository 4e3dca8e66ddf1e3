import type { Keys } from './authenticate.ts';
import { logLine } from './control/log-line.ts';
import { keyRemover } from './control/without-keys.ts';
import type { Recorded } from './journal.ts';
import type { Sandbox } from './sandbox.ts';

export type RequestLog = ReturnType<typeof requestLog>;

/** Lines are put together so long after their requests, in milliseconds, so that no answer waits for them. */
const delay = 10;

/** A line for each request, in batches. */
export function requestLog(write: (text: string) => void, keys: Keys, coloured: boolean) {
  const withoutKeys = keyRemover(keys);
  let waiting: { readonly sandbox: Sandbox; readonly entry: Recorded }[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** Writes what is not written yet. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting.map(({ sandbox, entry }) => `${logLine(sandbox, entry, withoutKeys, coloured)}\n`);
    waiting = [];
    if (lines.length > 0) write(lines.join(''));
  }

  return {
    note: (sandbox: Sandbox, entry: Recorded): void => {
      waiting.push({ sandbox, entry });
      timer ??= setTimeout(flush, delay).unref();
    },
    flush,
  };
}
