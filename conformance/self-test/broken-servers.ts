import { emptyState, referenceBehaviour } from '../../core/index.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { type FaultyHandler, faultyHandler } from '../../mock-server/faults/faulty-handler.ts';
import { createHandler } from '../../mock-server/handle-request.ts';
import { keys } from './mock-targets.ts';
import { type Kind, naiveServer } from './naive-server.ts';

/** Which of our two implementations stands behind a server of the self-test. */
export type Over = 'mock' | 'naive';

export const canBreak = (fault: Fault, over: Over): boolean => over === 'mock' || fault.needs !== 'state';

/** A server with one fault; what the fault leaves to chance, the seed decides. */
export function broken(fault: Fault, over: Over, seed: number): FaultyHandler {
  const options = { ...keys, behaviour: { ...referenceBehaviour, ...fault.under } };
  if (over === 'mock') {
    const now = () => Math.floor(Date.now() / 1000);
    const healthy = { handle: createHandler(options), cell: { state: emptyState }, now };
    return faultyHandler(fault, healthy, keys.apiKey, seed);
  }
  const { handle, state } = naiveServer(options);
  const partiesOf = (kind: Kind) => state.parties.filter((party) => party.kind === kind);
  const people = {
    users: () => partiesOf('user').map(({ id }) => id),
    members: (guid: string) => partiesOf('group').find(({ id }) => id === guid)?.members ?? [],
  };
  return faultyHandler(fault, { next: handle, people }, keys.apiKey, seed);
}
