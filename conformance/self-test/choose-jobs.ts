import { faults } from '../../mock-server/faults/catalogue.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { randomNumbers } from '../../mock-server/faults/random-numbers.ts';
import type { Job } from './job.ts';
import { listedServers, type Over, randomServer } from './permitted-servers.ts';
import type { Mode } from './self-test-report.ts';
import {
  canBreak,
  controls,
  faultyServer,
  permittedServer,
  type Server,
  type Subject,
  secondPermittedServers,
  secondServers,
  slowServers,
} from './servers.ts';

/** Which runs a self-test makes; plain data that decides all of them, so that each thread can choose its own. */
export interface Plan {
  readonly mode: Mode;
  readonly seeds: readonly number[];
  /** Only servers of these kinds, and all of them. */
  readonly only?: readonly Subject['kind'][] | undefined;
  /** Only servers of these names, and all of them. */
  readonly named?: readonly string[] | undefined;
}

/** How many the quick self-test draws; of the first catalogue, of each requirement. */
const inQuick = { first: 2, second: 20, permitted: 3, 'second-permitted': 4 } as const;
/** In the full one, each of the second catalogue has a run in one of so many seeds. */
const secondEvery = 4;

/**
 * In the full self-test every fault of the first catalogue has a run with each seed, now and then over the naive server,
 * which takes longer; each other server has one over all seeds, or a few. The quick one draws some of each kind by the
 * seed, and has all controls. Where a plan says which, all of them are run, and none is drawn. The longest of a seed come
 * first, so that no thread is left alone with one at the end.
 */
export const chooseJobs = (plan: Plan): readonly Job[] => plan.seeds.flatMap((_, index) => jobsOfSeed(plan, index));

function jobsOfSeed({ mode, seeds, only, named }: Plan, index: number): readonly Job[] {
  const seed = seeds[index] ?? 0;
  const isFull = mode === 'full';
  const isDrawn = only === undefined && named === undefined;
  const drawn = (kind: 'second' | 'permitted' | 'second-permitted', all: readonly Server[]): readonly Server[] => {
    if (!isDrawn) return all;
    if (!isFull) return shuffled(all, `${kind} ${seed}`).slice(0, inQuick[kind]);
    const every = kind === 'second' ? Math.min(secondEvery, seeds.length) : seeds.length;
    return all.filter((_, at) => at % every === index % every);
  };
  const job = (server: Server, wire = false): Job => {
    return { server, wire, seed, budget: isFull ? 'default' : (server.budget ?? 'quick') };
  };
  const jobs = [
    ...(index < 3 || !isDrawn ? slowServers : []).map((one) => job(one)),
    ...drawn('permitted', listedServers().map(permittedServer)).map((one) => job(one)),
    job(permittedServer(randomServer(seed)), true),
    ...drawn('second-permitted', secondPermittedServers).map((one) => job(one, isFull)),
    ...(index === 0 ? controls : []).map((one) => job(one)),
    ...drawn('second', secondServers).map((one) => job(one)),
    ...(isFull || !isDrawn ? faults : someOfEachRequirement(seed)).map((one) =>
      job(faultyServer(one, overOf(one, seed))),
    ),
  ];
  return jobs.filter(
    ({ server: { subject } }) => (only?.includes(subject.kind) ?? true) && (named?.includes(subject.name) ?? true),
  );
}

function overOf(fault: Fault, seed: number): Over {
  const isFourth = (faults.indexOf(fault) + seed) % 4 === 0;
  return isFourth && canBreak(fault, 'naive') ? 'naive' : 'mock';
}

function someOfEachRequirement(seed: number): readonly Fault[] {
  const drawn = new Map<string, readonly Fault[]>();
  for (const fault of shuffled(faults, `first ${seed}`)) {
    const before = drawn.get(fault.requirement) ?? [];
    drawn.set(fault.requirement, [...before, fault].slice(0, inQuick.first));
  }
  return [...drawn.values()].flat();
}

function shuffled<Item>(items: readonly Item[], name: string): readonly Item[] {
  const chance = randomNumbers(name);
  return items
    .map((item) => ({ item, key: chance() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
