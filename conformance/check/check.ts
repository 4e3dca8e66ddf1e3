import type { View } from '../execution/trace.ts';
import type { Place, Texts } from '../profile/profile.ts';
import { keyOf } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import type { Difference } from './compare-list.ts';
import { usualEffect } from './effect.ts';
import { testedBy, violatedBy } from './frame.ts';
import type { Compared } from './knowledge.ts';
import type { Transition } from './transitions.ts';

/** What a requirement says of a transition. `skipped`: it could not have failed, and counts for nothing. */
export type CheckResult = 'passed' | 'skipped' | Failed;

export interface Failed {
  readonly comparison: Comparison;
  readonly difference?: Difference;
  /**
   * Set where the spec leaves the effect open and this one is not the usual one: then it fails only if the same
   * scenario has another effect too, or if a variant that means the same has another one.
   */
  readonly isUnusual?: true;
}

export type Comparison = ViewComparison | { readonly of: 'answer'; readonly expected: string; readonly seen: string };

export type ViewComparison = View & {
  readonly before: readonly string[];
  /** One lawful outcome; `freely` names the entry whose place is free. */
  readonly expected: readonly string[];
  readonly freely?: string;
  readonly seen: readonly string[];
};

/** `id` is that of the requirement. */
export type Check = (transition: Transition, id: string) => CheckResult;

/** A check of what comes of a reset and of its answer; later observations are for the frame rule. */
export const onReset =
  (check: (reset: Reset, transition: Transition, id: string) => CheckResult): Check =>
  (transition, id) => {
    const { reset } = transition;
    return reset === undefined || transition.isLater ? 'skipped' : check(reset, transition, id);
  };

/** The check of a requirement that the frame rule names; see `frame.ts`. */
export const byFrame: Check = (transition, id) => framed(transition).get(id) ?? 'skipped';

/** Of a requirement that another check is for as well. A failure comes before all. */
export const byFrameAnd =
  (check: Check): Check =>
  (transition, id) => {
    const results = [byFrame(transition, id), check(transition, id)];
    const failed = results.find((result) => typeof result === 'object');
    return failed ?? (results.includes('passed') ? 'passed' : 'skipped');
  };

const cache = new WeakMap<Transition, ReadonlyMap<string, CheckResult>>();

/** What the frame rule says of a transition, for all requirements that it names. */
function framed(transition: Transition): ReadonlyMap<string, CheckResult> {
  const before = cache.get(transition);
  if (before !== undefined) return before;
  const results = new Map<string, CheckResult>();
  for (const interval of transition.intervals) {
    for (const difference of interval.differences) {
      const id = violatedBy(transition, interval, difference);
      if (id === undefined || typeof results.get(id) === 'object') continue;
      results.set(id, { difference, comparison: comparisonOf(transition, interval, difference) });
    }
    if (interval.differences.length > 0) continue;
    for (const id of testedBy(transition, interval)) if (!results.has(id)) results.set(id, 'passed');
  }
  cache.set(transition, results);
  return results;
}

export const answered = (expected: string, seen: string): Failed => ({ comparison: { of: 'answer', expected, seen } });

/** An observation beside one lawful outcome: where nothing is wrong with it, the one that such resets usually have. */
export function comparisonOf(transition: Transition, compared: Compared, difference?: Difference): ViewComparison {
  const { readable, lawful, free, observation } = compared;
  const { view, seen } = observation;
  const before = readable.length > 0 ? readable : (compared.before ?? []);
  const plain = { ...view, before, expected: lawful, seen };
  const { reset } = transition;
  if (reset?.actor !== view.owner) return plain;
  const own = keyOf(reset.conversation);
  const usual = difference === undefined ? usualEffect(reset, transition.profile) : undefined;
  if (view.of === 'list') return free.has(own) ? { ...plain, ...usualList(own, usual?.place, lawful, before) } : plain;
  return keyOf(view.peer) === own ? { ...plain, expected: usualTexts(usual?.texts, lawful, before) } : plain;
}

/** What such resets usually leave to be read. */
function usualTexts(usual: Texts | undefined, lawful: readonly string[], before: readonly string[]): readonly string[] {
  const others = lawful.filter((text) => !before.includes(text));
  return usual === 'hidden' ? others : usual === 'visible' ? [...before, ...others] : lawful;
}

/** The lawful list with the row where such resets usually put it. */
function usualList(
  row: string,
  usual: Place | undefined,
  lawful: readonly string[],
  before: readonly string[],
): { readonly expected: readonly string[]; readonly freely?: string } {
  const others = lawful.filter((one) => one !== row);
  switch (usual) {
    case 'removed':
      return { expected: others };
    case 'first':
      return { expected: [row, ...others] };
    case 'last':
      return { expected: [...others, row] };
    case 'kept':
      return { expected: others.toSpliced(before.indexOf(row), 0, row), freely: row };
    default:
      return lawful.includes(row) ? { expected: lawful, freely: row } : { expected: lawful };
  }
}
