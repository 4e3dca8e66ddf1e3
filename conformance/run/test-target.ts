import { type Checked, checkTrace, type Failure } from '../check/check-trace.ts';
import { bringsBack } from '../check/effect.ts';
import { openKnowledge } from '../check/knowledge.ts';
import type { Requirement } from '../check/requirement.ts';
import { type Diagnosed, diagnose } from '../diagnosis/diagnose.ts';
import { isRefusedSoon, noteLateWrites } from '../diagnosis/late-writes.ts';
import { withPlainIds, withPlainWorld } from '../diagnosis/plain-world.ts';
import { remark } from '../diagnosis/words.ts';
import { runScenarios, unlessStopped } from '../execution/run-scenarios.ts';
import { isRefused, mayHaveReset, resetsIn, type Trace } from '../execution/trace.ts';
import { type Extent, floors, wholeRun } from '../plan/extent.ts';
import { faultDomain } from '../plan/fault-domain.ts';
import { planScenarios } from '../plan/plan.ts';
import { tours, walkable } from '../plan/tour.ts';
import { dealt, pick } from '../plan/world.ts';
import {
  often,
  withLaterEffects,
  withLaterMeaning,
  withLaterTexts,
  withoutSeconds,
  withSeconds,
} from '../profile/later-effects.ts';
import { withLooks } from '../profile/looks.ts';
import type { FoundProfile, Profile } from '../profile/profile.ts';
import { requirements as allRequirements } from '../requirements.ts';
import { hasCredentials, type Scenario, unlessReset, withOperations } from '../scenario/scenario.ts';
import type { Settled } from '../settle-options.ts';
import { resultsOf } from './results.ts';
import type { Run, Verified } from './run-on-target.ts';
import { inOne } from './verdict.ts';

export interface TestOptions extends Omit<Run, 'options'> {
  readonly options: Pick<Settled, 'budget' | 'seed' | 'stopAt'>;
  readonly found: FoundProfile;
  readonly requirements: readonly Requirement[];
}

/** How often a violation is made smaller, and how long at most, which a busy machine does not need. */
const shrinking = {
  smoke: { executions: 36, ms: 12_000 },
  quick: { executions: 60, ms: 20_000 },
  default: { executions: 90, ms: 30_000 },
  thorough: { executions: 200, ms: 60_000 },
} as const;

/** All violations together may cost so much of what a correct target costs, and each at least so many requests. */
const costOfViolations = 0.4;
const leastShare = 250;

/** Where one violation ends the run, so many scenarios are executed to their end before the next ones begin. */
const portionSize = 6;

/** So many obstacles that came after resets are looked into. */
const mostObstacles = 3;
/** So often, as what depends on ids is not the same each time. */
const triesOfObstacles = 3;

/** Executes the scenarios of a run, checks their traces, and diagnoses what failed. */
export async function testTarget(testing: TestOptions): Promise<Verified> {
  const { found, requirements, options } = testing;
  // Parts of a run claim nothing of the whole machine.
  const isOfAll = requirements.length === allRequirements.length;
  const behaviour = isOfAll ? walkable(found) : undefined;
  const { budget, seed } = options;
  const extent: Extent = { budget, seed, profile: found.profile, behaviour };
  const checked = await executeAndCheck(extent, testing);
  const { traces, profile, passed, failures, unchecked, broken, walked, walks, cost } = checked;
  const asked = new Set(requirements.map(({ id }) => id));
  const isAny = requirements.some(({ isNeeded }) => isNeeded !== undefined);
  const concerned = failures.filter(({ requirement }) => isAny || asked.has(requirement));
  const diagnosed = await diagnoseWithin({ ...extent, profile }, cost, concerned, testing);
  // A world that the target refuses to arrange keeps nothing else from being judged.
  const obstacles = traces.flatMap((trace) => (trace.void !== undefined && !isRefused(trace) ? [trace.void] : []));
  const floor = floors[budget];
  const resets = traces.flatMap(resetsIn);
  const open = resets.filter(({ operation, answer }) => answer === 'indeterminate' && hasCredentials(operation)).length;
  return {
    results: resultsOf({ requirements: shownOf(asked, diagnosed), passed, ...diagnosed, profile, traces, floor }),
    found,
    notes: [
      ...(open === 0
        ? []
        : [`Of ${resets.length} resets ${open} got no answer or an error of the server; what they did was looked at.`]),
      ...(checked.returned < often ? [] : [whatReturns(checked.returned)]),
      ...diagnosed.unspecified.slice(0, 1).flatMap(remark),
    ],
    whyPartial: inOne([
      ...unchecked,
      ...broken.map((why) => `after a reset ${why}, and without one it was not`),
      ...obstacles,
      ...diagnosed.doubts.values(),
    ]),
    ...(isOfAll ? faultDomain(extent, walked, walks) : {}),
  };
}

const whatReturns = (times: number): string =>
  `messagesAfterReset: what a reset has hidden, a later message brings back (seen ${times} times).`;

/** The profile is what the traces were judged by: everything that was seen is evidence. */
async function executeAndCheck(extent: Extent, testing: TestOptions) {
  const { target, requirements, progress } = testing;
  const { stopAt } = testing.options;
  const width = testing.width();
  const { alone, walks, others } = planScenarios(requirements, extent);
  const walked = new Set(walks);
  let [done, planned] = [0, alone.length + walks.length + others.length];
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
  const isWanted = ({ requirement, isUnusual }: Failure): boolean =>
    stopAt === 'any' ? isUnusual === undefined : requirement === stopAt;
  const traces = [...testing.found.traces];
  let isWhole = true;
  let isFound = false;
  const runMore = (some: readonly Scenario[]): Promise<readonly Trace[]> => {
    planned += some.length;
    return run(some);
  };
  /** What was looked into, without its ids. */
  const obstacles = new Set<string>();
  /** Of these, what the target does no more after a reset, and does where none was sent. */
  const broken: string[] = [];
  const lookInto = async ({ scenario, void: why = '' }: Trace): Promise<void> => {
    const withoutIds = why.replaceAll(/\bcr\S+/gu, '');
    if (obstacles.has(withoutIds) || obstacles.size >= mostObstacles) return;
    obstacles.add(withoutIds);
    const withoutResets = withOperations(scenario, unlessReset);
    const isVoid = (trace: Trace): boolean => trace.void !== undefined;
    const again = await runMore(Array<Scenario>(triesOfObstacles).fill(scenario));
    const control = await runMore(Array<Scenario>(triesOfObstacles).fill(withoutResets));
    if (again.every(isVoid) && control.length === triesOfObstacles && !control.some(isVoid)) broken.push(why);
  };
  const tryAll = async (scenarios: readonly Scenario[], sideBySide = width): Promise<void> => {
    for (const portion of dealt(scenarios, stopAt === undefined ? 1 : Math.ceil(scenarios.length / portionSize))) {
      if (isFound) break;
      const asPlanned = await run(portion, sideBySide);
      isWhole &&= asPlanned.length === portion.length;
      // What a target refuses to create, or cannot show, keeps nothing else from being put to the test.
      const stuck = asPlanned.filter(({ void: why, lost }) => why !== undefined && lost === 0);
      const instead = stuck.flatMap(({ scenario }) => {
        const plain = [withPlainWorld, withPlainIds].reduce((one, plainer) => plainer(one)[0] ?? one, scenario);
        if (walked.has(scenario)) walked.add(plain);
        return plain === scenario ? [] : [plain];
      });
      const seen = [...asPlanned, ...(await runMore(instead))];
      traces.push(...seen);
      for (const trace of stuck) if (mayHaveReset(trace)) await lookInto(trace);
      isFound = stopAt !== undefined && checkAll(seen, extent.profile).failures.some(isWanted);
    }
  };
  const checkSoFar = () => {
    const corrections = [withoutSeconds, withLaterMeaning, withLaterEffects, withLaterTexts, withLooks];
    const profile = corrections.reduce((found, corrected) => corrected(found, traces), extent.profile);
    const checked = checkAll(traces, profile);
    if (checked.failures.length === 0) return checked;
    const unusual = checked.failures.flatMap((one) => (one.isUnusual ? (one.transition.reset ?? []) : []));
    // What most of them do is usual, and not what a few of the probes did.
    const timed = withSeconds(profile, traces);
    const corrected = withLaterTexts(withLaterEffects(timed, traces, unusual), traces, unusual);
    return corrected === profile ? checked : checkAll(traces, corrected);
  };
  await tryAll(alone, 1);
  await tryAll([...walks, ...others]);
  const cost = target.cost();
  let checked = checkSoFar();
  // What is rare under the found behaviour, or for want of ids, is tried once more, in other scenarios.
  const isRare = ({ id, notApplicable }: Requirement): boolean =>
    (checked.passed.get(id) ?? 0) < floors[extent.budget] && notApplicable?.(extent.profile, []) === undefined;
  await unlessStopped(target, () => noteLateWrites(checked.failures, { target, profile: checked.profile }));
  const isLawful = (one: Failure): boolean =>
    one.isUnusual !== undefined || (target.lags() && isRefusedSoon(one, target));
  const rare = isWhole && checked.failures.every(isLawful) ? requirements.filter(isRare) : [];
  if (rare.length > 0) {
    const more = planScenarios(rare, { ...extent, seed: extent.seed + 1, behaviour: undefined }).others;
    planned += more.length;
    await tryAll(more);
    checked = checkSoFar();
  }
  const through = traces.filter((trace) => trace.void === undefined && walked.has(trace.scenario)).length;
  return { ...checked, traces, broken, walked: through, walks: walks.length, cost };
}

/** What traces come to under a profile. What goes wrong while one is checked costs that trace, never the run. */
function checkAll(traces: readonly Trace[], profile: Profile) {
  const passed = new Map<string, number>();
  const failures: Failure[] = [];
  let unchecked: readonly string[] = [];
  let returned = 0;
  for (const trace of traces) {
    try {
      const checked = checkedUnder(profile, trace);
      for (const [id, times] of checked.passed) passed.set(id, (passed.get(id) ?? 0) + times);
      failures.push(...checked.failures);
      returned += checked.returned;
    } catch {
      unchecked = ['the suite itself failed on what a scenario showed'];
    }
  }
  return { profile, passed, failures, unchecked, returned };
}

interface Judged extends Pick<Checked, 'passed' | 'failures'> {
  readonly profile: Profile;
  readonly returned: number;
}

/** What the traces last came to: more of them do not change it. */
const judged = new WeakMap<Trace, Judged>();

function checkedUnder(profile: Profile, trace: Trace): Judged {
  const last = judged.get(trace);
  if (last?.profile === profile) return last;
  // What shrinking names may be found by a requirement that was not asked for.
  const { passed, failures, transitions } = checkTrace(trace, profile, allRequirements);
  const result = { profile, passed, failures, returned: transitions.filter(bringsBack).length };
  judged.set(trace, result);
  return result;
}

/** Spends no more on what failed than the budget allows, after a run that has cost so much as it was planned. */
function diagnoseWithin(
  { budget, profile }: Extent,
  planned: number,
  failures: readonly Failure[],
  { target, progress, options: { stopAt } }: TestOptions,
): Promise<Diagnosed> {
  const { executions, ms } = shrinking[budget];
  const { cost } = target;
  const most = Math.min(planned, wholeRun[budget]) * (1 + costOfViolations);
  const until = performance.now() + ms * 2;
  return diagnose(failures, {
    ...{ target, profile, stopAt },
    patience: (left) => ({
      executions,
      until: performance.now() + ms,
      cost: Math.max(cost() + leastShare, left > 1 ? most - leastShare : most),
    }),
    isSpent: (more = 0) => cost() + more > most || performance.now() > until,
    onProgress: (done, of) => progress({ phase: 'shrinking', done, of }),
  });
}

/** Those that were asked for, and whatever a failure of one of them is reported under. */
function shownOf(asked: ReadonlySet<string>, { diagnoses, explained }: Diagnosed): readonly Requirement[] {
  const causes = new Set([...explained].flatMap(([id, cause]) => (asked.has(id) ? [cause] : [])));
  for (const { requirement, failure } of diagnoses) if (asked.has(failure.requirement)) causes.add(requirement);
  return allRequirements.filter(({ id }) => asked.has(id) || causes.has(id));
}
