import type { Addressing } from './behaviour.ts';
import type { Uid } from './ids.ts';
import type { Refusal } from './refusal.ts';
import { accept, type Result, refuse } from './result.ts';

/** The three places of a user reset in which a user is named. */
export interface Names {
  readonly actor: Uid;
  readonly path: Uid;
  readonly conversationWith: Uid | undefined;
}

/**
 * The other user of a user reset. One rule covers every form of addressing: the names given are exactly two
 * different users, one of them the acting one.
 */
export function otherUser(names: Names, accepted: readonly Addressing[]): Result<Uid, Refusal> {
  const { actor, path, conversationWith } = names;
  const other = path === actor ? conversationWith : path;
  const isThird = conversationWith !== undefined && conversationWith !== actor && conversationWith !== other;
  if (other === undefined || other === actor || isThird) return refuse({ kind: 'refusedAddressing' });
  return accepted.includes(formOf(names)) ? accept(other) : refuse({ kind: 'refusedAddressing' });
}

function formOf({ actor, path, conversationWith }: Names): Addressing {
  if (path === actor) return 'path-actor';
  return conversationWith === actor ? 'path-peer-echo' : 'path-peer';
}
