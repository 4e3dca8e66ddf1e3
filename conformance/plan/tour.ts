import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import type { Found } from '../profile/found.ts';
import type { Budget } from '../report/document.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { machineOf } from '../tour/machine.ts';
import { type TourOptions, tourScenarios } from '../tour/tour.ts';
import type { Extent } from './extent.ts';

const options: Readonly<Record<Budget, readonly TourOptions[]>> = {
  smoke: [],
  // Where a target lags each look waits, so that a run takes as long as its longest walk.
  quick: [{ steps: 1, most: 50 }],
  default: [{ steps: 1, most: 50 }],
  thorough: [
    { steps: 1, rich: true, most: 100 },
    { steps: 2, most: 200 },
  ],
};

/** Every transition of the machine that core is under the found behaviour, where it is one that core can follow. */
export const tour = ({ budget, behaviour }: Extent): readonly Scenario[] =>
  behaviour === undefined ? [] : options[budget].flatMap((one) => tourScenarios(behaviour, one));

/** Whether everything is looked at after every operation of the tour; else something may come right again unseen. */
export const isWatched = ({ budget }: Extent): boolean => budget === 'default' || budget === 'thorough';

/** For which faults a run with this tour is complete, in one sentence; undefined where it makes no such claim. */
export function faultDomain(extent: Extent): string | undefined {
  const { budget, behaviour } = extent;
  if (behaviour === undefined || !isWatched(extent)) return undefined;
  const all = options[budget].map(({ rich = false, steps }) => {
    const { states } = machineOf(behaviour, { rich });
    const count = steps === 1 ? 'one operation' : 'two operations in a row';
    return `${count} from any of the ${states.length} states${rich ? ', the other side acting too' : ''}`;
  });
  return `complete for deterministic deviations from the specification that show in ${all.join(', and in ')}, of one user with one user conversation and one group conversation, save what may still change after a permanent deletion`;
}

/** The axes that decide what the machine does. */
const deciding = [
  'addressing',
  'withoutPreserveOrder',
  'messagesAfterReset',
  'deleteMessagesPermanentlyOmitted',
  'permanentDeletion',
  'missingConversation',
  'groupAppears',
] as const satisfies readonly (keyof Behaviour)[];

/**
 * The found behaviour as core can follow it; undefined where something in it has no name, or groups differ from users.
 * What cannot be told makes no difference that can be seen.
 */
export function walkable({ behaviour, notes }: Pick<Found, 'behaviour' | 'notes'>): Behaviour | undefined {
  const found = deciding.flatMap((axis) => (behaviour[axis] === undefined ? [] : [[axis, behaviour[axis]] as const]));
  if (behaviour.addressing === undefined || notes.length > 0) return undefined;
  return found.some(([, value]) => value === 'other')
    ? undefined
    : { ...referenceBehaviour, ...Object.fromEntries(found) };
}
