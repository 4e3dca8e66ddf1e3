import type { Reset } from './case.ts';
import type { CastRow } from './cast.ts';
import type { Peer } from './driver.ts';
import type { WireReply } from './http-client.ts';
import { isPermanent } from './known.ts';
import { keyOf, type View } from './ledger.ts';
import { baseOf, type Play, viewsOf } from './play.ts';
import { type ResetCall, resetRequest } from './reset-request.ts';
import { describeCall } from './say-reset.ts';

/** One reset with all that is needed to judge it. */
export interface Turn {
  readonly step: Reset;
  readonly call: ResetCall;
  readonly castRow: CastRow;
  /** The row in the acting user's list. */
  readonly key: string;
  readonly permanent: boolean;
  readonly own: View;
  readonly counterpart: string;
  readonly others: View;
  /** The row in the counterpart's list. */
  readonly othersKey: string;
}

/** Undefined where the acting user has no such row any more. */
export async function turnOf(play: Play, step: Reset): Promise<Turn | undefined> {
  const { cast } = play.stage;
  const acting = step.by === 'protagonist' ? cast.protagonist : cast.rows[step.row % cast.rows.length]?.other;
  if (acting === undefined) return undefined;
  const list = await baseOf(play, acting);
  const castRow =
    step.by === 'protagonist'
      ? cast.rows.find(({ peer }) => keyOf(peer) === list[step.row % Math.max(list.length, 1)])
      : cast.rows[step.row % cast.rows.length];
  if (castRow === undefined) return undefined;
  const seenByOthers = castRow.seenByOthers(cast.protagonist);
  const conversation = step.by === 'protagonist' ? castRow.peer : seenByOthers;
  const key = keyOf(conversation);
  if (!list.includes(key)) return undefined;

  const counterpart = step.by === 'protagonist' ? castRow.other : cast.protagonist;
  const theirs: Peer = step.by === 'protagonist' ? seenByOthers : castRow.peer;
  const { forms } = play.known;
  return {
    step,
    call: {
      actor: acting,
      conversation,
      form: typeof step.form === 'string' ? step.form : (forms[step.form % forms.length] ?? 'path-actor'),
      preserveOrder: step.preserveOrder,
      permanently: step.permanently,
      wire: step.wire,
    },
    castRow,
    key,
    permanent: isPermanent(conversation.kind, step.permanently, play.known),
    own: viewsOf(play, acting, conversation),
    counterpart,
    others: viewsOf(play, counterpart, theirs),
    othersKey: keyOf(theirs),
  };
}

export async function sendReset(play: Play, call: ResetCall): Promise<WireReply> {
  const { narrator, target } = play.stage;
  const reply = await narrator.tell('act', describeCall(call), () => target.send(resetRequest(call, target.apiKey)));
  play.stage.changedAt = performance.now();
  return reply;
}

/** What is looked at around a reset, as it was before. */
export interface Watched {
  readonly before: readonly string[];
  readonly counterpartBefore: readonly string[];
  /** Somebody else, in turns. */
  readonly third: { readonly uid: string; readonly before: readonly string[] } | undefined;
  /** Some other view, in turns. */
  readonly view: View | undefined;
}
