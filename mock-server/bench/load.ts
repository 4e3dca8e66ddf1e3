import { type Figure, median, quantile, shown } from '../../core/bench/figures.ts';
import type { Subject } from './subject.ts';
import { openWire } from './wire.ts';

export interface Loaded {
  readonly subject: Subject;
  readonly requests: readonly string[];
}

/** Short, so that many come in turns: a machine changes its pace from second to second. */
const sliceMs = 250;

/** A slice of requests, one at a time on each connection, and what it shows; times in microseconds. */
export async function sliceOf({ subject, requests }: Loaded, connections: number) {
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(subject.port)));
  const times: number[] = [];
  const [cpu, begun] = [subject.cpu(), performance.now()];
  const lane = async (_: unknown, number: number): Promise<void> => {
    for (let at = number, now = performance.now(); now < begun + sliceMs; at += connections) {
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
  const [p50, p99] = [median(times), quantile(times, 0.99)];
  return { count: times.length, perSecond: times.length / seconds, p50, p99, cpu: perRequest };
}

/** Measures each in turns, so that a slow moment meets all; the first eighth is for the compilers. */
export async function inTurns<One, Seen>(turns: number, all: readonly One[], measure: (one: One) => Promise<Seen>) {
  const rounds: Seen[][] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const measured: Seen[] = [];
    for (const one of all) measured.push(await measure(one));
    if (turn >= turns / 8) rounds.push(measured);
  }
  return rounds;
}

/** The second one against the first one. */
export function ratio<Name extends string>(
  rounds: readonly (readonly Readonly<Record<Name, number>>[])[],
  figure: Name,
  unit: string,
): Omit<Figure, 'name'> {
  const of = (place: number) => rounds.flatMap((measured) => measured[place]?.[figure] ?? []);
  const [bare, other] = [of(0), of(1)];
  const value = median(other.map((one, round) => one / (bare[round] ?? Number.NaN)));
  return { value, unit: '×', behind: `${shown(median(other))} against ${shown(median(bare))} ${unit}` };
}
