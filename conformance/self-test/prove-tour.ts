import { parseArgs } from 'node:util';
import { referenceBehaviour } from '../../core/index.ts';
import { checkTrace } from '../check/check-trace.ts';
import { openKnowledge } from '../check/knowledge.ts';
import { execute } from '../execution/execute.ts';
import { tours } from '../plan/tour.ts';
import { pick } from '../plan/world.ts';
import { findProfile } from '../profile/find-profile.ts';
import { requirements } from '../requirements.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { machineOf, stateKey, type Transition } from '../tour/machine.ts';
import { tourOver, tourScenarios } from '../tour/tour.ts';
import { openInMemory, openOn } from './mock-targets.ts';
import { mutantServer } from './mutant-server.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

/**
 * Tries every server that goes wrong in one transition of the machine on the walk of a default run that takes it, and
 * prints how many are seen to fail before anything is repeated. `--sample N` tries N of them; `--quick` tries those of
 * resets, on the walk of a quick run, which trusts messages.
 */
const { values } = parseArgs({ options: { sample: { type: 'string' }, quick: { type: 'boolean' } } });

const budget = values.quick ? 'quick' : 'default';
const options = pick(tours[budget], 0);
const { covers } = options;
const machine = machineOf(referenceBehaviour);
const nameOf = ({ from, input }: Pick<Transition, 'from' | 'input'>) => `${stateKey(from)} ${JSON.stringify(input)}`;
const walks = tourOver(machine, options);

const target = await openInMemory({ settleMs: 0 });
const found = await findProfile({ target, budget, width: 4, authOnlyKey: undefined });
if (!found.ok) throw new Error(found.refusal);
const { profile } = found.value;
const scenarios = tourScenarios(referenceBehaviour, { ...options, omitted: profile.omittedIsPermanent });
/** The first walk that takes a transition after a reset: what messages do before any is for the target to say. */
const scenarioOf = new Map(
  scenarios
    .flatMap((scenario, at) => {
      const walk = walks[at] ?? [];
      const first = walk.findIndex(({ input }) => input.do === 'reset');
      return walk.slice(first < 0 ? walk.length : first).map((taken) => [nameOf(taken), scenario] as const);
    })
    .reverse(),
);
const isTried = (one: Pick<Transition, 'from' | 'input'>) =>
  one.input.do === 'reset' || (covers === 'operations' && scenarioOf.has(nameOf(one)));

async function fails(scenario: Scenario, mutant?: Mutant): Promise<boolean> {
  // In process a change shows at once.
  const target = await openOn(mutantServer(mutant), 0);
  const follower = openKnowledge(scenario, profile);
  const executing = await execute(target, scenario, { plan: covers, follower });
  const trace = await executing.finish();
  await target.close();
  return checkTrace(trace, profile, requirements).failures.length > 0;
}

for (const scenario of scenarios) if (await fails(scenario)) throw new Error('the healthy machine is accused');

const all = mutantsOf(machine).filter(isTried);
const count = Math.min(Number(values.sample ?? all.length), all.length);
/** Spread evenly over all. */
const chosen = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as Mutant);
const missed = new Set<Mutant>();
for (const mutant of chosen) {
  const scenario = scenarioOf.get(nameOf(mutant));
  const isCaught = scenario !== undefined && (await fails(scenario, mutant));
  if (!isCaught) missed.add(mutant);
}

/** Caught of tried. */
function rateOf(breaks: Mutant['breaks']): string {
  const tried = chosen.filter((mutant) => mutant.breaks === breaks);
  return `${tried.filter((mutant) => !missed.has(mutant)).length} of ${tried.length}`;
}
const transitions = machine.transitions.filter(isTried).length;
console.log(
  `Caught ${rateOf('hard')} that break a sentence, ${rateOf('contradiction')} that only contradict the rest.`,
);
console.log(
  `${all.length} mutants in all, of ${machine.states.length} states, ${transitions} of ${machine.transitions.length} transitions.`,
);
const hard = [...missed].filter(({ breaks }) => breaks === 'hard');
for (const mutant of hard.slice(0, 10)) console.log(`missed: ${JSON.stringify(mutant)}`);
process.exitCode = hard.length === 0 ? 0 : 1;
