import { type Figure, median, quantile, shown } from '../../core/bench/figures.ts';
import type { Subject } from './subject.ts';
import { openWire } from './wire.ts';

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
  for (const wire of wires) wire[Symbol.dispose]();
  const perRequest = ((subject.cpu() - cpu) * 1e6) / times.length;
  return { perSecond: times.length / seconds, p50: median(times), p99: quantile(times, 0.99), cpu: perRequest };
}

export const rounds = 7;

/** Slices of each in turns, so that a slow moment meets all; the first round is for the compilers. */
export async function compare(all: readonly Loaded[], connections: number): Promise<readonly Slice[][]> {
  const measured: Slice[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const slices: Slice[] = [];
    for (const one of all) slices.push(await sliceOf(one, connections));
    if (round > 0) measured.push(slices);
  }
  return measured;
}

/** The second subject against the first one. */
export function ratio(rounds: readonly Slice[][], figure: keyof Slice, unit: string): Omit<Figure, 'name'> {
  const of = (place: number) => rounds.flatMap((slices) => slices[place]?.[figure] ?? []);
  const [bare, other] = [of(0), of(1)];
  const value = median(other.map((one, round) => one / (bare[round] ?? Number.NaN)));
  return { value, unit: '×', behind: `${shown(median(other))} against ${shown(median(bare))} ${unit}` };
}
