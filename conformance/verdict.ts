import type { Found } from './behaviour/find-behaviour.ts';
import { unobservableUnder } from './findings/unobservable.ts';
import type { ToldViolation } from './findings/violations.ts';
import type { CaseRun } from './play/run-case.ts';
import { counted } from './report/summary.ts';
import type { Budget, Consistency, Counterexample, Report, RequirementResult, Verdict } from './report.ts';
import { type Requirement, type RequirementId, requirements } from './requirements/catalogue.ts';

/** How far a run came. */
export type Tested =
  | { readonly kind: 'not-run'; readonly reason: string }
  | {
      readonly kind: 'tested';
      readonly found: Found;
      readonly runs: readonly CaseRun[];
      readonly told: readonly ToldViolation[];
      readonly consistency: Consistency | undefined;
      /** What kept cases from being played. */
      readonly obstacles: readonly string[];
    }
  /** By somebody else, one requirement at a time. */
  | {
      readonly kind: 'judged';
      readonly found: Found | undefined;
      readonly results: readonly RequirementResult[];
      readonly reason?: string;
      readonly notes?: readonly string[];
    };

export interface RunFacts {
  readonly target: string;
  readonly seed: number;
  readonly budget: Budget;
  /** How often a requirement has to be put to the test. */
  readonly floor: number;
  readonly requests: number;
  readonly durationMs: number;
  readonly only: readonly RequirementId[] | undefined;
  readonly notes: readonly string[];
  /** Why somebody stopped the run, if so. */
  readonly stopped: string | undefined;
}

/** The report of a run: what failed, what held often enough, and what could not be told. */
export function judgeRun(tested: Tested, facts: RunFacts): Report {
  const { floor, only, notes, stopped, ...rest } = facts;
  const chosen = requirements.filter(({ id }) => only === undefined || only.includes(id));
  const judged = { schemaVersion: 1, ...rest } as const;
  if (tested.kind === 'not-run') {
    return {
      ...judged,
      verdict: stopped === undefined ? 'not-run' : 'incomplete',
      reason: stopped ?? tested.reason,
      observedResets: 0,
      requirements: chosen.map((row) => ({ ...row, outcome: 'not-exercised', exercised: 0, because: tested.reason })),
      behaviour: {},
      behaviourUnknown: [],
      evidence: {},
      notes,
    };
  }

  const { found } = tested;
  const { runs, obstacles } = tested.kind === 'tested' ? tested : { runs: [], obstacles: [] };
  const results =
    tested.kind === 'tested'
      ? chosen.map((row) => judgeRequirement(row, tested, floor))
      : tested.results.filter(({ id }) => chosen.some((row) => row.id === id));
  const why = stopped ?? (tested.kind === 'tested' ? obstacles[0] : tested.reason);
  const open = results.filter(({ outcome }) => outcome === 'not-exercised');
  const verdict: Verdict = results.some(({ outcome }) => outcome === 'fail')
    ? 'violates'
    : open.length > 0 || isPartial(tested) || stopped !== undefined
      ? 'incomplete'
      : 'conforms';
  return {
    ...judged,
    verdict,
    ...(verdict === 'incomplete' || stopped !== undefined
      ? { reason: why ?? `${counted(open.length, 'requirement')} not exercised often enough` }
      : {}),
    observedResets: runs.reduce((sum, { observed }) => sum + observed, 0),
    requirements: results,
    behaviour: found?.behaviour ?? {},
    behaviourUnknown: found?.unknown ?? [],
    evidence: found?.evidence ?? {},
    ...(tested.kind === 'tested' && tested.consistency !== undefined ? { consistency: tested.consistency } : {}),
    notes: [
      ...(found?.notes ?? []),
      ...(tested.kind === 'judged' ? (tested.notes ?? []) : []),
      ...obstacleNotes(runs, obstacles),
      ...moodNotes(results),
      ...notes,
    ],
  };
}

/** A case now and then may be lost to a target's mood; one in twenty is too many to speak for the rest. */
const isPartial = (tested: Tested): boolean =>
  tested.kind === 'tested' && tested.obstacles.length * 20 > tested.runs.length;

function judgeRequirement(
  row: Requirement,
  { found, runs, told, obstacles }: Extract<Tested, { kind: 'tested' }>,
  floor: number,
): RequirementResult {
  const exercised = runs.reduce((sum, { exercises }) => sum + (exercises.get(row.id) ?? 0), 0);
  const counterexample = shortest(told.filter(({ requirement }) => requirement === row.id));
  if (counterexample !== undefined) return { ...row, outcome: 'fail', exercised, counterexample };
  if (exercised >= floor) return { ...row, outcome: 'pass', exercised };
  const reason = unobservableUnder(row.id, found.behaviour, runs);
  if (reason !== undefined) return { ...row, outcome: 'not-applicable', exercised, because: reason };
  const [
    obstacle = told.length === 0
      ? undefined
      : 'a case ends where something else is violated, so mend that and run again',
  ] = obstacles;
  const because = `exercised ${exercised} times, ${floor} are needed${obstacle === undefined ? '' : `; ${obstacle}`}`;
  return { ...row, outcome: 'not-exercised', exercised, because };
}

const shortest = (told: readonly ToldViolation[]): Counterexample | undefined =>
  told
    .map(({ counterexample }) => counterexample)
    .toSorted((a, b) => Number(b.shrunk) - Number(a.shrunk) || a.story.length - b.story.length)[0];

/** What goes wrong at times is told by whatever it was met in. */
function moodNotes(results: readonly RequirementResult[]): readonly string[] {
  const moody = results.filter(({ counterexample }) => {
    const { times = 0, of = 0 } = counterexample?.reproduced ?? {};
    return times < of;
  });
  if (moody.length === 0) return [];
  const cause = 'a single thing that goes wrong at times, or only while other requests run, may be behind';
  const those = moody.length === 1 ? 'it' : 'them';
  return [`${counted(moody.length, 'violation')} did not come back each time; ${cause} ${those}.`];
}

function obstacleNotes(runs: readonly CaseRun[], obstacles: readonly string[]): readonly string[] {
  const why = new Set([...obstacles, ...runs.flatMap(({ unarrangeable }) => unarrangeable ?? [])]);
  return [...why].slice(0, 5).map((reason) => `Some cases could not be played: ${reason}.`);
}
