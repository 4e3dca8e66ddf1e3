import type { EventEmitter } from 'node:events';

/** A terminal sends Ctrl-C to npm and to what npm started, and npm passes it on: two signals, one demand. */
const sameDemand = 500;

/** The first SIGINT or SIGTERM finishes what is in flight; one that comes later than half a second after it cuts that. */
export function stopOnSignals(
  signals: EventEmitter,
  stop: { readonly finish: () => void; readonly cut: () => void },
  milliseconds: () => number = () => performance.now(),
): void {
  let first: number | undefined;
  const onSignal = (): void => {
    if (first === undefined) {
      first = milliseconds();
      stop.finish();
    } else if (milliseconds() - first > sameDemand) stop.cut();
  };
  signals.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}
