import { emptyState, referenceBehaviour } from '../../core/index.ts';
import type { Cell, Fault, Next } from '../../mock-server/faults/fault.ts';
import { type FaultyHandler, faultyHandler, type Healthy } from '../../mock-server/faults/misbehave.ts';
import { createHandler } from '../../mock-server/handle-request.ts';
import { startNaiveServer } from './naive-server.ts';

/** Which of our two implementations stands behind a server of the self-test. */
export type Over = 'mock' | 'naive';

export interface Keys {
  readonly apiKey: string;
  readonly authOnlyKey: string;
}

/** A broken server that does not listen anywhere. */
export interface Broken extends FaultyHandler {
  readonly close: () => Promise<void>;
}

export const canBreak = (fault: Fault, over: Over): boolean => over === 'mock' || fault.needs !== 'state';

/** A server with one fault; what the fault leaves to chance, the seed decides. */
export async function broken(fault: Fault, over: Over, keys: Keys, seed: number): Promise<Broken> {
  const healthy = over === 'mock' ? mock(fault, keys) : await naive(fault, keys);
  return { ...faultyHandler(fault, healthy, keys.apiKey, seed), close: healthy.close };
}

type Closable = Healthy & { readonly close: () => Promise<void> };

const behaviourUnder = ({ under }: Fault) => ({ ...referenceBehaviour, ...under });

function mock(fault: Fault, keys: Keys): Closable {
  const handle = createHandler({ ...keys, behaviour: behaviourUnder(fault) });
  const cell: Cell = { state: emptyState };
  const next: Next = async (request) => {
    const { state, reply } = handle(cell.state, request, Math.floor(Date.now() / 1000));
    cell.state = state;
    return reply;
  };
  return { next, cell, close: async () => {} };
}

async function naive(fault: Fault, keys: Keys): Promise<Closable> {
  const { respond, close } = await startNaiveServer({ ...keys, behaviour: behaviourUnder(fault) });
  return { next: ({ body, ...asked }) => respond(asked, body), close };
}
