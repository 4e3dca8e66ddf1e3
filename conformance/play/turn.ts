import type { Reset } from '../cases/case.ts';
import type { Cast, CastRow } from '../cases/cast.ts';
import { isPermanent } from '../cases/known.ts';
import { type ResetCall, resetRequest } from '../cases/reset-request.ts';
import { describeCall } from '../cases/say-reset.ts';
import type { WireReply } from '../target/http-client.ts';
import { keyOf, type View } from './ledger.ts';
import { baseOf, viewsOf } from './looks.ts';
import type { Play } from './play.ts';

/** One reset with all that is needed to judge it. */
export interface Turn {
  readonly step: Reset;
  readonly call: ResetCall;
  readonly castRow: CastRow;
  /** The row in the acting user's list. */
  readonly key: string;
  /** Undefined where nobody knows what the target does with a field that is left out. */
  readonly permanent: boolean | undefined;
  readonly own: View;
  readonly counterpart: string;
  readonly others: View;
  /** The row in the counterpart's list. */
  readonly othersKey: string;
}

/** Undefined where the acting user has no such row any more. */
export async function turnOf(play: Play, planned: Reset): Promise<Turn | undefined> {
  const step = saidBy(planned);
  const { cast } = play.stage;
  const acting = actingIn(play, step);
  const named = step.wire === 'three-names';
  if (acting === undefined || (named && !cast.hasCompany)) return undefined;
  const list = await baseOf(play, acting);
  const castRow = rowFor(play, step, list);
  if (castRow === undefined || (named && castRow.peer.kind === 'group')) return undefined;
  const { conversation, counterpart, theirs } = sidesOf(cast, castRow, step, acting);
  const key = keyOf(conversation);
  if (list.includes(key) === (step.by === 'bystander' || step.by === 'once-more')) return undefined;

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
      ...(named ? { third: thirdIn(play, step, castRow) } : {}),
    },
    castRow,
    key,
    permanent: isPermanent(conversation.kind, step, play.known),
    own: viewsOf(play, acting, conversation),
    counterpart,
    others: viewsOf(play, counterpart, theirs),
    othersKey: keyOf(theirs),
  };
}

/** Without a body nothing is said of either flag. */
const saidBy = (step: Reset): Reset =>
  step.wire === 'empty-body' ? { ...step, preserveOrder: 'left-out', permanently: 'left-out' } : step;

/** Which conversation is reset, who is on its other side, and what it is called there. */
function sidesOf({ protagonist }: Cast, { peer, other, seenByOthers }: CastRow, step: Reset, acting: string) {
  if (step.by === 'neighbour') {
    return { conversation: peer, counterpart: peer.id, theirs: { kind: 'user', id: acting } as const };
  }
  const others = seenByOthers(protagonist);
  if (namesPeerLast(step)) return { conversation: peer, counterpart: other, theirs: others };
  return acting === protagonist
    ? { conversation: peer, counterpart: other, theirs: others }
    : { conversation: others, counterpart: protagonist, theirs: peer };
}

/** Of a bystander who names the two sides of a conversation, in one order or the other. */
const namesPeerLast = ({ by, wire, row }: Reset): boolean =>
  by === 'bystander' && wire === 'three-names' && row % 2 === 0;

function thirdIn({ stage: { cast } }: Play, step: Reset, { other }: CastRow): string {
  if (step.by !== 'bystander') return cast.bystander;
  return namesPeerLast(step) ? cast.protagonist : other;
}

function actingIn({ stage: { cast } }: Play, step: Reset): string | undefined {
  if (step.by === 'other') return cast.rows[step.row % cast.rows.length]?.other;
  if (step.by !== 'bystander' && step.by !== 'neighbour') return cast.protagonist;
  return cast.hasCompany ? cast.bystander : undefined;
}

function rowFor({ stage: { cast } }: Play, step: Reset, list: readonly string[]): CastRow | undefined {
  const byKey = (key: string | undefined) => cast.rows.find(({ peer }) => keyOf(peer) === key);
  if (step.by === 'protagonist') return byKey(list[step.row % Math.max(list.length, 1)]);
  if (step.by === 'neighbour') return cast.rows.find(({ peer }) => peer.kind === 'user');
  if (step.by === 'once-more') {
    const gone = cast.rows.filter(({ peer }) => !list.includes(keyOf(peer)));
    return gone[step.row % Math.max(gone.length, 1)];
  }
  return cast.rows[step.row % cast.rows.length];
}

export async function sendReset(play: Play, call: ResetCall): Promise<WireReply> {
  const { narrator, target } = play.stage;
  const reply = await narrator.tell('act', describeCall(call), () => target.send(resetRequest(call, target.apiKey)));
  play.stage.changedAt = performance.now();
  // A gateway that gives up says nothing of what goes on behind it.
  play.inDoubt ||= reply.kind === 'lost' || reply.status === 504;
  return reply;
}

/** What is looked at around a reset, as it was before. */
export interface Watched {
  readonly before: readonly string[];
  readonly counterpartBefore: readonly string[];
  /** The lists of others: in turns, or all where the play is careful. */
  readonly thirds: ReadonlyMap<string, readonly string[]>;
  /** Other views, likewise. */
  readonly views: readonly View[];
}
