import type { Journal, Recorded } from '../journal.ts';
import { ControlRefusal } from './refusal.ts';

export const mostWaiting = 1000;
const waiting = new WeakMap<Journal, number>();

/** The next entry that fits; undefined when none came within the time. */
export function nextEntry(
  journal: Journal,
  fits: (entry: Recorded) => boolean,
  withinMs: number,
  ends: AbortSignal,
): Promise<Recorded | undefined> {
  const already = waiting.get(journal) ?? 0;
  if (already >= mostWaiting) throw new ControlRefusal(`More than ${mostWaiting} are waiting for this journal.`, 429);
  waiting.set(journal, already + 1);
  const done = new AbortController();
  return new Promise<Recorded | undefined>((resolve, reject) => {
    const onEnd = (): void => reject(new ControlRefusal('The mock server was closed before such a request came.', 503));
    const timer = setTimeout(() => resolve(undefined), withinMs);
    const unwatch = journal.watch((entry) => {
      if (fits(entry)) resolve(entry);
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
