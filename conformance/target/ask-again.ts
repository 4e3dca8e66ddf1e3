import { setTimeout as sleep } from 'node:timers/promises';
import { CallFailed } from './call-failed.ts';

interface Pacing {
  /** How long a change may take until it shows. */
  readonly settleMs: number;
  readonly signal: AbortSignal | undefined;
}

/** So often in a row what is refused is asked for again in vain, before that is taken to be of no use. */
const mostInVain = 3;

/**
 * Asks once more for what is refused, when the settling time is over: a target may not know yet of what was done before, or
 * still be busy with it.
 */
export function openAskAgain({ settleMs, signal }: Pacing) {
  let inVain = 0;
  return async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallFailed) || error.kind !== 'refused' || inVain >= mostInVain) throw error;
    }
    inVain += 1;
    await sleep(settleMs, undefined, { signal });
    const value = await ask();
    inVain = 0;
    return value;
  };
}
