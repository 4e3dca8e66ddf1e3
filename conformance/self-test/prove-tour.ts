import { parseArgs } from 'node:util';
import { referenceBehaviour } from '../../core/index.ts';
import { execute } from '../execution/execute.ts';
import { judge } from '../judgement/judge.ts';
import { openKnowledge } from '../judgement/knowledge.ts';
import { tours } from '../plan/tour.ts';
import { pick } from '../plan/world.ts';
import { findProfile } from '../profile/find-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { requirements } from '../requirements/all.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Target } from '../target/target.ts';
import { machineOf, stateKey, type Transition } from '../tour/machine.ts';
import { tourOver, tourScenarios } from '../tour/tour.ts';
import { connectTo } from './in-process.ts';
import { openOn } from './mock-targets.ts';
import { type MutantServer, mutantServer } from './mutant-server.ts';
import { type Breach, type Mutant, mutantsOf } from './mutants.ts';

/**
 * Tries every server that goes wrong in one transition of the machine on the walk of a default run that takes it, and
 * prints how many are seen to fail before anything is repeated. `--sample N` tries N of them; `--quick` tries those of
 * resets, on the walk of a quick run, which trusts messages.
 */
const { values } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' }, quick: { type: 'boolean' } },
});

const budget = values.quick ? 'quick' : 'default';
const { covers } = tours[budget];
const options = { ...pick(tours[budget].walks, 0), covers };
const machine = machineOf(referenceBehaviour);
const scenarios = tourScenarios(referenceBehaviour, options);
const nameOf = ({ from, input }: Pick<Transition, 'from' | 'input'>): string =>
  `${stateKey(from)} ${JSON.stringify(input)}`;
const walks = tourOver(machine, options);
/** The first walk that takes a transition. */
const scenarioOf = new Map(
  scenarios
    .flatMap((scenario, index) => (walks[index] ?? []).map((taken) => [nameOf(taken), scenario] as const))
    .reverse(),
);

/** In process a change shows at once. */
const open = (server: MutantServer): Promise<Target> => openOn(connectTo(server.handle), 0);

async function fails(server: MutantServer, scenario: Scenario, profile: Profile): Promise<boolean> {
  const target = await open(server);
  const follower = openKnowledge(scenario, profile);
  const trace = await (await execute(target, scenario, { scope: 'cr000000-0001-', looks: covers, follower })).finish();
  await target.close();
  return judge(trace, profile, requirements).failures.length > 0;
}

const healthy = await open(mutantServer(undefined, referenceBehaviour));
const found = await findProfile({ target: healthy, budget: 'quick', width: 4, authOnlyKey: undefined });
if (found === undefined) throw new Error('the healthy machine could not be arranged');
const { profile } = found;
for (const scenario of scenarios) {
  const isAccused = await fails(mutantServer(undefined, referenceBehaviour), scenario, profile);
  if (isAccused) throw new Error('the healthy machine is accused');
}
const all = mutantsOf(machine).filter(({ input }) => covers === 'operations' || input.do === 'reset');
const count = Math.min(Number(values.sample ?? all.length), all.length);
/** Spread evenly over all. */
const chosen = Array.from({ length: count }, (_, index) => {
  const place = Math.floor((index * all.length) / count) + Number(values.seed);
  return all[place % all.length] as Mutant;
});
const tried: Tried[] = [];
for (const mutant of chosen) {
  const scenario = scenarioOf.get(nameOf(mutant));
  const server = mutantServer(mutant, referenceBehaviour);
  tried.push({ mutant, isCaught: scenario !== undefined && (await fails(server, scenario, profile)) });
}
const kindOf = ({ mutant: { input, kind } }: Tried): string => `${input.do}, ${kind}`;
const kinds = [...new Set(tried.map(kindOf))].sort();
const rows = kinds.map((kind) => [kind, rates(tried.filter((one) => kindOf(one) === kind))] as const);
console.table(Object.fromEntries([...rows, ['all', rates(tried)]]));
const missed = tried.filter(({ isCaught }) => !isCaught);
console.log(
  `${tried.length - missed.length} of ${tried.length} mutants caught, of ${all.length} in all: ${machine.states.length} states, ${machine.transitions.length} transitions.`,
);
const hard = missed.filter(({ mutant }) => mutant.breaks === 'hard');
for (const { mutant } of hard.slice(0, 10)) console.log(`missed: ${JSON.stringify(mutant)}`);
process.exitCode = hard.length === 0 ? 0 : 1;

interface Tried {
  readonly mutant: Mutant;
  readonly isCaught: boolean;
}

/** Caught of tried, by what the mutants break. */
function rates(of: readonly Tried[]): Readonly<Record<Breach, string>> {
  const rateOf = (breaks: Breach): string => {
    const own = of.filter(({ mutant }) => mutant.breaks === breaks);
    return `${own.filter(({ isCaught }) => isCaught).length}/${own.length}`;
  };
  return { hard: rateOf('hard'), contradiction: rateOf('contradiction') };
}
