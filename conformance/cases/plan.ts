import fc from 'fast-check';
import type { Budget } from '../report.ts';
import { typicalCase } from './arbitrary-case.ts';
import type { Case } from './case.ts';
import type { Known } from './known.ts';
import {
  aged,
  bursts,
  byOneself,
  combinations,
  credentials,
  longHistories,
  longLists,
  lookAlikes,
  middlingHistories,
  onceEach,
  positions,
  refusable,
  refusedForms,
  type Shifts,
  upTo,
  wireForms,
} from './themes.ts';

/**
 * The cases of a run, decided by seed, budget and what was found. Some are laid out so that every place, combination,
 * form and wire is met; the rest is drawn at random.
 */
export function planCases(seed: number, budget: Budget, known: Known): readonly Case[] {
  const plan = plans[budget];
  const long = [
    ...longLists(plan.longLists),
    ...longHistories(plan.longHistories, plan.longest),
    ...middlingHistories(plan.middlingHistories),
  ];
  const themes = [
    positions(plan.lengths, plan.rounds),
    repeated(Math.ceil(plan.rounds / 3), (round) => combinations(round, plan.forms)),
    repeated(plan.rounds, (round) => wireForms(round, plan.shifts, plan.freed)),
    repeated(plan.rounds, (round) => credentials(round, plan.shifts, plan.forms, plan.freed)),
    repeated(plan.rounds, (round) => refusable(round, known)),
    repeated(plan.rounds, (round) => lookAlikes(round, plan.shifts, known)),
    repeated(plan.rounds, (round) => [...refusedForms(round, known), byOneself(round)]),
    repeated(plan.rounds, (round) => [...bursts(round, plan.bursts), onceEach(round)]),
    staysInList(known) ? repeated(plan.rounds, (round) => aged(round)) : [],
    fc.sample(typicalCase, { seed, numRuns: plan.random }),
  ];
  const turns = upTo(Math.max(...themes.map(({ length }) => length)));
  // The long ones first, as everything waits for the last; the others by turns, so that no theme waits for another.
  const others = turns.flatMap((turn) => themes.flatMap((theme) => theme.slice(turn - 1, turn)));
  return [...long, ...others].map((scene, index) => ({ ...scene, ids: (scene.ids + seed * 31 + index * 7) % 10_000 }));
}

/** How often a requirement has to be put to the test before a run may say that it holds. */
export const floors: Readonly<Record<Budget, number>> = { quick: 4, default: 20, thorough: 60 };

interface Plan {
  readonly lengths: readonly number[];
  readonly rounds: number;
  /** In how many forms of addressing each combination of flags is said, per round. */
  readonly forms: number;
  readonly shifts: Shifts;
  /** How many rows the scenes about wires and credentials free at their end: what goes wrong one time in twenty has to come. */
  readonly freed: 0 | 2;
  /** How many scenes of things done at once, per round. */
  readonly bursts: number;
  readonly random: number;
  readonly longHistories: number;
  readonly middlingHistories: number;
  /** How many messages the longest history has. */
  readonly longest: number;
  /** The lengths of some lists of more than a page. */
  readonly longLists: readonly number[];
}

const plans: Readonly<Record<Budget, Plan>> = {
  quick: {
    lengths: [1, 3, 9],
    rounds: 1,
    forms: 1,
    shifts: 1,
    freed: 0,
    bursts: 2,
    random: 2,
    longHistories: 1,
    middlingHistories: 0,
    longest: 0,
    longLists: [26],
  },
  default: {
    lengths: upTo(12),
    rounds: 3,
    forms: 3,
    shifts: 2,
    freed: 2,
    bursts: 3,
    random: 32,
    longHistories: 3,
    middlingHistories: 6,
    longest: 510,
    longLists: [31, 104, 104],
  },
  thorough: {
    lengths: [...upTo(16), 20, 26],
    rounds: 10,
    forms: 3,
    shifts: 2,
    freed: 2,
    bursts: 4,
    random: 500,
    longHistories: 6,
    middlingHistories: 24,
    longest: 2_000,
    longLists: [31, 104, 104, 230],
  },
};

const repeated = (rounds: number, make: (round: number) => readonly Case[]): readonly Case[] =>
  upTo(rounds).flatMap((round) => make(round - 1));

const staysInList = ({ effects }: Known): boolean =>
  Object.entries(effects).some(([name, effect]) => name.includes('free') && effect.place !== 'removed');
