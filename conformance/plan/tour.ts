import { type Addressing, type Behaviour, referenceBehaviour, singleAxes } from '../../core/index.ts';
import { ofPlace } from '../profile/axes.ts';
import type { Effect, EffectClass, FoundProfile, Profile } from '../profile/profile.ts';
import type { Budget } from '../report/document.ts';
import { renamed } from '../scenario/renamed.ts';
import { isReset, type Operation, type Scenario, withOperations } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import { ownResets, type Reset } from '../tour/machine.ts';
import { classOf, type TourOptions, tourScenarios } from '../tour/tour.ts';
import { alikeWorlds } from './alike-worlds.ts';
import { type Deviation, deviations, isAlwaysRead } from './deviations.ts';
import type { Extent } from './extent.ts';
import { pick, type World } from './world.ts';

/** What each budget walks. All tours of one budget cover the same, and what they cover is looked at each time. */
export const tours: Readonly<Record<Budget, readonly TourOptions[]>> = {
  smoke: [],
  // Where a target lags each observation waits, so that a run takes as long as its longest walk.
  quick: [{ covers: 'resets', steps: 1, most: 100 }],
  default: [{ covers: 'operations', steps: 1, most: 40 }],
  thorough: [
    { covers: 'operations', steps: 1, rich: true, most: 100 },
    { covers: 'operations', steps: 2, most: 200 },
  ],
};

/**
 * Every transition of the machine that core is under the found behaviour. What makes no difference to it differs from
 * walk to walk, and from reset to reset: the ids and the spelling.
 */
export function tour(extent: Extent): readonly Scenario[] {
  const { budget, behaviour, seed, profile } = extent;
  if (behaviour === undefined) return [];
  const apart = new Set(apartIn(behaviour, profile).map(({ name }) => name));
  const omitted = profile.omittedIsPermanent;
  const worlds = alikeWorlds(extent);
  const all = tours[budget].flatMap((one) => tourScenarios(behaviour, { ...one, omitted, apart }));
  return spelled(
    all.map((walk, index) => withAlikeIds(walk, worlds, index)),
    seed,
  );
}

/** Those that are most alike come first in each world. */
function withAlikeIds(walk: Scenario, worlds: readonly World[], count: number): Scenario {
  const { me, rows } = pick(worlds, count);
  const index = Math.floor(count / worlds.length);
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

/** Every second reset of a kind in another spelling that no target may refuse: each kind meets each that it has a place for. */
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

/**
 * The found behaviour as core can follow it: where no value names what the target does, or it cannot be found out, that
 * of the reference. Undefined where it accepts no form of addressing.
 */
export function walkable({ behaviour }: Pick<FoundProfile, 'behaviour'>): Behaviour | undefined {
  const { addressing } = behaviour;
  if (addressing === undefined || addressing === 'other') return undefined;
  const named = singleAxes.filter((axis) => behaviour[axis] !== undefined && behaviour[axis] !== 'other');
  return { ...referenceBehaviour, ...Object.fromEntries(named.map((axis) => [axis, behaviour[axis]])), addressing };
}

/** A class of resets that a target does otherwise than core, with the axis and what it does there. */
export interface Apart {
  readonly name: EffectClass;
  readonly reset: Reset;
  readonly form: Addressing;
  readonly because: string;
}

/** What the tour cannot foresee: where one kind of resets goes another way than the axes say, or one that has no name. */
export const apartIn = (behaviour: Behaviour, { usual }: Pick<Profile, 'usual'>): readonly Apart[] =>
  ownResets.flatMap((reset) =>
    behaviour.addressing.flatMap((form) => {
      const name = classOf(reset, form);
      const effect = usual.get(name);
      const because = effect && differenceFrom(behaviour, reset, effect);
      return because === undefined ? [] : [{ name, reset, form, because }];
    }),
  );

function differenceFrom(behaviour: Behaviour, reset: Reset, { place, texts }: Effect): string | undefined {
  const { withoutPreserveOrder, messagesAfterReset } = behaviour;
  const value = ofPlace[place].value;
  if (value !== (reset.preserveOrder ? 'kept' : withoutPreserveOrder)) return `withoutPreserveOrder is ${value}`;
  if (texts === (reset.permanently ? 'hidden' : messagesAfterReset)) return undefined;
  return `messagesAfterReset is ${texts === 'part' ? 'other' : texts}`;
}
