import type { Journal, Recorded } from '../journal.ts';
import { ControlRefusal } from './refusal.ts';

export const mostWaiting = 1000;
const waiting = new WeakMap<Journal, number>();

/** The next entry that fits, or what came instead of it within the time. */
export function nextEntry(
  journal: Journal,
  fits: (entry: Recorded) => boolean,
  withinMs: number,
  ends: AbortSignal,
): Promise<{ readonly entry: Recorded } | { readonly instead: readonly string[] }> {
  const already = waiting.get(journal) ?? 0;
  if (already >= mostWaiting) throw new ControlRefusal(`More than ${mostWaiting} are waiting for this journal.`, 429);
  waiting.set(journal, already + 1);
  const instead: string[] = [];
  const done = new AbortController();
  return new Promise<{ readonly entry: Recorded } | { readonly instead: readonly string[] }>((resolve, reject) => {
    const onEnd = (): void => reject(new ControlRefusal('The mock server was closed before such a request came.', 503));
    const timer = setTimeout(() => resolve({ instead }), withinMs);
    const unwatch = journal.watch((entry) => {
      if (fits(entry)) resolve({ entry });
      else if (instead.length < 10) instead.push(`${entry.request.method} ${entry.request.url}`);
    });
    done.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      unwatch();
    });
    if (ends.aborted) onEnd();
    else ends.addEventListener('abort', onEnd, { signal: done.signal });
  }).finally(() => {
    done.abort();
    waiting.set(journal, (waiting.get(journal) ?? 1) - 1);
  });
}
