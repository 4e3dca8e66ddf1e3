import type { Subject } from './subject.ts';
import { openWire } from './wire.ts';

/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it ought to be, and why it may not be; without it the figure is there to be read. */
  readonly reach?: { readonly atLeast?: number; readonly atMost?: number; readonly unless?: string };
  /** What lies behind a ratio, and depends on the machine. */
  readonly behind?: string;
}

export const isReached = ({ value, reach }: Figure): boolean =>
  value >= (reach?.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (reach?.atMost ?? Number.POSITIVE_INFINITY);

export function linesOf(figure: Figure): string {
  const { name, value, unit, reach, behind } = figure;
  const bound = reach === undefined ? '' : reach.atLeast === undefined ? `<= ${reach.atMost}` : `>= ${reach.atLeast}`;
  const verdict = reach === undefined ? '' : isReached(figure) ? 'reached' : 'missed';
  const line = `${name.padEnd(47)} ${shown(value).padStart(7)} ${unit.padEnd(6)} ${bound.padEnd(8)} ${verdict}`;
  const reason = verdict === 'missed' ? reach?.unless : undefined;
  return [line.trimEnd(), behind, reason].filter((part) => part !== undefined).join('\n    ');
}

export const shown = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

/** The value below which so large a part of all lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** What a second of load shows; times in microseconds. */
export type Slice = Record<'perSecond' | 'p50' | 'p99' | 'cpu', number>;

export interface Loaded {
  readonly subject: Subject;
  readonly requests: readonly string[];
}

/** A second of requests, one at a time on each connection. */
export async function sliceOf({ subject, requests }: Loaded, connections: number): Promise<Slice> {
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(subject.port)));
  const times: number[] = [];
  const [cpu, begun] = [subject.cpu(), performance.now()];
  const lane = async (_: unknown, number: number): Promise<void> => {
    for (let at = number, now = performance.now(); now < begun + 1000; at += connections) {
      await wires[number]?.ask(requests[at % requests.length] ?? '');
      const after = performance.now();
      times.push((after - now) * 1000);
      now = after;
    }
  };
  await Promise.all(wires.map(lane));
  const seconds = (performance.now() - begun) / 1000;
  for (const wire of wires) wire.close();
  const perRequest = ((subject.cpu() - cpu) * 1e6) / times.length;
  return { perSecond: times.length / seconds, p50: median(times), p99: quantile(times, 0.99), cpu: perRequest };
}

/** Slices of each in turns, so that a slow moment meets all; the first round is for the compilers. */
export async function compare(
  all: readonly Loaded[],
  rounds: number,
  connections: number,
): Promise<readonly Slice[][]> {
  const measured: Slice[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const slices: Slice[] = [];
    for (const one of all) slices.push(await sliceOf(one, connections));
    if (round > 0) measured.push(slices);
  }
  return measured;
}

/** The second subject against the first one; a third tells by its own ratio what is the machine's doing. */
export function ratio(rounds: readonly Slice[][], figure: keyof Slice, unit: string): Omit<Figure, 'name'> {
  const of = (place: number) => rounds.flatMap((slices) => slices[place]?.[figure] ?? []);
  const against = (place: number) => of(place).map((value, round) => value / (of(0)[round] ?? Number.NaN));
  const spread = (values: readonly number[]) => `${shown(quantile(values, 0.25))} to ${shown(quantile(values, 0.75))}`;
  const noise = against(2).length === 0 ? '' : `; bare against bare ${spread(against(2))}`;
  const medians = `${shown(median(of(1)))} against ${shown(median(of(0)))} ${unit}`;
  return { value: median(against(1)), unit: '×', behind: `${medians}; middle half ${spread(against(1))}${noise}` };
}
