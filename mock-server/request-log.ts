import type { Keys } from './authenticate.ts';
import type { Recorded } from './journal.ts';
import type { Sandbox } from './sandbox.ts';

export interface RequestLog {
  readonly note: (sandbox: Sandbox, entry: Recorded) => void;
  /** Writes what is not written yet. */
  readonly flush: () => Promise<void>;
}

/** Lines are put together so long after their requests, in milliseconds, so that no answer waits for them. */
const delay = 50;

/** What a batch may spend on finding out what its answers rest on; the lines beyond that go without it. */
const budget = 20;

/** A line for each request, in batches, which may take `most` milliseconds and little more. */
export function requestLog(
  write: (text: string) => void,
  keys: Keys,
  coloured: boolean,
  most: number = budget,
): RequestLog {
  let waiting: { readonly sandbox: Sandbox; readonly entry: Recorded }[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const [{ logLine }, { axesOf }, { keyRemover }] = await Promise.all([
      import('./control/log-line.ts'),
      import('./control/axes.ts'),
      import('./control/without-keys.ts'),
    ]);
    const withoutKeys = keyRemover(keys);
    const end = performance.now() + most;
    const lines = batch.map(({ sandbox, entry }) => {
      const axes = performance.now() > end || entry.wrong !== undefined ? [] : axesOf(entry, sandbox.behaviour);
      return `${logLine(sandbox, entry, axes, withoutKeys, coloured)}\n`;
    });
    write(lines.join(''));
  }

  return {
    note: (sandbox, entry) => {
      waiting.push({ sandbox, entry });
      timer ??= setTimeout(() => void flush(), delay).unref();
    },
    flush,
  };
}
