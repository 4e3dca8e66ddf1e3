import { referenceBehaviour } from '../../core/index.ts';
import type { Report, RequirementResult } from '../report/document.ts';
import { nameOf } from '../writers/report-words.ts';

/** Several reports side by side; its writers decide nothing. Columns stand in the order of `reports`. */
export interface ReportComparison {
  readonly schemaVersion: 1;
  readonly reports: readonly ComparedReport[];
  readonly requirements: readonly ComparedRequirement[];
  readonly behaviours: readonly ComparedAxis[];
}

/** What a report says of its run, and not of any requirement or axis. */
export interface ComparedReport extends Omit<Report, 'requirements' | 'behaviour' | 'behaviourUnknown' | 'evidence'> {
  /** Names its column, differently from all others. */
  readonly name: string;
  /** Whether the run was not finished; such columns come last. */
  readonly isIncomplete: boolean;
}

export interface ComparedRequirement extends Pick<RequirementResult, 'id' | 'level' | 'clause' | 'title'> {
  /** Whether the outcome is the same in all reports. */
  readonly isAlike: boolean;
  /** Null where a report does not have it. */
  readonly results: readonly (RequirementResult | null)[];
}

export interface ComparedAxis {
  /** A status is an axis of its own, `statuses.unknownUser`. */
  readonly axis: string;
  readonly default: string;
  readonly isAlike: boolean;
  /** Null where it could not be told. */
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

/** Several reports of one implementation are told apart by number. */
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
    return { id, level, clause, title, isAlike: areAlike(row.map((result) => result?.outcome)), results: row };
  });
}

function comparedAxes(columns: readonly Report[]): readonly ComparedAxis[] {
  const defaults = axesOf(referenceBehaviour);
  const found = columns.map(({ behaviour }) => axesOf(behaviour));
  const axes = [...defaults.keys()].filter((axis) => found.some((column) => column.has(axis)));
  return axes.map((axis) => {
    const values = found.map((column) => column.get(axis) ?? null);
    return { axis, default: defaults.get(axis) ?? '', isAlike: areAlike(values), values };
  });
}

/** The forms of addressing are a set. */
function axesOf({ statuses = {}, ...axes }: Report['behaviour']): ReadonlyMap<string, string> {
  const words = (value: string | readonly string[]) => [...[value].flat()].sort().join(', ');
  return new Map([
    ...Object.entries(axes).map(([axis, value]) => [axis, words(value)] as const),
    ...Object.entries(statuses).map(([name, status]) => [`statuses.${name}`, String(status)] as const),
  ]);
}

const areAlike = (values: readonly unknown[]): boolean => values.every((value) => value === values[0]);

export interface Change {
  readonly of: 'requirement' | 'axis';
  readonly id: string;
  /** One for each report: the outcome or the value; null where a report does not say. */
  readonly values: readonly (string | null)[];
}

/**
 * Every outcome and every axis that is not the same in all reports. What one report does not say is a difference too: a
 * run that judged less must not look as if nothing had changed.
 */
export const changesIn = ({ requirements, behaviours }: ReportComparison): readonly Change[] => [
  ...requirements.flatMap(({ id, isAlike, results }): readonly Change[] =>
    isAlike ? [] : [{ of: 'requirement', id, values: results.map((result) => result?.outcome ?? null) }],
  ),
  ...behaviours.flatMap(({ axis, isAlike, values }): readonly Change[] =>
    isAlike ? [] : [{ of: 'axis', id: axis, values }],
  ),
];
