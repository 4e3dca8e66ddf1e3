import { setMaxListeners } from 'node:events';

const sameSignalMs = 500;

/**
 * Stops a run when the process is asked to end: the first signal lets it tidy up and report, a later one ends it at
 * once. Within half a second it is the same Ctrl-C, which a terminal sends to npm and to this process, and npm passes
 * on.
 */
export function stopOnSignals(say: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  // Every request in flight listens to it.
  setMaxListeners(0, controller.signal);
  let first: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      say(`${signal}: tidying up; once more ends at once and leaves behind what was created.`);
      controller.abort(new Error(`stopped by ${signal}`));
    } else if (now - first > sameSignalMs) process.exit(3);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}
