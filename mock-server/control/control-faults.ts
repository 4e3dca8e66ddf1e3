import { faults as catalogue } from '../faults/catalogue.ts';
import type { OpenWorld } from '../open-world.ts';
import { type ArmedFault, answerWrongly, armFault, isSpent } from './meddle.ts';
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

/** The faults of a world go with it. */
const armedIn = new WeakMap<OpenWorld, ArmedFault[]>();

export const armedFaults = (world: OpenWorld): readonly ArmedFault[] =>
  (armedIn.get(world) ?? []).filter((fault) => !isSpent(fault, world.clock.now()));

export function clearFaults(world: OpenWorld): void {
  armedIn.delete(world);
  world.meddle = undefined;
}

export function controlFaults(worldOf: () => OpenWorld): FaultControl {
  return {
    add: (fault) => {
      const world = worldOf();
      const planned = checked(fault, (place, raw) => checkPlannedFault(place, raw, world.behaviour));
      const armed = [...armedFaults(world)];
      if (armed.length >= mostFaults) throw new ControlRefusal(`A world has ${mostFaults} faults at most; clear them.`);
      const one = armFault(world, planned);
      armed.push(one);
      armedIn.set(world, armed);
      world.meddle = (request) => {
        const left = armedFaults(world);
        const answer = answerWrongly(world, left, request);
        // Those that come next pay nothing once all are spent.
        if (armedFaults(world).length === 0) clearFaults(world);
        return answer;
      };
      return listedFault(one);
    },
    list: () => armedFaults(worldOf()).map(listedFault),
    clear: () => clearFaults(worldOf()),
    catalogue: () =>
      catalogue.filter((fault) => isShown(fault, worldOf().behaviour)).map(({ name, about }) => ({ name, about })),
  };
}

const listedFault = ({ planned, met }: ArmedFault): ListedFault => ({ ...planned, met });
