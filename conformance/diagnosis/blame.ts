import type { Failure } from '../check/check-trace.ts';
import { seenEffect, usualEffect } from '../check/effect.ts';
import type { Compared } from '../check/knowledge.ts';
import { wrongRows } from '../check/transitions.ts';
import { type Executed, indexOfOperation, isSameView, resetsIn } from '../execution/trace.ts';
import { listOf } from '../execution/views.ts';
import { keyFor, keyOf } from '../scenario/conversations.ts';
import { isReset } from '../scenario/scenario.ts';
import { restsOnPrediction } from './seen.ts';

/** The operations that may have led to a failure: an observation may come after several. */
export const suspectsOf = ({ transition: { executed, intervals } }: Failure): readonly Executed[] => [
  executed,
  ...intervals.flatMap(({ since }) => since),
];

/** Whether it can only have been this step: what was seen before and after it is compared. */
export const isExact = ({ transition: { executed, together, intervals } }: Failure): boolean =>
  intervals.every(({ since }) => since.every((one) => one === executed || together.includes(one)));

/** Whether no other reset explains as well what is wrong: one by who looked, or one of the conversation that shows it. */
export const isOfOneReset = (failure: Failure): boolean =>
  failure.comparison.of === 'answer'
    ? !mayBeGone(failure)
    : failure.transition.intervals.every(
        (interval) =>
          interval.differences.length === 0 ||
          interval.since.every((one) => isTheSame(one, failure.transition.executed) || !explains(one, interval)),
      );

/** Whether another user's reset may have taken the conversation that is refused: nobody has looked since. */
function mayBeGone({ trace, transition: { reset, claim, executed } }: Failure): boolean {
  if (reset === undefined || claim !== 'refused') return false;
  const { actor, conversation } = reset;
  const before = trace.events.slice(0, indexOfOperation(trace, executed));
  const seenAt = before.findLastIndex(
    (event) => event.kind === 'observations' && event.observations.some(({ view }) => isSameView(view, listOf(actor))),
  );
  return resetsIn({ events: before.slice(seenAt + 1) }).some(
    ({ operation }) => operation.actor !== actor && keyFor(actor, operation) === keyOf(conversation),
  );
}

/** Whether it is the same conversation of the same user. */
const isTheSame = ({ operation: one }: Executed, { operation: other }: Executed): boolean =>
  isReset(one) && isReset(other) && one.actor === other.actor && keyOf(one.conversation) === keyOf(other.conversation);

/** Whether it may have been this reset as well. */
function explains({ operation, answer }: Executed, compared: Compared): boolean {
  const { view } = compared.observation;
  if (!isReset(operation) || answer === 'refused') return false;
  const wrong = view.of === 'messages' ? [keyOf(view.peer)] : wrongRows(compared);
  const key = keyFor(view.owner, operation);
  return operation.actor === view.owner || wrong.some((one) => one === key);
}

/** Whether it was seen, and is no matter of what is usual. */
const isClear = (failure: Failure): boolean =>
  !failure.isUnusual && !restsOnPrediction(failure) && !isOfPlaceAlone(failure);

/** Whether a reset had no effect where its place alone could show one: where places are kept now and then, it is kept too. */
export function isOfPlaceAlone({ requirement, difference, transition }: Failure): boolean {
  const { reset, profile } = transition;
  if (requirement !== 'confirmed-did-it' || difference !== undefined || reset === undefined) return false;
  return usualEffect(reset, profile)?.texts !== 'hidden' || seenEffect(transition, reset).texts === undefined;
}

/** What was seen of operations that surely failed: one failure of theirs at least has no other explanation. */
export function sureOf(failures: readonly Failure[]): readonly Failure[] {
  const seen = failures.filter(isClear);
  const failing = new Set(seen.filter(isOfOneReset).map(({ transition }) => transition.executed));
  return seen.filter(({ transition }) => failing.has(transition.executed));
}
