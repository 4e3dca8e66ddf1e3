import type { Failure } from '../check/check-trace.ts';
import { openKnowledge } from '../check/knowledge.ts';
import type { Requirement } from '../check/requirement.ts';
import { isRefusedSoon, noteLateWrites } from '../diagnosis/late-writes.ts';
import { withPlainIds, withPlainWorld } from '../diagnosis/plain-world.ts';
import { runScenarios, unlessStopped } from '../execution/run-scenarios.ts';
import { mayHaveReset, type Trace } from '../execution/trace.ts';
import { type Extent, floors } from '../plan/extent.ts';
import { planScenarios } from '../plan/plan.ts';
import { tours } from '../plan/tour.ts';
import { dealt, pick } from '../plan/world.ts';
import type { FoundProfile } from '../profile/profile.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Settled } from '../settle-options.ts';
import { checkAll, checkCorrected } from './check-all.ts';
import { openObstacles } from './obstacles.ts';
import type { Run } from './run-on-target.ts';

export interface TestOptions extends Omit<Run, 'options'> {
  readonly options: Pick<Settled, 'budget' | 'seed' | 'stopAt'>;
  readonly found: FoundProfile;
  readonly requirements: readonly Requirement[];
}

/** Where one violation ends the run, so many scenarios are executed to their end before the next ones begin. */
const portionSize = 6;

/**
 * Executes the scenarios of a run and checks what they showed. What cannot be arranged or observed is tried in a plainer
 * world, and what was rare once more, in other scenarios.
 */
export async function executeAndCheck(extent: Extent, testing: TestOptions) {
  const { target, requirements, progress, found, options } = testing;
  const { stopAt } = options;
  const width = testing.width();
  const { alone, walks, others } = planScenarios(requirements, extent);
  const walked = new Set(walks);
  const traces = [...found.traces];
  let [done, planned] = [0, alone.length + walks.length + others.length];
  let [isWhole, isFound] = [true, false];
  const onDone = (): void => {
    done += 1;
    progress({ phase: 'testing', done, of: planned });
  };
  const run = (some: readonly Scenario[], sideBySide = width): Promise<readonly Trace[]> =>
    runScenarios(some, {
      ...{ target, width: sideBySide, onDone },
      follow: (scenario) => openKnowledge(scenario, extent.profile),
      plan: (scenario) => (walked.has(scenario) ? pick(tours[extent.budget], 0).covers : 'pooled'),
    });
  const runMore = (some: readonly Scenario[]): Promise<readonly Trace[]> => {
    planned += some.length;
    return run(some);
  };
  const obstacles = openObstacles(runMore);
  const isWanted = ({ requirement, isUnusual }: Failure): boolean =>
    stopAt === 'any' ? isUnusual === undefined : requirement === stopAt;
  const plainer = (scenario: Scenario): readonly Scenario[] => {
    const plain = [withPlainWorld, withPlainIds].reduce((one, plainly) => plainly(one)[0] ?? one, scenario);
    if (walked.has(scenario)) walked.add(plain);
    return plain === scenario ? [] : [plain];
  };
  const tryAll = async (scenarios: readonly Scenario[], sideBySide = width): Promise<void> => {
    for (const portion of dealt(scenarios, stopAt === undefined ? 1 : Math.ceil(scenarios.length / portionSize))) {
      if (isFound) return;
      const asPlanned = await run(portion, sideBySide);
      isWhole &&= asPlanned.length === portion.length;
      // What a target refuses to create, or cannot show, keeps nothing else from being put to the test.
      const stuck = asPlanned.filter(({ void: why, lost }) => why !== undefined && lost === 0);
      const seen = [...asPlanned, ...(await runMore(stuck.flatMap(({ scenario }) => plainer(scenario))))];
      traces.push(...seen);
      for (const trace of stuck) if (mayHaveReset(trace)) await obstacles.lookInto(trace);
      isFound = stopAt !== undefined && checkAll(seen, extent.profile).failures.some(isWanted);
    }
  };
  await tryAll(alone, 1);
  await tryAll([...walks, ...others]);
  const cost = target.cost();
  let checked = checkCorrected(traces, extent.profile, target);
  await unlessStopped(target, () => noteLateWrites(checked.failures, { target, profile: checked.profile }));
  const isLawful = (one: Failure): boolean =>
    one.isUnusual !== undefined || (target.lags() && isRefusedSoon(one, target));
  // Rare under the found behaviour, or for want of ids.
  const isRare = ({ id, notApplicable }: Requirement): boolean =>
    (checked.passed.get(id) ?? 0) < floors[extent.budget] && notApplicable?.(extent.profile, []) === undefined;
  const rare = isWhole && checked.failures.every(isLawful) ? requirements.filter(isRare) : [];
  if (rare.length > 0) {
    const more = planScenarios(rare, { ...extent, seed: extent.seed + 1, behaviour: undefined }).others;
    planned += more.length;
    await tryAll(more);
    checked = checkCorrected(traces, extent.profile, target);
  }
  const through = traces.filter((trace) => trace.void === undefined && walked.has(trace.scenario)).length;
  return { ...checked, traces, broken: obstacles.broken, walked: through, walks: walks.length, cost };
}
