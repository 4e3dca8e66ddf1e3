import { emptyState, referenceBehaviour } from '../../core/index.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { type FaultyHandler, faultyHandler, type Healthy } from '../../mock-server/faults/faulty-handler.ts';
import { createHandler } from '../../mock-server/handle-request.ts';
import { withoutWire } from './in-process.ts';
import { type Kind, startNaiveServer } from './naive-server.ts';

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
  return { handle, cell: { state: emptyState }, now: () => Math.floor(Date.now() / 1000), close: async () => {} };
}

async function naive(fault: Fault, keys: Keys): Promise<Closable> {
  const server = await startNaiveServer({ ...keys, behaviour: behaviourUnder(fault) });
  const { state } = server;
  const partiesOf = (kind: Kind) => state.parties.filter((party) => party.kind === kind);
  const people = {
    users: () => partiesOf('user').map(({ id }) => id),
    members: (guid: string) => partiesOf('group').find(({ id }) => id === guid)?.members ?? [],
  };
  const { handle, close } = withoutWire(server);
  return { next: handle, people, close };
}
