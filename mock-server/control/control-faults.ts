import type { Keys } from '../authenticate.ts';
import { faults as catalogue } from '../faults/catalogue.ts';
import type { Sandbox } from '../sandbox.ts';
import { type ArmedFault, answerWithFaults, armFault, isSpent } from './apply-faults.ts';
import { checkPlannedFault, isShown, type PlannedFault } from './planned-fault.ts';
import { ControlRefusal, checked } from './refusal.ts';

/** A fault that is armed, and how many requests met it so far. */
export type ListedFault = PlannedFault & { readonly met: number };

export interface WrongAnswer {
  readonly name: string;
  readonly about: string;
}

/** What is to go wrong on purpose; see `PlannedFault`. Those that are spent are listed no more. */
export interface FaultControl {
  readonly add: (fault: PlannedFault) => ListedFault;
  readonly list: () => readonly ListedFault[];
  readonly clear: () => void;
  /** The wrong answers that can be asked for by name, under the running behaviour. */
  readonly catalogue: () => readonly WrongAnswer[];
}

export const mostFaults = 100;

/** The faults of a sandbox go with it. */
const armedIn = new WeakMap<Sandbox, ArmedFault[]>();

export const armedFaults = (sandbox: Sandbox): readonly ArmedFault[] =>
  (armedIn.get(sandbox) ?? []).filter((fault) => !isSpent(fault, sandbox.clock.now()));

export function clearFaults(sandbox: Sandbox): void {
  armedIn.delete(sandbox);
  sandbox.applyFaults = undefined;
}

/** `keys` are those that lead to the sandbox. */
export function controlFaults(sandboxOf: () => Sandbox, keys: Keys): FaultControl {
  return {
    add: (fault) => {
      const sandbox = sandboxOf();
      const planned = checked(fault, (place, raw) => checkPlannedFault(place, raw, sandbox.behaviour));
      const armed = [...armedFaults(sandbox)];
      if (armed.length >= mostFaults)
        throw new ControlRefusal(`A sandbox has ${mostFaults} faults at most; clear them.`);
      const one = armFault(sandbox, planned, keys);
      armed.push(one);
      armedIn.set(sandbox, armed);
      sandbox.applyFaults = (request, access) => {
        const answer = answerWithFaults(sandbox, armedFaults(sandbox), request, access);
        // Those that come next pay nothing once all are spent.
        if (armedFaults(sandbox).length === 0) clearFaults(sandbox);
        return answer;
      };
      return listedFault(one);
    },
    list: () => armedFaults(sandboxOf()).map(listedFault),
    clear: () => clearFaults(sandboxOf()),
    catalogue: () =>
      catalogue.filter((fault) => isShown(fault, sandboxOf().behaviour)).map(({ name, about }) => ({ name, about })),
  };
}

const listedFault = ({ planned, met }: ArmedFault): ListedFault => ({ ...planned, met });
