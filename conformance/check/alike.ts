import { keyOf } from '../scenario/scenario.ts';
import type { Failure } from './check-trace.ts';
import { resetOf } from './effect.ts';

/** How two ids look alike that are not the same. */
type Likeness = 'beginning' | 'infix' | 'case' | 'pattern' | 'end';

export interface Alike {
  readonly how: Likeness | 'name';
  /** The shorter id, and the longer one. */
  readonly ids: readonly [string, string];
}

/**
 * How two different ids look alike, if they do: one begins like the other, holds the mark between the two users of a
 * conversation id, differs in case alone, is a pattern for it, or differs at one end of many characters alone.
 */
export function alike(one: string, other: string): Alike | undefined {
  if (one === other) return undefined;
  const [short, long] =
    one.length < other.length || (one.length === other.length && one < other) ? [one, other] : [other, one];
  const how = likenessOf(short, long);
  return how && { how, ids: [short, long] };
}

/** How something else that has changed looks like what the request names, if it does. */
export function touchesAlike({
  transition,
  failed: { comparison, difference },
}: Pick<Failure, 'transition' | 'failed'>): Alike | undefined {
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

function likenessOf(short: string, long: string): Likeness | undefined {
  if (long.startsWith(short)) return 'beginning';
  if (long.includes('_user_')) return 'infix';
  if (short.toLowerCase() === long.toLowerCase()) return 'case';
  if (isPattern(short, long) || isPattern(long, short)) return 'pattern';
  const isLong = short.length > 40;
  return isLong && (long.slice(0, 40) === short.slice(0, 40) || long.endsWith(short.slice(-40))) ? 'end' : undefined;
}

/** Whether each character is the same, or the mark that stands for any. */
const isPattern = (one: string, other: string): boolean =>
  one.length === other.length && [...one].every((char, at) => char === '_' || char === other[at]);
