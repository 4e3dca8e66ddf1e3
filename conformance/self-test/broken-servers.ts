import { emptyState, referenceBehaviour } from '../../core/index.ts';
import type { Fault, People } from '../../mock-server/faults/fault.ts';
import { type FaultyHandler, faultyHandler, type Healthy } from '../../mock-server/faults/faulty-handler.ts';
import { createHandler } from '../../mock-server/handle-request.ts';
import type { Unwired } from './in-process.ts';
import { type Kind, type NaiveState, naiveServer } from './naive-server.ts';

/** Which of our two implementations stands behind a server of the self-test. */
export type Over = 'mock' | 'naive';

export interface Keys {
  readonly apiKey: string;
  readonly authOnlyKey: string;
}

/** A broken server that does not listen anywhere. */
export type Broken = FaultyHandler & Unwired;

export const canBreak = (fault: Fault, over: Over): boolean => over === 'mock' || fault.needs !== 'state';

/** A server with one fault; what the fault leaves to chance, the seed decides. */
export function broken(fault: Fault, over: Over, keys: Keys, seed: number): Broken {
  const options = { ...keys, behaviour: { ...referenceBehaviour, ...fault.under } };
  const breaking = (healthy: Healthy) => faultyHandler(fault, healthy, keys.apiKey, seed);
  if (over === 'mock') {
    const now = () => Math.floor(Date.now() / 1000);
    return breaking({ handle: createHandler(options), cell: { state: emptyState }, now });
  }
  const { handle, state } = naiveServer(options);
  return breaking({ next: handle, people: peopleIn(state) });
}

function peopleIn(state: NaiveState): People {
  const partiesOf = (kind: Kind) => state.parties.filter((party) => party.kind === kind);
  return {
    users: () => partiesOf('user').map(({ id }) => id),
    members: (guid) => partiesOf('group').find(({ id }) => id === guid)?.members ?? [],
  };
}
