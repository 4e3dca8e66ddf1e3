import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import type { FoundProfile } from '../profile/profile.ts';
import type { Budget } from '../report/document.ts';
import { renamed } from '../scenario/renamed.ts';
import { isReset, type Operation, type Scenario, withOperations } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import { machineOf } from '../tour/machine.ts';
import { type Covered, type TourOptions, tourScenarios } from '../tour/tour.ts';
import { alikeIds } from './alike-worlds.ts';
import { type Deviation, deviations, isAlwaysRead } from './deviations.ts';
import type { Extent } from './extent.ts';
import { pick } from './world.ts';

interface Tour {
  /** What may go wrong: the walks take each of these from every state, and look at all that it may have changed. */
  readonly covers: Covered;
  readonly walks: readonly Omit<TourOptions, 'covers'>[];
}

/** What each budget walks. */
export const tours: Readonly<Record<Budget, Tour>> = {
  smoke: { covers: 'resets', walks: [] },
  // Where a target lags each observation waits, so that a run takes as long as its longest walk.
  quick: { covers: 'resets', walks: [{ steps: 1, most: 100 }] },
  default: { covers: 'operations', walks: [{ steps: 1, most: 40 }] },
  thorough: {
    covers: 'operations',
    walks: [
      { steps: 1, rich: true, most: 100 },
      { steps: 2, most: 200 },
    ],
  },
};

/**
 * Every transition of the machine that core is under the found behaviour, where it is one that core can follow. What
 * makes no difference to it differs from walk to walk, and from reset to reset: the ids and the spelling.
 */
export function tour(extent: Extent): readonly Scenario[] {
  const { budget, behaviour, seed, profile } = extent;
  const { covers, walks } = tours[budget];
  const all =
    behaviour === undefined
      ? []
      : walks.flatMap((one) => tourScenarios(behaviour, { ...one, covers, omittedIn: profile.omittedIn }));
  return spelled(
    all.map((walk, index) => withAlikeIds(walk, extent, index + seed)),
    seed,
  );
}

function withAlikeIds(walk: Scenario, extent: Extent, index: number): Scenario {
  const { me, rows } = pick(alikeIds(extent), index);
  const ids = (kind: Peer['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const [users, groups] = [ids('user'), ids('group')];
  const others = walk.users.filter((uid) => uid !== 'me');
  return renamed(
    walk,
    (uid) => (uid === 'me' ? me : pick(users, others.indexOf(uid) + index)),
    () => pick(groups, index),
  );
}

const spellings: readonly Deviation[] = Object.values(deviations).flat().filter(isAlwaysRead);

/** Every second reset of a kind in another spelling that no target may refuse: each kind meets each of them. */
function spelled(walks: readonly Scenario[], seed: number): readonly Scenario[] {
  const counts = new Map<string, number>();
  const spell = (one: Operation): Operation => {
    if (!isReset(one)) return one;
    const kind = `${one.conversation.kind} ${one.preserveOrder}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count % 2 === 0 ? one : { ...one, ...pick(spellings, Math.floor(count / 2) + seed) };
  };
  return walks.map((walk) => withOperations(walk, spell));
}

/** For which faults a run with this tour is complete, in one sentence; undefined where it makes no such claim. */
export function faultDomain(extent: Extent): string | undefined {
  const { budget, behaviour } = extent;
  const { walks, covers } = tours[budget];
  if (behaviour === undefined || walks.length === 0) return undefined;
  const what = covers === 'resets' ? 'reset' : 'operation';
  const all = walks.map(({ rich = false, steps }) => {
    const { states } = machineOf(behaviour, { rich });
    const count = steps === 1 ? `one ${what}` : `two ${what}s in a row`;
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
 * What cannot be found out makes no difference that can be seen.
 */
export function walkable({ behaviour, notes }: Pick<FoundProfile, 'behaviour' | 'notes'>): Behaviour | undefined {
  const found = deciding.flatMap((axis) => (behaviour[axis] === undefined ? [] : [[axis, behaviour[axis]] as const]));
  if (behaviour.addressing === undefined || notes.length > 0) return undefined;
  return found.some(([, value]) => value === 'other')
    ? undefined
    : { ...referenceBehaviour, ...Object.fromEntries(found) };
}
