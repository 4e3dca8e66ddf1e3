import { faults } from '../../mock-server/faults/catalogue.ts';
import { requirements } from '../requirements/all.ts';
import type { BrokenOutcome, Outcome, PermittedOutcome } from './job.ts';
import { describeServer } from './permitted-servers.ts';
import type { FaultRow, RequirementRow, SelfTestReport, Sensitivity } from './self-test-report.ts';

export interface Facts extends Pick<SelfTestReport, 'mode' | 'seed' | 'seeds' | 'durationMs'> {
  /** How many runs were meant to be made. */
  readonly planned: number;
  readonly stopped: string | undefined;
}

/** What the outcomes of all runs come to. */
export function summarise(outcomes: readonly Outcome[], { planned, stopped, ...facts }: Facts): SelfTestReport {
  const broken = outcomes.filter((outcome) => outcome.kind === 'broken');
  const permitted = outcomes.filter((outcome) => outcome.kind === 'permitted');
  const sensitivity = sensitivityOf(broken);
  const accused = permitted.filter((outcome) => outcome.verdict !== 'conforms' || outcome.differences.length > 0);
  const axes = permitted.reduce((sum, outcome) => sum + outcome.axes, 0);
  const wrongAxes = permitted.flatMap(({ differences }) =>
    differences.filter(({ axis }) => !axis.includes('.')),
  ).length;
  return {
    schemaVersion: 1,
    kind: 'self-test',
    ...facts,
    complete: outcomes.length === planned && sensitivity.caught === broken.length && accused.length === 0,
    ...(stopped === undefined ? {} : { stopped }),
    sensitivity,
    specificity: {
      runs: permitted.length,
      conforming: permitted.filter(({ verdict }) => verdict === 'conforms').length,
      servers: new Set(permitted.map(({ server }) => JSON.stringify(server))).size,
    },
    axes: { found: axes - wrongAxes, of: axes },
    medianRequests: medianRequests(broken),
    requirements: requirementRows(broken),
    faults: faultRows(broken),
    survivors: inOrder(broken.filter((outcome) => outcome.reached > 0 && !isCaught(outcome))),
    unreached: inOrder(broken.filter((outcome) => outcome.reached === 0)),
    falseAlarms: accused.map((outcome: PermittedOutcome) => ({
      ...outcome,
      described: describeServer(outcome.server),
    })),
  };
}

const isCaught = ({ reached, caughtBy, requirement }: BrokenOutcome): boolean =>
  reached > 0 && caughtBy.includes(requirement);

function sensitivityOf(outcomes: readonly BrokenOutcome[]): Sensitivity {
  const reached = outcomes.filter((outcome) => outcome.reached > 0);
  const caught = reached.filter(isCaught).length;
  const caughtByAnother = reached.filter((outcome) => !isCaught(outcome) && outcome.caughtBy.length > 0).length;
  return {
    runs: outcomes.length,
    caught,
    caughtByAnother,
    survived: reached.length - caught - caughtByAnother,
    unreached: outcomes.length - reached.length,
  };
}

const requirementRows = (outcomes: readonly BrokenOutcome[]): readonly RequirementRow[] =>
  requirements.flatMap(({ id }) => {
    const own = outcomes.filter(({ requirement }) => requirement === id);
    const names = new Set(own.map(({ fault }) => fault));
    if (own.length === 0) return [];
    return [{ id, faults: names.size, ...sensitivityOf(own), medianRequests: medianRequests(own) }];
  });

const faultRows = (outcomes: readonly BrokenOutcome[]): readonly FaultRow[] =>
  faults.flatMap(({ name, about }) => {
    const own = outcomes.filter(({ fault }) => fault === name);
    const [one] = own;
    if (one === undefined) return [];
    const over = [...new Set(own.map((outcome) => outcome.over))].sort();
    const { requirement } = one;
    return [{ name, about, requirement, over, ...sensitivityOf(own), medianRequests: medianRequests(own) }];
  });

function medianRequests(outcomes: readonly BrokenOutcome[]): number | undefined {
  const sorted = outcomes
    .filter(isCaught)
    .map(({ requests }) => requests)
    .sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const inOrder = (outcomes: readonly BrokenOutcome[]): readonly BrokenOutcome[] =>
  outcomes.toSorted((a, b) => (a.fault < b.fault ? -1 : a.fault > b.fault ? 1 : a.seed - b.seed));
