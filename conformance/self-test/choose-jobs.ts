import { shuffled } from '../plan/combinations.ts';
import { grouped } from '../report/grouped.ts';
import type { Job } from './job.ts';
import { randomServer } from './permitted-servers.ts';
import { type SubjectKind, subjectKinds } from './self-test-report.ts';
import { permittedServer, type Server, servers } from './servers.ts';

/** Which runs a self-test makes; plain data that decides all of them, so that each thread can choose its own. */
export interface Plan {
  /** `quick`: one seed, small budgets, some servers of each kind. `default`: twenty seeds at that budget, everything. */
  readonly budget: 'quick' | 'default';
  readonly seeds: readonly number[];
  /** Only servers of these kinds, and all of them. */
  readonly only?: readonly SubjectKind[] | undefined;
}

/** How many the quick self-test draws; of the first catalogue, of each requirement. */
const inQuick = { first: 2, second: 20, permitted: 3, 'second-permitted': 4, slow: 4, control: 4 } as const;
/** In the full one, each server has a run in one of so many seeds. */
const fullEvery = { first: 1, second: 4, permitted: 20, 'second-permitted': 20, slow: 7, control: 20 } as const;

/**
 * The quick self-test draws some servers of each kind by the seed. Where a plan says which, all of them are run, and none
 * is drawn. A permitted server that is drawn at random is run with each seed. The longest of a seed come first, so that
 * no thread is left alone with one at the end.
 */
export const chooseJobs = (plan: Plan): readonly Job[] =>
  plan.seeds.flatMap((seed, index) => jobsOfSeed(plan, seed, index));

function jobsOfSeed({ budget, only }: Plan, seed: number, index: number): readonly Job[] {
  const isFull = budget === 'default';
  const drawn = (kind: SubjectKind): readonly Server[] => {
    if (only !== undefined) return servers[kind];
    if (isFull) return servers[kind].filter((_, at) => (at - index) % fullEvery[kind] === 0);
    // Of those that break the same, or of all.
    const alike = grouped(shuffled(servers[kind], seed), ({ subject }) => subject.breaks);
    return alike.flatMap(([, some]) => some.slice(0, inQuick[kind]));
  };
  const job = (server: Server, wire: boolean): Job => {
    return { server, wire, seed, budget: isFull ? 'default' : (server.budget ?? 'quick') };
  };
  return [
    job(permittedServer(randomServer(seed)), true),
    ...subjectKinds
      .toReversed()
      .flatMap((kind) => drawn(kind).map((one) => job(one, isFull && kind === 'second-permitted'))),
  ].filter(({ server }) => only?.includes(server.subject.kind) ?? true);
}
