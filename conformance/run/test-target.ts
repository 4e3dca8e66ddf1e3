import type { Requirement } from '../check/requirement.ts';
import type { Diagnosed } from '../diagnosis/diagnose.ts';
import { remark } from '../diagnosis/words.ts';
import { isRefused, resetsIn } from '../execution/trace.ts';
import { type Extent, floors } from '../plan/extent.ts';
import { faultDomain } from '../plan/fault-domain.ts';
import { walkable } from '../plan/tour.ts';
import { withLaterAxes } from '../profile/axes.ts';
import { often } from '../profile/later-effects.ts';
import { requirements as allRequirements } from '../requirements.ts';
import { hasCredentials } from '../scenario/scenario.ts';
import { diagnoseWithin } from './diagnose-within.ts';
import { executeAndCheck, type TestOptions } from './execute-and-check.ts';
import { resultsOf } from './results.ts';
import type { Verified } from './run-on-target.ts';
import { inOne } from './verdict.ts';

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
    found: withLaterAxes(found, profile),
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

/** Those that were asked for, and whatever a failure of one of them is reported under. */
function shownOf(asked: ReadonlySet<string>, { diagnoses, explained }: Diagnosed): readonly Requirement[] {
  const causes = new Set([...explained].flatMap(([id, cause]) => (asked.has(id) ? [cause] : [])));
  for (const { requirement, failure } of diagnoses) if (asked.has(failure.requirement)) causes.add(requirement);
  return allRequirements.filter(({ id }) => asked.has(id) || causes.has(id));
}
