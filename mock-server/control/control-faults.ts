import { whole } from '../../fixtures/shape.ts';
import { faults as catalogue, type FaultName } from '../faults/catalogue.ts';
import type { Fault } from '../faults/fault.ts';
import { armedIn, type Sandbox } from '../sandbox.ts';
import { type ArmedFault, answerWithFaults, armFault } from './apply-faults.ts';
import { isShown, type PlannedFault, plannedFaultUnder } from './planned-fault.ts';
import { ControlRefusal, checked } from './refusal.ts';

/** A fault that is armed, and how many requests met it so far. */
export type ListedFault = PlannedFault & { readonly id: number; readonly met: number };

/** The same as it is now, whenever it is looked at. */
export type FaultHandle = ListedFault & { readonly remove: () => void };

export type WrongAnswer = Pick<Fault<FaultName>, 'name' | 'requirement'>;

export const mostFaults = 100;

export type FaultControl = Readonly<ReturnType<typeof controlFaults>>;

/** What is to go wrong on purpose; see `PlannedFault`. Those that are spent are listed no more. */
export function controlFaults(sandboxOf: () => Sandbox) {
  return {
    add: (fault: PlannedFault): FaultHandle => {
      const sandbox = sandboxOf();
      const planned = checked(fault, plannedFaultUnder(sandbox.behaviour));
      const armed = armedIn(sandbox);
      if (armed.length >= mostFaults) {
        throw new ControlRefusal(`A sandbox has ${mostFaults} faults at most; clear them.`);
      }
      sandbox.faultsAdded += 1;
      const one = armFault(sandbox, sandbox.faultsAdded, planned);
      arm(sandbox, [...armed, one]);
      const handle = { ...planned, id: one.id, met: 0, remove: () => disarm(sandbox, one.id) };
      return Object.defineProperty(handle, 'met', { get: () => one.met, enumerable: true }) as FaultHandle;
    },
    list: (): readonly ListedFault[] => armedIn(sandboxOf()).map(({ planned, id, met }) => ({ ...planned, id, met })),
    /** Disarms one, unless that is spent or gone already; a handle has it as a method. */
    remove: (id: number): void => {
      const sandbox = sandboxOf();
      if (checked(id, whole('id', 1)) > sandbox.faultsAdded) throw new ControlRefusal(`There was no fault ${id}.`, 404);
      disarm(sandbox, id);
    },
    clear: (): void => arm(sandboxOf(), []),
    /** The wrong answers that can be asked for by name, under the running behaviour. */
    catalogue: (): readonly WrongAnswer[] =>
      catalogue
        .filter((fault) => isShown(fault, sandboxOf().behaviour))
        .map(({ name, requirement }) => ({ name, requirement })),
  };
}

function arm(sandbox: Sandbox, all: readonly ArmedFault[]): void {
  sandbox.faults = all.length === 0 ? undefined : { all, answer: answerWithFaults };
}

function disarm(sandbox: Sandbox, id: number): void {
  const left = armedIn(sandbox).filter((fault) => fault.id !== id);
  arm(sandbox, left);
}
