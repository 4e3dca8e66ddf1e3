import type { Reset } from '../scenario/scenario.ts';
import { keyOf } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Difference } from './compare-list.ts';
import { resetOf } from './effect.ts';
import { testedBy, violatedBy } from './frame.ts';
import type { Compared } from './knowledge.ts';
import { onlyReading } from './readings.ts';
import type { Transition } from './transitions.ts';
import { usualEffect } from './usual.ts';

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

export type Comparison =
  | {
      readonly of: 'list' | 'messages';
      readonly owner: string;
      readonly peer?: Peer;
      readonly before: readonly string[];
      /** One lawful outcome; `freely` names the entry whose place is free. */
      readonly expected: readonly string[];
      readonly freely?: string;
      readonly seen: readonly string[];
    }
  | { readonly of: 'answer'; readonly expected: string; readonly seen: string };

export type Check = (transition: Transition) => CheckResult;

/** A check of what comes of a reset and of its answer; later looks are for the frame rule. */
export const onReset =
  (check: (reset: Reset, transition: Transition) => CheckResult): Check =>
  (transition) => {
    const reset = resetOf(transition);
    return reset === undefined || transition.isLater ? 'skipped' : check(reset, transition);
  };

/** The check of a requirement that the frame rule names; see `frame.ts`. */
export const byFrame =
  (id: string): Check =>
  (transition) =>
    framed(transition).get(id) ?? 'skipped';

const known = new WeakMap<Transition, ReadonlyMap<string, CheckResult>>();

/** What the frame rule says of a transition, for all requirements that it names. */
function framed(transition: Transition): ReadonlyMap<string, CheckResult> {
  const before = known.get(transition);
  if (before !== undefined) return before;
  const results = new Map<string, CheckResult>();
  for (const interval of transition.intervals) {
    for (const difference of interval.differences) {
      const id = violatedBy(transition, interval, difference);
      if (typeof results.get(id) !== 'object') results.set(id, differs(transition, interval, difference));
    }
    if (interval.differences.length > 0) continue;
    for (const id of testedBy(transition, interval)) if (!results.has(id)) results.set(id, 'passed');
  }
  known.set(transition, results);
  return results;
}

/** The first of several results that is not `skipped`; a failure comes before all. */
export function firstOf(results: readonly CheckResult[]): CheckResult {
  return (
    results.find((result) => typeof result === 'object') ?? results.find((result) => result === 'passed') ?? 'skipped'
  );
}

export const answered = (expected: string, seen: string): Failed => ({ comparison: { of: 'answer', expected, seen } });

function differs(transition: Transition, interval: Compared, difference: Difference): Failed {
  return { difference, comparison: comparisonOf(transition, interval, difference) };
}

/** An observation beside one lawful outcome. */
export function comparisonOf(
  transition: Transition,
  { observation: { view, seen }, knowledge, readable }: Compared,
  difference?: Difference,
): Comparison {
  const { owner } = view;
  if (view.of === 'messages') {
    const before = readable.length > 0 ? readable : (knowledge.before ?? []);
    const about = difference !== undefined && 'texts' in difference ? new Set(difference.texts) : new Set<string>();
    const isMissing = difference?.what === 'messages lost';
    const expected = isMissing ? [...seen, ...about] : seen.filter((text) => !about.has(text));
    return { of: 'messages', owner, peer: view.peer, before, expected, seen };
  }
  const before = knowledge.before ?? [];
  const freely = freeRow(transition, owner, before);
  return { of: 'list', owner, before, seen, ...lawfulList(transition, before, freely) };
}

/** The row of the list that the operation may put anywhere. */
function freeRow(transition: Transition, owner: string, before: readonly string[]): string | undefined {
  const reset = resetOf(transition);
  if (reset === undefined || reset.actor !== owner || transition.claim === 'refused') return undefined;
  // Without its credentials nothing may move.
  if ((reset.apikey ?? reset.onBehalfOf) !== undefined) return undefined;
  const key = keyOf(reset.conversation);
  return onlyReading(reset, transition.profile)?.preserveOrder !== true && before.includes(key) ? key : undefined;
}

function lawfulList(
  transition: Transition,
  before: readonly string[],
  freely: string | undefined,
): { readonly expected: readonly string[]; readonly freely?: string } {
  const reset = resetOf(transition);
  if (freely === undefined || reset === undefined) return { expected: before };
  const others = before.filter((row) => row !== freely);
  switch (usualEffect(reset, transition.profile)?.place) {
    case 'removed':
      return { expected: others };
    case 'first':
      return { expected: [freely, ...others] };
    case 'last':
      return { expected: [...others, freely] };
    default:
      return { expected: before, freely };
  }
}
