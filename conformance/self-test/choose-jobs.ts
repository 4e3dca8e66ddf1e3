import { faults } from '../../mock-server/faults/catalogue.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { randomNumbers } from '../../mock-server/faults/random-numbers.ts';
import type { Budget } from '../report/document.ts';
import { canBreak, type Over } from './broken-servers.ts';
import type { Job } from './job.ts';
import { type KnownServer, knownServers } from './known-servers.ts';
import { listedServers, randomServer } from './permitted-servers.ts';
import { reachable } from './second-faults.ts';
import { secondPermitted } from './second-permitted/second-permitted.ts';
import type { Mode } from './self-test-report.ts';
import type { Subject } from './subject.ts';

/** How many of each kind the quick self-test draws; of the first catalogue, of each requirement. */
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
  const budget: Budget = mode === 'full' ? 'default' : 'quick';
  const isAll = only !== undefined;
  function drawn<Item>(items: readonly Item[], name: keyof typeof inQuick): readonly Item[] {
    if (isAll) return items;
    if (mode === 'quick') return shuffled(items, `${name} ${seed}`).slice(0, inQuick[name]);
    const every = name === 'second' ? Math.min(secondEvery, seeds) : seeds;
    return items.filter((_, at) => at % every === index % every);
  }
  const job = (subject: Subject, also: Partial<Job> = {}): Job => ({ subject, wire: false, seed, budget, ...also });
  const known = (kind: KnownServer['kind']) =>
    knownServers.filter((server) => server.kind === kind).map(({ name }) => job({ kind, name }));
  const random = randomServer(seed);
  const jobs = [
    ...(isAll || mode === 'quick' || index < 3 ? known('slow') : []),
    ...drawn(listedServers(), 'permitted').map((server) => job({ kind: 'permitted', server })),
    job({ kind: 'permitted', server: random }, { wire: true }),
    ...drawn(secondPermitted, 'second-permitted').map(({ name }) =>
      job({ kind: 'second-permitted', name }, { wire: mode === 'full' }),
    ),
    ...(index === 0 ? known('control') : []),
    ...drawn(reachable, 'second').map((name) => job({ kind: 'second', name })),
    ...(mode === 'quick' && !isAll ? someOfEachRequirement(seed) : faults).map((fault) =>
      job(
        { kind: 'first', name: fault.name, over: over(fault, seed) },
        { budget: mode === 'quick' ? (fault.budget ?? 'quick') : budget },
      ),
    ),
  ];
  return only === undefined ? jobs : jobs.filter(({ subject }) => only(subject));
}

function over(fault: Fault, seed: number): Over {
  const turn: Over = (faults.indexOf(fault) + seed) % 4 === 0 ? 'naive' : 'mock';
  return canBreak(fault, turn) ? turn : 'mock';
}

function someOfEachRequirement(seed: number): readonly Fault[] {
  const taken = new Map<string, number>();
  return shuffled(faults, `first ${seed}`).filter(({ requirement }) => {
    const before = taken.get(requirement) ?? 0;
    taken.set(requirement, before + 1);
    return before < inQuick.first;
  });
}

function shuffled<Item>(items: readonly Item[], name: string): readonly Item[] {
  const chance = randomNumbers(name);
  return items
    .map((item) => ({ item, key: chance() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
