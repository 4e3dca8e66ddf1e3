import { referenceBehaviour } from '../../core/index.ts';
import type { Report, RequirementResult } from '../report/document.ts';
import { axisWords, nameOf } from '../writers/report-words.ts';

/** Several reports side by side; its writers decide nothing. Columns stand in the order of `reports`. */
export interface ReportComparison {
  /** Is another number once a reader of this version could misread the comparison. */
  readonly schemaVersion: 1;
  /** The columns: finished runs first. */
  readonly reports: readonly ComparedReport[];
  /** Each requirement that one of the reports has. */
  readonly requirements: readonly ComparedRequirement[];
  /** Each axis that was found in one of the reports. */
  readonly behaviours: readonly ComparedAxis[];
}

/** What a report says of its run, and not of any requirement or axis. */
export interface ComparedReport extends Omit<Report, 'requirements' | 'behaviour' | 'behaviourUnknown' | 'evidence'> {
  /** Names its column, differently from all others. */
  readonly name: string;
  /** Whether the run was not finished; such columns come last. */
  readonly isIncomplete: boolean;
}

/**
 * How the values of a row go together. `differs`: two of those that were measured are not the same. `partly-measured`:
 * they are the same, as far as they were measured. `alike`: measured everywhere, and the same.
 */
export type Standing = 'differs' | 'partly-measured' | 'alike';

export interface ComparedRequirement extends Pick<RequirementResult, 'id' | 'level' | 'clause' | 'title'> {
  /** Of the outcomes `pass` and `fail`; the other two say that nothing was judged. */
  readonly standing: Standing;
  /** Null where a report does not have it. */
  readonly results: readonly (RequirementResult | null)[];
}

export interface ComparedAxis {
  /** `statuses.unknownUser` is one as well; the status of an axis's refusal stands in its value. */
  readonly axis: string;
  /** The value of the reference behaviour. */
  readonly default: string;
  /** Of the values that were found. */
  readonly standing: Standing;
  /** As in `accepted` or `rejected with 403`; null where it was not found. */
  readonly values: readonly (string | null)[];
}

/** Puts reports beside each other: the finished runs first, otherwise in the order given. */
export function compareReports(reports: readonly Report[]): ReportComparison {
  const isIncomplete = ({ verdict }: Report) => verdict === 'incomplete' || verdict === 'not-run';
  const columns = [...reports.filter((report) => !isIncomplete(report)), ...reports.filter(isIncomplete)];
  const names = distinctNames(columns);
  return {
    schemaVersion: 1,
    reports: columns.map((report, index) => {
      const { requirements, behaviour, behaviourUnknown, evidence, ...run } = report;
      return { ...run, name: names[index] ?? '', isIncomplete: isIncomplete(report) };
    }),
    requirements: comparedRequirements(columns),
    behaviours: comparedAxes(columns),
  };
}

/** Several reports of one implementation are distinguished by number. */
function distinctNames(reports: readonly Report[]): readonly string[] {
  const names: string[] = [];
  for (const report of reports) {
    const own = nameOf(report);
    let distinct = own;
    for (let number = 2; names.includes(distinct); number += 1) distinct = `${own} (${number})`;
    names.push(distinct);
  }
  return names;
}

function comparedRequirements(columns: readonly Report[]): readonly ComparedRequirement[] {
  const results = columns.map(({ requirements }) => new Map(requirements.map((result) => [result.id, result])));
  const first = new Map(columns.flatMap(({ requirements }) => requirements.map((result) => [result.id, result])));
  return [...first.values()].map(({ id, level, clause, title }) => {
    const row = results.map((column) => column.get(id) ?? null);
    return { id, level, clause, title, standing: standingOf(row.map(judgedOf)), results: row };
  });
}

function comparedAxes(columns: readonly Report[]): readonly ComparedAxis[] {
  const defaults = axesOf(referenceBehaviour);
  const found = columns.map(({ behaviour }) => axesOf(behaviour));
  const axes = [...defaults.keys()].filter((axis) => found.some((column) => column.has(axis) && !isSaid(axis, column)));
  return axes.map((axis) => {
    const values = found.map((column) => column.get(axis) ?? null);
    return { axis, default: defaults.get(axis) ?? '', standing: standingOf(values), values };
  });
}

const axesOf = (behaviour: Report['behaviour']): ReadonlyMap<string, string> =>
  new Map([
    ...axisWords(behaviour),
    ...Object.entries(behaviour.statuses ?? {}).map(([name, status]) => [`statuses.${name}`, String(status)] as const),
  ]);

/** Whether this is a status of an axis whose value says as much. */
const isSaid = (axis: string, column: ReadonlyMap<string, string>): boolean =>
  axis.startsWith('statuses.') && column.has(axis.slice('statuses.'.length));

function standingOf(values: readonly (string | null)[]): Standing {
  const measured = values.filter((value) => value !== null);
  if (new Set(measured).size > 1) return 'differs';
  return measured.length < values.length ? 'partly-measured' : 'alike';
}

/** The outcome, where it was judged: neither a budget nor another choice of the implementation makes a change. */
export const judgedOf = (result: RequirementResult | null): 'pass' | 'fail' | null =>
  result?.outcome === 'pass' || result?.outcome === 'fail' ? result.outcome : null;

/** Requirements and axes alike: how their values go together. */
const standingsIn = ({ requirements, behaviours }: ReportComparison): readonly Standing[] =>
  [...requirements, ...behaviours].map(({ standing }) => standing);

/** How many outcomes and axes differ: what was not measured in one report is no change. */
export const changesIn = (comparison: ReportComparison): number =>
  standingsIn(comparison).filter((standing) => standing === 'differs').length;

/** Whether all was measured everywhere, and is the same. */
export const isAlike = (comparison: ReportComparison): boolean =>
  standingsIn(comparison).every((standing) => standing === 'alike');

/** Whether anything was measured in two reports at least, so that it could have differed. */
export const couldDiffer = ({ requirements, behaviours }: ReportComparison): boolean =>
  [...requirements.map(({ results }) => results.map(judgedOf)), ...behaviours.map(({ values }) => values)].some(
    (values) => values.filter((value) => value !== null).length > 1,
  );
