import { faults } from '../../mock-server/faults/catalogue.ts';
import { requirements } from '../requirements/all.ts';
import { controls } from './controls.ts';
import type { Outcome } from './job.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';
import { requirementsBrokenBy, unreachable } from './second-faults.ts';
import type {
  ControlRow,
  FaultRow,
  FirstOutcome,
  RequestsToCatch,
  RequirementRow,
  SecondCatalogue,
  SelfTestReport,
  Sensitivity,
  Specificity,
} from './self-test-report.ts';
import { describeSubject, type Subject } from './subject.ts';

export interface Facts extends Pick<SelfTestReport, 'mode' | 'seed' | 'seeds' | 'only' | 'durationMs'> {
  /** How many runs were meant to be made. */
  readonly planned: number;
  readonly stopped: string | undefined;
}

/** The full self-test wants at least this part of the second catalogue to be caught; the quick one draws too few to say. */
export const secondWanted = 0.95;

/** What the outcomes of all runs come to. */
export function summarise(outcomes: readonly Outcome[], { planned, stopped, ...facts }: Facts): SelfTestReport {
  const of = <Kind extends Subject['kind']>(kind: Kind) =>
    outcomes.filter((one): one is OutcomeOf<Kind> => one.subject.kind === kind);
  const broken = of('first');
  const first = sensitivityOf(broken);
  const second = secondOf(of('second'));
  const controlRows = controlsOf(of('control'));
  const falseAlarms = outcomes
    .filter(isAccused)
    .map((outcome) => ({ ...outcome, described: describeSubject(outcome.subject) }));
  const isEnough = facts.mode === 'quick' || second.caught >= second.runs * secondWanted;
  const clean =
    first.caught === first.runs && isEnough && falseAlarms.length === 0 && controlRows.every(({ isRight }) => isRight);
  return {
    schemaVersion: 1,
    kind: 'self-test',
    ...facts,
    clean,
    complete: clean && outcomes.length === planned,
    ...(stopped === undefined ? {} : { stopped }),
    first,
    second,
    permitted: specificityOf(of('permitted')),
    secondPermitted: specificityOf(of('second-permitted')),
    slow: specificityOf(of('slow')),
    controls: controlRows,
    axes: axesOf(outcomes),
    requirements: requirementRows(broken),
    faults: faultRows(broken),
    survivors: inOrder(broken.filter((outcome) => outcome.reached !== 0 && !isCaught(outcome))),
    unreached: inOrder(broken.filter((outcome) => outcome.reached === 0)),
    falseAlarms,
  };
}

type OutcomeOf<Kind> = Outcome & { readonly subject: Extract<Subject, { readonly kind: Kind }> };

const requirementOf = ({ subject }: FirstOutcome): string | undefined =>
  faults.find(({ name }) => name === subject.name)?.requirement;

const isCaught = (outcome: FirstOutcome): boolean =>
  outcome.reached !== 0 && outcome.violated.some(({ requirement }) => requirement === requirementOf(outcome));

const isCaughtByAny = ({ violated }: Outcome): boolean => violated.length > 0;

/** A slow server may make a run incomplete; every other correct one has to be found to conform. */
function isAccused({ subject: { kind }, verdict, axes }: Outcome): boolean {
  if (kind === 'slow') return verdict === 'violates' || verdict === 'not-run';
  if (kind === 'second-permitted') return verdict !== 'conforms';
  return kind === 'permitted' && (verdict !== 'conforms' || (axes?.wrong.length ?? 0) > 0);
}

const runsOf = (outcomes: readonly Outcome[]) => ({
  runs: outcomes.length,
  servers: new Set(outcomes.map(({ subject }) => describeSubject(subject))).size,
});

function sensitivityOf(outcomes: readonly FirstOutcome[]): Sensitivity {
  const reached = outcomes.filter((outcome) => outcome.reached !== 0);
  const caught = reached.filter(isCaught);
  const caughtByAnother = reached.filter((outcome) => !isCaught(outcome) && isCaughtByAny(outcome)).length;
  return {
    ...runsOf(outcomes),
    caught: caught.length,
    caughtByAnother,
    survived: reached.length - caught.length - caughtByAnother,
    unreached: outcomes.length - reached.length,
    requestsToCatch: requestsToCatch(caught),
  };
}

function secondOf(outcomes: readonly OutcomeOf<'second'>[]): SecondCatalogue {
  const caught = outcomes.filter(isCaughtByAny);
  const isByClause = ({ subject, violated }: OutcomeOf<'second'>) => {
    const own = requirementsBrokenBy(subject.name);
    return violated.some(({ requirement }) => own.includes(requirement));
  };
  const missed = secondCatalogue.flatMap(({ name, dimension, what }) => {
    const own = outcomes.filter(({ subject }) => subject.name === name);
    const missedRuns = own.filter((outcome) => !isCaughtByAny(outcome)).length;
    return missedRuns === 0 ? [] : [{ name, dimension, what, missed: missedRuns, of: own.length }];
  });
  return {
    ...runsOf(outcomes),
    caught: caught.length,
    caughtByClause: caught.filter(isByClause).length,
    requestsToCatch: requestsToCatch(caught),
    missed,
    unreachable,
  };
}

const specificityOf = (outcomes: readonly Outcome[]): Specificity => ({
  ...runsOf(outcomes),
  conforming: outcomes.filter(({ verdict }) => verdict === 'conforms').length,
  incomplete: outcomes.filter(({ verdict }) => verdict === 'incomplete').length,
});

const controlsOf = (outcomes: readonly OutcomeOf<'control'>[]): readonly ControlRow[] =>
  controls.flatMap(({ name, about, mustConform }) => {
    const verdicts = outcomes.filter(({ subject }) => subject.name === name).map(({ verdict }) => verdict);
    const isRight = verdicts.every((verdict) => (verdict === 'conforms') === mustConform);
    return verdicts.length === 0 ? [] : [{ name, about, mustConform, verdicts, isRight }];
  });

/** Statuses are told where they are wrong, and are no axes. */
function axesOf(outcomes: readonly Outcome[]): SelfTestReport['axes'] {
  const all = outcomes.flatMap(({ axes }) => axes ?? []);
  const of = all.reduce((sum, axes) => sum + axes.of, 0);
  const wrong = all.flatMap((axes) => axes.wrong.filter(({ axis }) => !axis.includes('.')));
  return { found: of - wrong.length, of };
}

const requirementRows = (outcomes: readonly FirstOutcome[]): readonly RequirementRow[] =>
  requirements.flatMap(({ id }) => {
    const own = outcomes.filter((outcome) => requirementOf(outcome) === id);
    return own.length === 0 ? [] : [{ id, ...sensitivityOf(own) }];
  });

const faultRows = (outcomes: readonly FirstOutcome[]): readonly FaultRow[] =>
  faults.flatMap(({ name, about, requirement }) => {
    const own = outcomes.filter(({ subject }) => subject.name === name);
    return own.length === 0 ? [] : [{ name, about, requirement, ...sensitivityOf(own) }];
  });

function requestsToCatch(outcomes: readonly Outcome[]): RequestsToCatch | undefined {
  const sorted = outcomes.map((outcome) => outcome.requestsToCatch).sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
  return sorted.length === 0 ? undefined : { median: at(0.5), p95: at(0.95) };
}

const inOrder = (outcomes: readonly FirstOutcome[]): readonly FirstOutcome[] =>
  outcomes.toSorted((a, b) => a.subject.name.localeCompare(b.subject.name) || a.seed - b.seed);
