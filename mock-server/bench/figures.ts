/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it ought to be; without one the figure is there to be read. */
  readonly reach?: { readonly atLeast: number } | { readonly atMost: number };
  /** The absolute figures behind a ratio, which depend on the machine and gate nothing. */
  readonly behind?: readonly string[];
}

export const isReached = ({ value, reach }: Figure): boolean =>
  reach === undefined || ('atLeast' in reach ? value >= reach.atLeast : value <= reach.atMost);

/** A line of at most 80 columns, and further ones for what lies behind. */
export function linesOf(figure: Figure): string {
  const { name, value, unit, reach, behind = [] } = figure;
  const bound = reach === undefined ? '' : 'atLeast' in reach ? `>= ${reach.atLeast}` : `<= ${reach.atMost}`;
  const verdict = reach === undefined ? '' : isReached(figure) ? 'reached' : 'missed';
  const line =
    `${name.padEnd(47)} ${shown(value).padStart(7)} ${unit.padEnd(6)} ${bound.padEnd(8)} ${verdict}`.trimEnd();
  return [line, ...behind].join('\n    ');
}

export const shown = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The median, and between which values the middle half lies. */
export function spread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
  return `middle half of ${values.length} slices: ${shown(at(0.25))} to ${shown(at(0.75))}`;
}
