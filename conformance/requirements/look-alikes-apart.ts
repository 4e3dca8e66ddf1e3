import { type Alike, alike } from '../check/alike.ts';
import { byFrame } from '../check/check.ts';
import { resetOf } from '../check/effect.ts';
import { keyOf } from '../scenario/scenario.ts';
import type { Requirement, Smallest } from './requirement.ts';

/**
 * What is done to the wrong one is found by the frame rule; it is reported here where it needs ids that look alike.
 */
export const lookAlikesApart: Requirement = {
  id: 'look-alikes-apart',
  level: 'derived',
  clauses: ['IDENTIFIERS-1', 'IDENTIFIERS-2'],
  clause: 'Identifiers',
  title: 'conversations whose ids look alike are kept apart',
  requests: ['none'],
  check: byFrame('look-alikes-apart'),
  isNeeded: (violation) => touchesAlike(violation) !== undefined,
};

/** How something else that has changed looks like what the request names, if it does. */
export function touchesAlike({
  transition,
  failed: { comparison, difference },
}: Pick<Smallest, 'transition' | 'failed'>): Alike | undefined {
  const reset = resetOf(transition);
  if (reset === undefined || comparison.of === 'answer' || transition.claim === 'refused') return undefined;
  const { actor, conversation } = reset;
  const rows = difference !== undefined && 'row' in difference ? [difference.row] : [];
  const movable = difference !== undefined && 'movable' in difference ? difference.movable : [];
  // Where the row of the request itself has moved or gone, others have not.
  const isOwn = [...rows, ...movable].includes(keyOf(conversation));
  const ids = [
    ...(comparison.owner === actor ? [] : [comparison.owner]),
    ...(comparison.of === 'list' ? [] : [comparison.peer.id]),
    ...(isOwn ? [] : [...rows, ...movable]).map((row) => row.slice(row.indexOf(':') + 1)),
  ];
  const isOfOtherKind = rows.some((row) => row.endsWith(`:${conversation.id}`) && !row.startsWith(conversation.kind));
  const sameName =
    comparison.of === 'messages' &&
    comparison.peer.id === conversation.id &&
    comparison.peer.kind !== conversation.kind;
  if (isOfOtherKind || sameName) return { how: 'name', ids: [conversation.id, conversation.id] };
  return ids.map((id) => alike(id, actor) ?? alike(id, conversation.id)).find((one) => one !== undefined);
}
