import { type Alike, alike } from '../check/alike.ts';
import type { Failure } from '../check/check-trace.ts';
import { resetOf } from '../check/effect.ts';
import { requirements } from '../requirements/all.ts';
import { leavesOut } from '../requirements/optional-fields.ts';
import { keyOf, type Scenario, wireSpellings } from '../scenario/scenario.ts';

const byId = new Map(requirements.map((requirement, rank) => [requirement.id, { ...requirement, rank }]));

/** Whether a requirement speaks of the answer, and not of what was done. */
export const isOfAnswer = (id: string): boolean => byId.get(id)?.about === 'answer';

/** The failures by the rank of their requirements: what says most comes first. */
export function byRank(failures: readonly Failure[]): readonly Failure[] {
  const rank = ({ requirement }: Failure): number => byId.get(requirement)?.rank ?? byId.size;
  return failures.toSorted((one, other) => rank(one) - rank(other));
}

/** The requirement that a failure is reported under: what shrinking could not remove was needed, and names it. */
export function nameOf(scenario: Scenario, failure: Failure): string {
  const { requirement, transition } = failure;
  const { operation } = transition.executed;
  if (operation.do !== 'reset') return requirement;
  const [wire] = operation.wire ?? [];
  if (wire !== undefined) return wireSpellings[wire].requirement;
  const last = scenario.steps.findLast((step) => step.do !== 'wait');
  const isAtOnce = last?.do === 'together' && last.operations.length > 1 && last.inOrder !== true;
  if (isAtOnce && !isOfAnswer(requirement)) return 'quiet-after-concurrency';
  if (requirement.endsWith('reset-works') && leavesOut(operation)) return 'optional-fields';
  return touchesAlike(failure) === undefined ? requirement : 'look-alikes-apart';
}

/** Requirements under which a failure of others is reported, for what shrinking could not remove. */
export const namedByNeed: ReadonlySet<string> = new Set([
  ...Object.values(wireSpellings).map(({ requirement }) => requirement),
  ...['quiet-after-concurrency', 'optional-fields', 'look-alikes-apart'],
]);

/** How something else that has changed looks like what the request names, if it does. */
export function touchesAlike({ transition, failed: { comparison, difference } }: Failure): Alike | undefined {
  const reset = resetOf(transition);
  if (reset === undefined || comparison.of === 'answer' || transition.claim === 'refused') return undefined;
  const { actor, conversation } = reset;
  const rows = difference !== undefined && 'row' in difference ? [difference.row] : [];
  const movable = difference !== undefined && 'movable' in difference ? difference.movable : [];
  // Where the row of the request itself has moved or gone, others have not.
  const isOwn = [...rows, ...movable].includes(keyOf(conversation));
  const ids = [
    ...(comparison.owner === actor ? [] : [comparison.owner]),
    ...(comparison.peer === undefined ? [] : [comparison.peer.id]),
    ...(isOwn ? [] : [...rows, ...movable]).map((row) => row.slice(row.indexOf(':') + 1)),
  ];
  const isOfOtherKind = rows.some((row) => row.endsWith(`:${conversation.id}`) && !row.startsWith(conversation.kind));
  const sameName = comparison.peer?.id === conversation.id && comparison.peer.kind !== conversation.kind;
  if (isOfOtherKind || sameName) return { how: 'name', ids: [conversation.id, conversation.id] };
  return ids.map((id) => alike(id, actor) ?? alike(id, conversation.id)).find((one) => one !== undefined);
}
