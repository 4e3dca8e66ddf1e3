import { type Checked, checkTrace, type Failure } from '../check/check-trace.ts';
import { bringsBack } from '../check/effect.ts';
import type { Trace } from '../execution/trace.ts';
import {
  withLaterEffects,
  withLaterMeaning,
  withLaterTexts,
  withoutSeconds,
  withSeconds,
} from '../profile/later-effects.ts';
import { withLooks } from '../profile/looks.ts';
import type { Profile } from '../profile/profile.ts';
import { requirements } from '../requirements.ts';
import type { Target } from '../target/target.ts';

/** What they come to under the profile that was found, corrected by what they show: everything that was seen is evidence. */
export function checkCorrected(
  traces: readonly Trace[],
  found: Profile,
  target: Pick<Target, 'lags' | 'settleMs'>,
): ReturnType<typeof checkAll> {
  const lateMs = target.lags() ? target.settleMs : 0;
  const corrections = [withLaterMeaning, withLaterEffects, withLaterTexts, withLooks];
  const begun = withoutSeconds(found, traces, lateMs);
  const profile = corrections.reduce((one, corrected) => corrected(one, traces), begun);
  const checked = checkAll(traces, profile);
  if (checked.failures.length === 0) return checked;
  const unusual = checked.failures.flatMap((one) => (one.isUnusual ? (one.transition.reset ?? []) : []));
  // What most of them do is usual, and not what a few of the probes did.
  const timed = withSeconds(profile, traces, lateMs);
  const corrected = withLaterTexts(withLaterEffects(timed, traces, unusual), traces, unusual);
  return corrected === profile ? checked : checkAll(traces, corrected);
}

/** What traces come to under a profile. What goes wrong while one is checked costs that trace, never the run. */
export function checkAll(traces: readonly Trace[], profile: Profile) {
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
  const { passed, failures, transitions } = checkTrace(trace, profile, requirements);
  const result = { profile, passed, failures, returned: transitions.filter(bringsBack).length };
  judged.set(trace, result);
  return result;
}
