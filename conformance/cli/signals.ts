import { setMaxListeners } from 'node:events';
import { say } from '../../fixtures/command-line/output.ts';
import { RunEnded } from '../target/time-limit.ts';

const sameSignalMs = 500;
/** So long may a run take to write down what it left behind. */
const lastWordsMs = 900;

/**
 * Stops a run when the process is asked to end. The first signal aborts `signal`: the run tidies up and reports. The
 * second aborts `tidyingSignal`, too: it reports what it leaves behind. Within a second after that the process has ended,
 * whatever the run does, and at once after a third. Within half a second it is the same Ctrl-C, which a terminal sends to
 * npm and to this process, and npm passes on.
 */
export function stopOnSignals(): { readonly signal: AbortSignal; readonly tidyingSignal: AbortSignal } {
  const [first, second] = [new AbortController(), new AbortController()];
  // Every request in flight listens to it.
  for (const { signal } of [first, second]) setMaxListeners(0, signal);
  let at: number | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    if (at !== undefined && performance.now() - at <= sameSignalMs) return;
    at = performance.now();
    const reason = new RunEnded(`stopped by ${name}`);
    if (!first.signal.aborted) {
      say(`${name}: tidying up; once more ends at once and leaves behind what was created.`);
      first.abort(reason);
    } else if (!second.signal.aborted) {
      setTimeout(() => process.exit(3), lastWordsMs).unref();
      second.abort(reason);
    } else process.exit(3);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return { signal: first.signal, tidyingSignal: second.signal };
}
