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

export interface ComparedRow {
  /** That of a requirement; the name of an axis. `statuses.unknownUser` is one as well. */
  readonly id: string;
  readonly standing: Standing;
  /** What was measured in each report: `pass` or `fail`, or as in `rejected with 403`. Null where nothing was. */
  readonly values: readonly (string | null)[];
}

export interface ComparedRequirement extends ComparedRow, Pick<RequirementResult, 'level' | 'clause' | 'title'> {
  /** Null where a report does not have it. */
  readonly results: readonly (RequirementResult | null)[];
}

export interface ComparedAxis extends ComparedRow {
  /** The value of the reference behaviour. */
  readonly default: string;
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
    return { id, level, clause, title, results: row, ...measured(row.map(judgedOf)) };
  });
}

/** The outcome, where it was judged: neither a budget nor another choice of the implementation makes a change. */
const judgedOf = (result: RequirementResult | null): string | null =>
  result?.outcome === 'pass' || result?.outcome === 'fail' ? result.outcome : null;

function comparedAxes(columns: readonly Report[]): readonly ComparedAxis[] {
  const defaults = axesOf(referenceBehaviour);
  const found = columns.map(({ behaviour }) => axesOf(behaviour));
  const axes = [...defaults].filter(([axis]) => found.some((column) => column.has(axis) && !isSaid(axis, column)));
  return axes.map(([id, usual]) => {
    return { id, default: usual, ...measured(found.map((column) => column.get(id) ?? null)) };
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

function measured(values: readonly (string | null)[]): Pick<ComparedRow, 'values' | 'standing'> {
  const known = values.filter((value) => value !== null);
  if (new Set(known).size > 1) return { values, standing: 'differs' };
  return { values, standing: known.length < values.length ? 'partly-measured' : 'alike' };
}

/** Requirements and axes alike. */
export const rowsOf = ({ requirements, behaviours }: ReportComparison): readonly ComparedRow[] => [
  ...requirements,
  ...behaviours,
];

/** Whether anything was measured in two reports at least, so that it could have differed. */
export const couldDiffer = (comparison: ReportComparison): boolean =>
  rowsOf(comparison).some(({ values }) => values.filter((value) => value !== null).length > 1);

/** What is not the same; what was not measured in one report is no change. */
export const differing = <Row extends ComparedRow>(rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ standing }) => standing === 'differs');
