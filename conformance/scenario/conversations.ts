import type { Peer } from '../target/driver.ts';
import { isReset, type Operation, operationsOf, type Reset, type Scenario } from './scenario.ts';

export const toUser = (id: string): Peer => ({ kind: 'user', id });
export const toGroup = (id: string): Peer => ({ kind: 'group', id });

/** Names a conversation among those of one user. */
export const keyOf = ({ kind, id }: Peer): string => `${kind}:${id}`;

/** The conversation that a key names. */
export function peerOf(key: string): Peer {
  const [kind = ''] = key.split(':');
  return { kind: kind === 'group' ? 'group' : 'user', id: key.slice(kind.length + 1) };
}

/** Who takes part in a conversation, as seen by one of them. */
export function participantsOf({ groups }: Pick<Scenario, 'groups'>, user: string, peer: Peer): readonly string[] {
  if (peer.kind === 'user') return [user, peer.id];
  return groups.find(({ id }) => id === peer.id)?.members ?? [];
}

/** The same conversation as another participant sees it. */
export const seenBy = (participant: string, user: string, peer: Peer): Peer =>
  peer.kind === 'group' || participant === user ? peer : toUser(user);

/** Whose conversation an operation is about, and with whom. */
export const conversationOf = (operation: Operation): readonly [string, Peer] =>
  isReset(operation) ? [operation.actor, operation.conversation] : [operation.from, operation.to];

/** Names the conversation of an operation among those of `owner`; undefined where it is between two others. */
export function keyFor(owner: string, operation: Operation): string | undefined {
  const [user, peer] = conversationOf(operation);
  const mayBe = peer.kind === 'group' || [user, peer.id].includes(owner);
  return mayBe ? keyOf(seenBy(owner, user, peer)) : undefined;
}

/** Names the conversation of an operation, the same for all who take part. */
export function conversationName(operation: Operation): string {
  const [user, peer] = conversationOf(operation);
  return peer.kind === 'group' ? keyOf(peer) : [user, peer.id].toSorted().join(' ');
}

/** Somebody's conversations that were written in, the one with the latest message first. */
export function latestFirst({ groups, steps }: Pick<Scenario, 'groups' | 'steps'>, owner: string): readonly Peer[] {
  const peers = steps.flatMap((step) => {
    const isOwn = step.do === 'send' && participantsOf({ groups }, step.from, step.to).includes(owner);
    return isOwn ? [seenBy(owner, step.from, step.to)] : [];
  });
  return [...new Map(peers.toReversed().map((peer) => [keyOf(peer), peer])).values()];
}

/** The resets of a conversation by one user before a step. */
export function resetsBefore({ steps }: Scenario, step: number, actor: string, conversation: Peer): readonly Reset[] {
  const resets = steps.slice(0, step).flatMap(operationsOf).filter(isReset);
  return resets.filter((one) => one.actor === actor && keyOf(one.conversation) === keyOf(conversation));
}
