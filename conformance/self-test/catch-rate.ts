import type { Behaviour } from '../../core/index.ts';
import { type MutantServer, mutantServer } from './mutant-server.ts';
import type { Breach, Mutant } from './mutants.ts';

export interface CatchRateOptions {
  readonly mutants: readonly Mutant[];
  /** Of the mutants' machine. */
  readonly behaviour: Behaviour;
  /** Whether the server is found to be wrong. */
  readonly isCaught: (server: MutantServer, mutant: Mutant) => Promise<boolean>;
  /** How many of the mutants, spread evenly; all when left out. */
  readonly sample?: number;
  /** Which ones. */
  readonly seed?: number;
}

export interface CatchRate {
  readonly tried: readonly Tried[];
  readonly missed: readonly Tried[];
  /** Caught of tried, by what goes wrong and what that breaks. */
  readonly rates: Readonly<Record<string, Readonly<Record<Breach, string>>>>;
}

export interface Tried {
  readonly mutant: Mutant;
  readonly isCaught: boolean;
  /** How often it did wrong; 0 says that nothing led there. */
  readonly reached: number;
}

/** Tries one server for each mutant, one after the other. */
export async function catchRate(options: CatchRateOptions): Promise<CatchRate> {
  const { mutants, behaviour, isCaught, sample = mutants.length, seed = 0 } = options;
  const tried: Tried[] = [];
  for (const mutant of sampled(mutants, sample, seed)) {
    const server = mutantServer(mutant, behaviour);
    tried.push({ mutant, isCaught: await isCaught(server, mutant), reached: server.reached() });
  }
  return { tried, missed: tried.filter(({ isCaught }) => !isCaught), rates: ratesOf(tried) };
}

const sampled = <Item>(items: readonly Item[], count: number, seed: number): readonly Item[] =>
  Array.from({ length: Math.min(count, items.length) }, (_, index) => {
    const place = Math.floor((index * items.length) / count) + seed;
    return items[place % items.length] as Item;
  });

function ratesOf(tried: readonly Tried[]): CatchRate['rates'] {
  const nameOf = ({ mutant: { input, kind } }: Tried): string => `${input.do}, ${kind}`;
  const share = (of: readonly Tried[], breaks: Breach): string => {
    const own = of.filter(({ mutant }) => mutant.breaks === breaks);
    return `${own.filter(({ isCaught }) => isCaught).length}/${own.length}`;
  };
  const row = (of: readonly Tried[]) => ({ hard: share(of, 'hard'), contradiction: share(of, 'contradiction') });
  const names = [...new Set(tried.map(nameOf))].sort();
  const rows = names.map((name) => [name, row(tried.filter((one) => nameOf(one) === name))] as const);
  return Object.fromEntries([...rows, ['all', row(tried)]]);
}
