import type { CastRow } from '../cases/cast.ts';
import { describeCall } from '../cases/say-reset.ts';
import { describeReply } from '../target/answer.ts';
import type { Peer } from '../target/driver.ts';
import type { WireReply } from '../target/http-client.ts';
import { nameOf } from '../target/rest-driver.ts';
import { judgeConfirmation, type Named } from './judge-answer.ts';
import { viewKey } from './ledger.ts';
import { count, mismatch, type Play } from './play.ts';
import type { Turn } from './turn.ts';

/** Judges the answer to a reset that was done, and counts what it was judged by. */
export function judgeWire(play: Play, turn: Turn, reply: WireReply): void {
  // A target may fold case in what it says to people; then an id that differs in case alone is named in both.
  const named = play.scene.names === 'case' ? undefined : namedBy(play, turn);
  for (const wrong of judgeConfirmation(reply, named)) {
    play.mismatches.push(
      mismatch(
        play,
        wrong.requirement,
        wrong.summary,
        { of: 'answer', subject: describeCall(turn.call), expected: wrong.expected, seen: describeReply(reply) },
        false,
      ),
    );
  }
  for (const requirement of ['status-200', 'media-type', 'success-true'] as const) count(play, requirement);
  if (named === undefined) return;
  count(play, 'message-names-conversation');
  count(play, 'message-names-acting-user');
  if (named.others.length > 0) count(play, 'message-names-no-other');
}

function namedBy(play: Play, { call, castRow }: Turn): Named {
  const { protagonist, rows } = play.stage.cast;
  const peerOf = (row: CastRow): Peer => (call.actor === protagonist ? row.peer : row.seenByOthers(protagonist));
  const idsOf = (peer: Peer) => {
    const own = play.stage.ledger.conversationIds.get(viewKey(call.actor, peer));
    return [...(own === undefined ? [] : [own]), ...spelledIds(call.actor, peer)];
  };
  const namesOf = (peer: Peer) => [...idsOf(peer), peer.id, nameOf(peer.id)];
  const others = call.actor === protagonist ? rows.filter((row) => row !== castRow).map(peerOf) : [];
  return {
    actor: call.actor,
    conversation: namesOf(call.conversation),
    conversationIds: [call.conversation, ...others].flatMap(idsOf),
    others: others.map(namesOf),
  };
}

const spelledIds = (actor: string, { kind, id }: Peer): readonly string[] =>
  kind === 'group' ? [`group_${id}`] : [`${actor}_user_${id}`, `${id}_user_${actor}`];
