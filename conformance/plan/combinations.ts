import fc from 'fast-check';
import { isRefusedAnyway } from '../profile/refused-anyway.ts';
import type { Budget } from '../report/document.ts';
import {
  flags,
  hasCredentials,
  keyOf,
  participantsOf,
  type Reset,
  type Scenario,
  type Send,
  type Step,
  seenBy,
  type WireForm,
  wireForms,
} from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import { type Alikes, alikeIds, alikeWorld } from './alike-worlds.ts';
import { type Deviation, type DeviationKind, deviations, isAlwaysRead } from './deviations.ts';
import type { Extent, Plan } from './extent.ts';
import { inPassing } from './in-passing.ts';
import { named } from './named.ts';
import { coveringPairs } from './pairwise.ts';
import { answer, pick, reset, scenarioOf, send, type World } from './world.ts';

/** Who resets what. */
const roles = ['me in a pair', 'me in a group', 'another'] as const;
/** What has come to the conversation since its last reset, and from whom. */
const states = ['news', 'own news', 'as it is'] as const;

/** One choice of each dimension. */
interface Combination {
  readonly deviation: Deviation;
  /** Also spelled so. */
  readonly spelling: WireForm | undefined;
  readonly role: (typeof roles)[number];
  readonly settings: Pick<Reset, 'preserveOrder' | 'deleteMessagesPermanently' | 'form'>;
  readonly state: (typeof states)[number];
  readonly world: Alikes;
}

const rounds: Readonly<Record<Budget, number>> = { smoke: 1, quick: 1, default: 2, thorough: 4 };
/** What comes in passing costs little. */
const roundsInPassing: Readonly<Record<Budget, number>> = { smoke: 0, quick: 2, default: 3, thorough: 5 };
const spellings = (budget: Budget): readonly (WireForm | undefined)[] =>
  budget === 'smoke' || budget === 'quick' ? [undefined] : [undefined, ...wireForms];

/**
 * Resets in which every two values of two dimensions meet: what is unusual about the request, who acts on what, each
 * flag present, false or absent, the form of addressing, what has come to the conversation, the ids around it, and a
 * further spelling. They come in an order that the seed decides, so that every kind of request comes after every other.
 * What is refused anyway comes in passing, where there are walks.
 */
export function combinations(
  kinds: readonly DeviationKind[],
  extent: Extent,
  walks: readonly Scenario[] = [],
): Omit<Plan, 'alone'> {
  const { budget, seed, profile } = extent;
  const all = kinds.flatMap((kind): readonly Deviation[] => some(deviations[kind], budget, seed));
  // In a quick run what means the same is left to the walks.
  const asked = budget === 'quick' && walks.length > 0 ? all.filter((one) => !isAlwaysRead(one)) : all;
  // A world is not arranged for a handful of resets.
  const worlds = alikeIds(extent).slice(0, asked.length < 8 ? 3 : undefined);
  const chosen = chosenFor({ asked, worlds }, extent);
  const isRefused = (one: Deviation): boolean =>
    isRefusedAnyway(one, profile) || (one.stranger !== undefined && profile.refusesUnlisted);
  const isPassing = ({ deviation }: Combination): boolean => walks.length > 0 && isRefused(deviation);
  const others = chosen.slice(0, asked.length < partOfRun ? 1 : rounds[budget]).flatMap((some) => {
    const own = some.filter((one) => !isPassing(one));
    const spread = budget === 'quick' ? inShares(own, worlds) : own;
    return worlds.flatMap((ids) =>
      inParts(spread.filter(({ world }) => world === ids)).map((part) => scenarioFor(alikeWorld(ids), part)),
    );
  });
  const passing = chosen.slice(0, roundsInPassing[budget]).flat().filter(isPassing);
  const resetsFor = (world: World, share: readonly Combination[]): readonly Reset[] =>
    placed(world, share).map(({ reset }) => reset);
  return { walks: inPassing(walks, passing, resetsFor), others };
}

/** The longest scenario decides how long a remote target takes, as its operations wait for each other. */
const longest = 45;

function inParts(chosen: readonly Combination[]): readonly (readonly Combination[])[] {
  const size = Math.ceil(chosen.length / Math.ceil(chosen.length / longest));
  return Array.from({ length: Math.ceil(chosen.length / longest) }, (_, at) =>
    chosen.slice(at * size, (at + 1) * size),
  );
}

/** A run of fewer requests than this was asked for some requirements alone, and goes through them once. */
const partOfRun = 16;

/** In a quick run each kind of request comes in some of the worlds, and in each world every role, so that all rows are reset. */
const inShares = (chosen: readonly Combination[], worlds: readonly Alikes[]): readonly Combination[] =>
  chosen.map((one, at) => {
    const before = chosen.slice(0, at).filter(({ role }) => role === one.role).length;
    return { ...one, world: pick(worlds, before) };
  });

interface Dimensions {
  readonly asked: readonly Deviation[];
  readonly worlds: readonly Alikes[];
}

function chosenFor(
  { asked, worlds }: Dimensions,
  { profile, seed, budget }: Extent,
): readonly (readonly Combination[])[] {
  const paired = budget === 'quick' ? worlds.slice(0, 1) : worlds;
  const dimensions = [asked, roles, flags, flags, profile.forms, states, paired, spellings(budget)] as const;
  const choices = coveringPairs(dimensions.map(({ length }) => length));
  return Array.from({ length: Math.max(rounds[budget], roundsInPassing[budget]) }, (_, round) =>
    inBudget(
      shuffled(choices, seed + round).map((choice) => {
        // Each round moves the values of the dimensions against each other, so that others of three meet.
        const value = <Value>(at: number, values: readonly Value[]): Value =>
          values[((choice[at] ?? 0) + (at > 0 ? round * at + Math.abs(seed) : 0)) % values.length] as Value;
        return {
          deviation: value(0, asked),
          role: value(1, roles),
          settings: {
            preserveOrder: value(2, flags),
            deleteMessagesPermanently: value(3, flags),
            form: value(4, profile.forms),
          },
          state: value(5, states),
          world: value(6, paired),
          spelling: value(7, spellings(budget)),
        };
      }),
      budget,
    ),
  );
}

/** In a smoke run what is unusual comes once, to a conversation with news. */
function inBudget(all: readonly Combination[], budget: Budget): readonly Combination[] {
  if (budget !== 'smoke') return all;
  const fresh = all.filter(({ state }) => state !== 'as it is');
  return [...new Map(fresh.map((one) => [one.deviation, one])).values()];
}

/** So many of each kind, the seed says which. */
const most: Readonly<Record<Budget, number>> = { smoke: 1, quick: 7, default: 99, thorough: 99 };
const some = (all: readonly Deviation[], budget: Budget, seed: number): readonly Deviation[] =>
  all.map((_, at) => pick(all, at + seed)).slice(0, most[budget]);

const shuffled = <Item>(items: readonly Item[], seed: number): readonly Item[] =>
  fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 }).flat();

/** Whose conversations those of a role may reset, in the order in which they come. */
function placesIn(world: World): Readonly<Record<Combination['role'], readonly Place[]>> {
  const { me, rows } = world;
  const [pairs, groups] = [rows.filter(({ kind }) => kind === 'user'), rows.filter(({ kind }) => kind === 'group')];
  const others = (row: Peer): readonly Place[] =>
    participantsOf(world, me, row).flatMap((actor) => (actor === me ? [] : [{ row, actor }]));
  return {
    'me in a pair': pairs.map((row) => ({ row, actor: me })),
    'me in a group': groups.map((row) => ({ row, actor: me })),
    // Who joined last comes first.
    another: interleaved([interleaved(groups.map((row) => others(row).toReversed())), pairs.flatMap(others)]),
  };
}

interface Place {
  readonly row: Peer;
  readonly actor: string;
}

/** The first of each list, then the second of each. */
const interleaved = <Item>(lists: readonly (readonly Item[])[]): readonly Item[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();

/** So many conversations get their news before the resets of these are asked for, and stand in different places then. */
const atOnce = 3;

/** Each combination on the next conversation for its role. */
function placed(world: World, chosen: readonly Combination[]) {
  const places = placesIn(world);
  return chosen.map((combination, at) => {
    const index = chosen.slice(0, at).filter(({ role }) => role === combination.role).length;
    // Two roles in one conversation do not follow each other.
    const { row, actor } = pick(places[combination.role], combination.role === 'another' ? index : index + 2);
    return { combination, row, reset: resetFor(world, row, combination, actor) };
  });
}

/** At most so many in a row, of different conversations: none takes the news of another. */
function inBatches<Item extends { readonly row: Peer }>(items: readonly Item[]): readonly (readonly Item[])[] {
  const batches: Item[][] = [[]];
  for (const item of items) {
    const last = batches.at(-1) ?? [];
    if (last.length < atOnce && !last.some(({ row }) => row === item.row)) last.push(item);
    else batches.push([item]);
  }
  return batches;
}

/** The combinations one after the other. A conversation gets its news soon, so that the others are full when one is reset. */
function scenarioFor(world: World, chosen: readonly Combination[]): Scenario {
  const all = placed(world, chosen);
  const stale = new Set<string>();
  const steps: Step[] = [];
  let done = 0;
  for (const some of inBatches(all)) {
    done += some.length;
    for (const { row, reset } of some) {
      steps.push(reset);
      const isItself = keyOf(seenBy(reset.actor, world.me, row)) === keyOf(reset.conversation);
      if (isItself && hasCredentials(reset)) stale.add(keyOf(row));
    }
    for (const { row } of some) {
      const next = all.slice(done).find((one) => one.row === row);
      if (next === undefined || next.combination.state === 'as it is' || !stale.delete(keyOf(row))) continue;
      steps.push(newsFor(world, row, next.reset.actor, next.combination.state));
    }
  }
  return scenarioOf(world, steps);
}

function newsFor(world: World, row: Peer, actor: string, state: Combination['state']): Send {
  if (state === 'own news') return send(actor, seenBy(actor, world.me, row));
  return actor === world.me ? answer(world, row) : send(world.me, row);
}

function resetFor(world: World, row: Peer, { settings, deviation, spelling }: Combination, actor: string): Reset {
  const { wrongTypes, extra, wire = [], stranger, ...rest } = deviation;
  const [who, whom] = named(world, actor, seenBy(actor, world.me, row), stranger);
  const spelled = spelling === undefined || wire.includes(spelling) ? wire : [...wire, spelling];
  return {
    ...reset(who, whom, settings),
    ...rest,
    ...(spelled.length === 0 ? {} : { wire: spelled }),
    // What the other call documents is a field of this one, too.
    ...(extra === undefined ? {} : { extra: whom.kind === 'user' ? { colour: 'red' } : extra }),
    ...(wrongTypes === undefined ? {} : { wrongTypes: typed(wrongTypes, row, settings) }),
  };
}

/** A wrong type in the place of a flag; in the one that is left out, if one is. */
function typed(
  wrongTypes: Readonly<Record<string, unknown>>,
  { kind }: Peer,
  { deleteMessagesPermanently }: Combination['settings'],
): Readonly<Record<string, unknown>> {
  if (!('' in wrongTypes)) return kind === 'user' ? wrongTypes : { preserveOrder: Object.values(wrongTypes)[0] };
  const isDeletion = kind === 'user' && deleteMessagesPermanently === 'absent';
  return { [isDeletion ? 'deleteMessagesPermanently' : 'preserveOrder']: wrongTypes[''] };
}
