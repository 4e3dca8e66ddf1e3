import { faults } from '../../mock-server/faults/catalogue.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { randomNumbers } from '../../mock-server/faults/random-numbers.ts';
import { canBreak, type Over } from './broken-servers.ts';
import type { Job } from './job.ts';
import { type KnownKind, knownServers } from './known-servers.ts';
import { listedServers, randomServer } from './permitted-servers.ts';
import type { Mode } from './self-test-report.ts';
import type { Subject } from './subject.ts';

/** How many the quick self-test draws; of the first catalogue, of each requirement. */
const inQuick = { first: 2, second: 20, permitted: 3, 'second-permitted': 4 } as const;
/** In the full one, each of the second catalogue has a run in one of so many seeds. */
const secondEvery = 4;

/**
 * The runs of one seed. In the full self-test every fault of the first catalogue has one, now and then over the naive
 * server, which takes longer; each other server has one over all seeds, or a few. The quick one draws some of each kind
 * by the seed, and has all controls. Where `only` is given, all for which it holds are run, and none is drawn. The
 * longest come first, so that no thread is left alone with one at the end.
 */
export function chooseJobs(
  mode: Mode,
  { seed, index, seeds }: { readonly seed: number; readonly index: number; readonly seeds: number },
  only?: (subject: Subject) => boolean,
): readonly Job[] {
  const isFull = mode === 'full';
  const drawn = <Item>(items: readonly Item[], kind: 'second' | 'permitted' | 'second-permitted'): readonly Item[] => {
    if (only !== undefined) return items;
    if (!isFull) return shuffled(items, `${kind} ${seed}`).slice(0, inQuick[kind]);
    const every = kind === 'second' ? Math.min(secondEvery, seeds) : seeds;
    return items.filter((_, at) => at % every === index % every);
  };
  const known = (wanted: KnownKind): readonly Subject[] =>
    knownServers.filter(({ kind }) => kind === wanted).map(({ kind, name }) => ({ kind, name }));
  const permitted = (server: ReturnType<typeof randomServer>): Subject => ({ kind: 'permitted', server });
  const job =
    (also: Partial<Job> = {}) =>
    (subject: Subject): Job => ({ subject, wire: false, seed, budget: isFull ? 'default' : 'quick', ...also });
  const budgetOf = (fault: Fault): Partial<Job> => (isFull ? {} : { budget: fault.budget ?? 'quick' });
  const jobs = [
    ...(index < 3 || only !== undefined ? known('slow') : []).map(job()),
    ...drawn(listedServers(), 'permitted').map(permitted).map(job()),
    job({ wire: true })(permitted(randomServer(seed))),
    ...drawn(known('second-permitted'), 'second-permitted').map(job({ wire: isFull })),
    ...(index === 0 ? known('control') : []).map(job()),
    ...drawn(known('second'), 'second').map(job()),
    ...(isFull || only !== undefined ? faults : someOfEachRequirement(seed)).map((fault) =>
      job(budgetOf(fault))({ kind: 'first', name: fault.name, over: overOf(fault, seed) }),
    ),
  ];
  return jobs.filter(({ subject }) => only?.(subject) ?? true);
}

function overOf(fault: Fault, seed: number): Over {
  const isFourth = (faults.indexOf(fault) + seed) % 4 === 0;
  return isFourth && canBreak(fault, 'naive') ? 'naive' : 'mock';
}

function someOfEachRequirement(seed: number): readonly Fault[] {
  const all = shuffled(faults, `first ${seed}`);
  const countBefore = ({ requirement }: Fault, at: number) =>
    all.slice(0, at).filter((other) => other.requirement === requirement).length;
  return all.filter((fault, at) => countBefore(fault, at) < inQuick.first);
}

function shuffled<Item>(items: readonly Item[], name: string): readonly Item[] {
  const chance = randomNumbers(name);
  return items
    .map((item) => ({ item, key: chance() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
