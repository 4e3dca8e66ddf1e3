import { whole } from '../../fixtures/shape.ts';
import type { Keys } from '../authenticate.ts';
import { timeOf } from '../clock.ts';
import { faults as catalogue, type FaultName } from '../faults/catalogue.ts';
import type { Sandbox, SandboxFaults } from '../sandbox.ts';
import { type ArmedFault, answerWithFaults, armFault, isSpent } from './apply-faults.ts';
import { isShown, type PlannedFault, plannedFaultUnder } from './planned-fault.ts';
import { ControlRefusal, checked } from './refusal.ts';

/** A fault that is armed, and how many requests met it so far. */
export type ListedFault = PlannedFault & { readonly id: number; readonly met: number };

/** The same as it is now, whenever it is looked at. */
export type FaultHandle = ListedFault & { readonly remove: () => void };

export interface WrongAnswer {
  readonly name: FaultName;
  readonly about: string;
}

/** What is to go wrong on purpose; see `PlannedFault`. Those that are spent are listed no more. */
export interface FaultControl {
  readonly add: (fault: PlannedFault) => FaultHandle;
  readonly list: () => readonly ListedFault[];
  /** Disarms one, unless that is spent or gone already; a handle has it as a method. */
  readonly remove: (id: number) => void;
  readonly clear: () => void;
  /** The wrong answers that can be asked for by name, under the running behaviour. */
  readonly catalogue: () => readonly WrongAnswer[];
}

export const mostFaults = 100;

const armedFaults = ({ faults }: Sandbox): readonly ArmedFault[] => faults?.armed() ?? [];

/** `keys` are those that lead to the sandbox. */
export function controlFaults(sandboxOf: () => Sandbox, keys: Keys): FaultControl {
  const remove = (id: number): void => {
    const sandbox = sandboxOf();
    if (checked(id, whole('id', 1)) > sandbox.faultsAdded) throw new ControlRefusal(`There was no fault ${id}.`, 404);
    const all = sandbox.faults?.all ?? [];
    const others = all.filter((fault) => fault.id !== id);
    if (others.length < all.length) arm(sandbox, others);
  };
  return {
    add: (fault) => {
      const sandbox = sandboxOf();
      const planned = checked(fault, plannedFaultUnder(sandbox.behaviour));
      const armed = armedFaults(sandbox);
      if (armed.length >= mostFaults) {
        throw new ControlRefusal(`A sandbox has ${mostFaults} faults at most; clear them.`);
      }
      sandbox.faultsAdded += 1;
      const id = sandbox.faultsAdded;
      const one = armFault(sandbox, id, planned, keys);
      arm(sandbox, [...armed, one]);
      const handle = { ...planned, id, met: 0, remove: () => armedFaults(sandbox).includes(one) && remove(id) };
      return Object.defineProperty(handle, 'met', { get: () => one.met, enumerable: true }) as FaultHandle;
    },
    list: () => armedFaults(sandboxOf()).map(({ planned, id, met }) => ({ ...planned, id, met })),
    remove,
    clear: () => {
      sandboxOf().faults = undefined;
    },
    catalogue: () =>
      catalogue
        .filter((fault) => isShown(fault, sandboxOf().behaviour))
        .map(({ name, about }) => ({ name: name as FaultName, about })),
  };
}

function arm(sandbox: Sandbox, all: readonly ArmedFault[]): void {
  const armed = (): readonly ArmedFault[] => all.filter((fault) => !isSpent(fault, timeOf(sandbox.clock)));
  const answer: SandboxFaults['answer'] = async (request, access) => {
    const reply = await answerWithFaults(sandbox, armed(), request, access);
    // Those that come next pay nothing once all are spent.
    if (armedFaults(sandbox).length === 0) sandbox.faults = undefined;
    return reply;
  };
  sandbox.faults = { all, armed, answer };
}
