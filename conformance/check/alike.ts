import { conversationOf, keyOf } from '../scenario/conversations.ts';
import type { Failure } from './check-trace.ts';

type Found = Pick<Failure, 'transition' | 'comparison' | 'difference'>;

/** How two ids look alike; `name` where a user and a group have the same. */
export interface Alike {
  readonly how: 'beginning' | 'infix' | 'case' | 'pattern' | 'end' | 'name';
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

/**
 * Two ids of a scenario that look alike, one of which has changed or is named by the operation; undefined where none
 * do, or where it is the conversation that a reset names which is not as it should be.
 */
export function alikeIn(found: Found): Alike | undefined {
  const { comparison, difference, transition } = found;
  const { scenario, executed, claim } = transition;
  if (comparison.of === 'answer' || claim === 'refused' || isOfItself(found)) return undefined;
  const { users } = scenario;
  const guids = scenario.groups.map(({ id }) => id);
  const [user, { id }] = conversationOf(executed.operation);
  const rows = difference !== undefined && 'row' in difference ? [difference.row.replace(/^\w+:/, '')] : [];
  const read = comparison.of === 'messages' ? [comparison.peer.id, comparison.owner] : [];
  const all = [id, user, ...users, ...guids];
  for (const one of [...rows, ...read, id, user]) {
    if (users.includes(one) && guids.includes(one)) return { how: 'name', ids: [one, one] };
    const likeness = all.map((other) => alike(one, other)).find((it) => it !== undefined);
    if (likeness !== undefined) return likeness;
  }
  return undefined;
}

/** Whether what is wrong is the very row or conversation that a reset names, and not what somebody else wrote. */
function isOfItself({ transition: { reset }, comparison, difference }: Found): boolean {
  if (reset === undefined || comparison.of === 'answer' || comparison.owner !== reset.actor) return false;
  const key = keyOf(reset.conversation);
  if (comparison.of === 'messages') return keyOf(comparison.peer) === key && difference?.what !== 'messages foreign';
  const rows = difference === undefined ? [key] : 'row' in difference ? [difference.row] : [];
  return [...rows, ...(difference !== undefined && 'movable' in difference ? difference.movable : [])].includes(key);
}

function likenessOf(short: string, long: string): Alike['how'] | undefined {
  if (long.startsWith(short)) return 'beginning';
  if (long.includes('_user_')) return 'infix';
  if (short.toLowerCase() === long.toLowerCase()) return 'case';
  if (short.length > 40 && (long.startsWith(short.slice(0, 40)) || long.endsWith(short.slice(-40)))) return 'end';
  return isPattern(short, long) || isPattern(long, short) ? 'pattern' : undefined;
}

/** Whether each character is the same, or the mark that stands for any. */
const isPattern = (one: string, other: string): boolean =>
  one.length === other.length && [...one].every((char, at) => char === '_' || char === other[at]);
