import { conversationOf } from '../scenario/conversations.ts';
import {
  type Act,
  isReset,
  type Join,
  type Operation,
  type Reset,
  type Scenario,
  type Send,
} from '../scenario/scenario.ts';
import { isSuccessful } from '../target/answer.ts';
import { type Executed, type Observation, type View, viewKey } from './trace.ts';
import { allViews, concernedViews, listOf, messagesOf, touchedViews } from './views.ts';

/** What an execution needs to know to look no more than it has to; it decides nothing about the target. */
export interface Follower {
  /** Called with each operation once it is answered, several where they were sent at once. */
  readonly operated: (executed: readonly Executed[]) => void;
  /** Which of these observations the operations so far do not explain. */
  readonly unexplained: (observations: readonly Observation[]) => readonly Observation[];
  /** Called with the observations that count. */
  readonly observed: (observations: readonly Observation[]) => void;
  /** Whether a reset met something to read in a view that was not looked at since. */
  readonly mayHaveLost: (view: View) => boolean;
  /** Which refusal such a reset meets, as far as is known: then it can share an observation with the next one. */
  readonly refusal: (reset: Reset) => 'of the request' | 'of what is not listed' | undefined;
  /** Whether what a list shows is known from a message, and was not seen. */
  readonly isPredicted: (view: View) => boolean;
  /** Whether a view has texts that a reset has hidden, and that a message may bring back. */
  readonly mayReturn: (view: View) => boolean;
  /** Whether it is known what a list shows, without an observation. */
  readonly isCertain: (view: View) => boolean;
}

/**
 * When to observe what somebody is shown.
 *
 * - `pooled`: at each list before the first reset, and at what an operation may change, after it; a refusal shares its
 *   observation with the next one, and everything else is looked at once, at the end.
 * - `operations`: at each list before anything is done, and at whatever an operation may have changed before another one
 *   may hide that.
 * - `resets`: so, for what resets may have changed; messages are trusted.
 * - `effects`: at the acting user's list after a reset that was not refused; after the last one also at what can be
 *   read, and at the end at all that again.
 * - `none`: never. Nothing is arranged either, as the users are there already.
 */
export type ObservationPlan = 'pooled' | 'operations' | 'resets' | 'effects' | 'none' | Each;

/** At everything before a step, from the first reset on, and again after each step from there on; before it at nothing. */
export interface Each {
  readonly from: number;
  /** Only at lists and at what the step concerns, before it at what they all concern, or only at these messages. */
  readonly of?: View | undefined;
}

/** An execution that observes. */
export interface Observing {
  readonly scenario: Scenario;
  readonly plan: ObservationPlan;
  readonly follower: Follower;
  /** What somebody in the scenario can look at: only who takes part can read. */
  readonly visible: ReadonlySet<string>;
  /** What may have changed since it was last observed, so that it is looked at before it may change again. */
  readonly pending: Set<string>;
}

/** What is observed after each of these operations, where each step is. */
export function viewsAfterEach(
  { scenario, visible }: Observing,
  only: View | undefined,
  operations: readonly Operation[],
) {
  const all = allViews(scenario);
  if (only === undefined) return all;
  if (only.of === 'messages') return [only];
  const concerned = operations.flatMap((one) => concernedViews(scenario, one));
  return [...all.filter(({ of }) => of === 'list'), ...concerned.filter((view) => visible.has(viewKey(view)))];
}

/** What is looked at as soon as these operations were answered; what else they may have changed is noted. */
export function dueAfter(observing: Observing, executed: readonly Executed[]): readonly View[] {
  const { scenario, plan, pending } = observing;
  if (typeof plan === 'object') return [];
  const due: View[] = [];
  const mayHide = plan === 'operations' || (plan === 'resets' && executed.some(({ operation }) => isReset(operation)));
  if (mayHide) for (const view of allViews(scenario)) note(pending, view);
  for (const { operation, answer, reply } of executed) {
    if (!isReset(operation)) noteNews(observing, operation);
    else if (answer === 'refused' && !(reply && isSuccessful(reply))) {
      if (plan !== 'effects') for (const view of concerned(observing, operation)) note(pending, view);
    } else {
      // What it may have done to the other side's list counts when somebody acts on that.
      for (const view of touchedViews(scenario, operation)) if (view.of === 'list') note(pending, view);
      due.push(...dueAfterReset(observing, operation));
    }
  }
  return due;
}

/** Where a row stands after a message is free: what comes next needs to know. */
function noteNews({ scenario, pending, follower }: Observing, operation: Send | Join): void {
  for (const view of touchedViews(scenario, operation)) {
    const isDue =
      view.of === 'list' ? !follower.isCertain(view) : operation.do === 'join' && view.owner === operation.from;
    if (isDue) note(pending, view);
  }
}

const note = (pending: Set<string>, view: View) => pending.add(viewKey(view));

/** What is looked at before an operation, as that may hide it. */
export function dueBefore(observing: Observing, operation: Act): readonly View[] {
  const { scenario, plan, follower, pending } = observing;
  const isPending = (view: View): boolean => pending.has(viewKey(view));
  const refusal = isReset(operation) ? follower.refusal(operation) : undefined;
  if (refusal === 'of the request' || (refusal !== undefined && !isExact(plan))) return [];
  if (refusal !== undefined) {
    // Were the row there after all, the refusal would be none, and might undo what nobody saw. Where a message puts a
    // row is for the target to say, so that nobody could blame the refusal.
    const [actor] = conversationOf(operation);
    return scenario.users
      .map(listOf)
      .filter((list) => (list.owner === actor && isPending(list)) || follower.isPredicted(list));
  }
  if (isExact(plan)) {
    // A text that is lost stays lost, whatever is sent.
    const mayBeHidden = (view: View) => isReset(operation) || view.of === 'list' || follower.mayReturn(view);
    return touchedViews(scenario, operation).filter((view) => isPending(view) && mayBeHidden(view));
  }
  if (!isReset(operation)) {
    const own = messagesOf(operation.from, operation.to);
    return isPending(own) ? [own] : [];
  }
  return concerned(observing, operation).filter(isPending);
}

/** Lists always; messages where there is something that may have gone. Where the other side's row went is free only until it is seen. */
function dueAfterReset(observing: Observing, operation: Operation): readonly View[] {
  const { scenario, plan, visible, follower } = observing;
  const views = isExact(plan)
    ? touchedViews(scenario, operation).filter((view) => visible.has(viewKey(view)))
    : concerned(observing, operation);
  return views.filter((view) => view.of === 'list' || follower.mayHaveLost(view));
}

export const isExact = (plan: ObservationPlan): boolean => plan === 'operations' || plan === 'resets';

const concerned = ({ scenario, visible, plan }: Observing, operation: Operation): readonly View[] =>
  concernedViews(scenario, operation).filter(
    (view) => visible.has(viewKey(view)) && (plan !== 'effects' || view.of === 'list'),
  );
