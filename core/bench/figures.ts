/** One line of what a bench prints. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it ought to be, and why it may not be; without it the figure is there to be read. */
  readonly reach?: { readonly atLeast?: number; readonly atMost?: number; readonly unless?: string } | undefined;
  /** What lies behind a ratio, and depends on the machine. */
  readonly behind?: string;
}

const isReached = ({ value, reach }: Figure): boolean =>
  value >= (reach?.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (reach?.atMost ?? Number.POSITIVE_INFINITY);

export function linesOf(figure: Figure): string {
  const { name, value, unit, reach, behind } = figure;
  const bound =
    reach === undefined ? '' : reach.atLeast === undefined ? `<= ${shown(reach.atMost)}` : `>= ${shown(reach.atLeast)}`;
  const verdict = reach === undefined ? '' : isReached(figure) ? 'reached' : 'missed';
  const line = `${name.padEnd(47)} ${shown(value).padStart(7)} ${unit.padEnd(6)} ${bound.padEnd(10)} ${verdict}`;
  const reason = verdict === 'missed' && reach?.unless !== undefined ? `Not reached: ${reach.unless}` : undefined;
  return [line.trimEnd(), behind, reason].filter((part) => part !== undefined).join('\n    ');
}

export const shown = (value = Number.NaN): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

/** The value below which so large a part of all lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
