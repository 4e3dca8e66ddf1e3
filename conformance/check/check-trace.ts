import type { Executed, Trace } from '../execution/trace.ts';
import type { Profile } from '../profile/profile.ts';
import type { Failed } from './check.ts';
import type { Requirement } from './requirement.ts';
import { type Transition, transitionsOf } from './transitions.ts';

/** A requirement that a transition fails. */
export interface Failure extends Failed {
  readonly requirement: string;
  readonly trace: Trace;
  readonly transition: Transition;
}

export interface Checked {
  /** How often each requirement was put to the test and held. */
  readonly passed: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
  readonly transitions: readonly Transition[];
}

/** What all requirements say of a trace. Of one that is void they say nothing. */
export function checkTrace(trace: Trace, profile: Profile, requirements: readonly Requirement[]): Checked {
  const held: (readonly [string, Executed])[] = [];
  const failures: Failure[] = [];
  const transitions = transitionsOf(trace, profile);
  for (const transition of transitions) {
    for (const { id, check, restsOnOrder } of requirements) {
      if (restsOnOrder && !profile.isOrdered) continue;
      const result = check(transition, id);
      if (result === 'passed') held.push([id, transition.executed]);
      else if (result !== 'skipped') failures.push({ requirement: id, trace, transition, ...result });
    }
  }
  const passed = new Map<string, number>();
  for (const [id, executed] of held) {
    // What was seen later of an operation that failed it says nothing for it.
    const hasFailed = failures.some((one) => one.requirement === id && one.transition.executed === executed);
    if (!hasFailed) passed.set(id, (passed.get(id) ?? 0) + 1);
  }
  return { passed, failures, transitions };
}
