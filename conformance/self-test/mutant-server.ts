import { type Input, partsOf, type Reader, type Row, readers, type Seen, seenKey, stateKey } from '../tour/machine.ts';
import type { Handle } from './handle.ts';
import type { Mutant } from './mutants.ts';
import { type Message, type NaiveState, openThread, seenBy, type Thread } from './naive-server.ts';
import { hide, reveal } from './parts/state.ts';
import { confirmation, isConfirmed, refusal, type Step, type Vary, variedServer } from './varied-server.ts';

/**
 * The naive server, for the world of one walk, whatever its ids begin with. With a mutant it goes wrong whenever it is in
 * that state and gets that input, and goes on from where this has led. Messages that can be read again are those that
 * were sent.
 */
export const mutantServer = (mutant?: Mutant): Handle =>
  variedServer(mutant === undefined ? {} : { vary: goingWrong(mutant) });

function goingWrong({ from, input, outcome, answer: wrong }: Mutant): Vary {
  /** Every message there ever was. */
  const sent = new Map<Row, Set<Message>>();
  return (step) => {
    const { state, reset, next } = step;
    const before = textsIn(state);
    const seen = seenIn(state);
    const isMeant =
      stateKey({ ...seen, sent: [...sent.keys()].filter((row) => row !== 'outsider').sort() }) === stateKey(from) &&
      JSON.stringify(inputOf(step)) === JSON.stringify(input);
    const answer = next();
    for (const thread of state.threads)
      for (const it of thread.messages) sent.set(rowOf(thread), (sent.get(rowOf(thread)) ?? new Set()).add(it));
    if (!isMeant) return answer;
    const after = textsIn(state);
    // A message that has no effect is not shown.
    const shown = seenKey(outcome) === seenKey(seen) ? [before, after] : [after, before];
    showLists(state, outcome);
    for (const reader of readers) {
      const all = [...(sent.get(partsOf(reader).row) ?? [])];
      const texts = [...shown.map((some) => some.get(reader) ?? []), all].find(({ length }) => length > 0) ?? [];
      showTexts(state, reader, all, outcome.readable.includes(reader) ? texts : []);
    }
    if (reset === undefined || isConfirmed(answer) === (wrong === 'confirmed')) return answer;
    return wrong === 'confirmed' ? confirmation(reset) : refusal(404);
  };
}

const named = (id: string): string => id.slice(id.lastIndexOf('-') + 1);
const partyOf = ({ parties }: NaiveState, name: string) => parties.find(({ id }) => named(id) === name);
const threadOf = ({ threads }: NaiveState, row: Row) => threads.find((thread) => rowOf(thread) === row);
const rowOf = ({ kind, ids }: Thread): Row => (ids.some((id) => named(id) === 'outsider') ? 'outsider' : kind);

/** Before every walk the outsider writes. */
function inputOf({ call, request: { json }, asker, reset }: Step): Input | undefined {
  if (reset !== undefined) {
    const { kind, preserve: preserveOrder, permanent: permanently } = reset;
    return { do: 'reset', actor: named(reset.actor) === 'me' ? 'me' : 'peer', in: kind, preserveOrder, permanently };
  }
  if (call !== 'POST /v3/messages' || named(asker?.id ?? '') === 'outsider') return undefined;
  return { do: 'message', in: (json as { receiverType: 'user' | 'group' }).receiverType };
}

type Texts = ReadonlyMap<Reader, readonly Message[]>;

const textsIn = (state: NaiveState): Texts =>
  new Map(
    readers.map((reader) => {
      const { owner, row } = partsOf(reader);
      return [reader, seenBy(partyOf(state, owner), threadOf(state, row)?.messages)];
    }),
  );

function seenIn(state: NaiveState): Seen {
  const listOf = (owner: string) => (partyOf(state, owner)?.rows ?? []).map(({ thread }) => rowOf(thread));
  const texts = textsIn(state);
  return { me: listOf('me'), peer: listOf('peer'), readable: readers.filter((one) => texts.get(one)?.length !== 0) };
}

function showLists(state: NaiveState, seen: Seen): void {
  for (const owner of ['me', 'peer'] as const) {
    const party = partyOf(state, owner);
    if (party === undefined) continue;
    party.rows = seen[owner].map((row) => {
      const name = { user: owner === 'me' ? 'peer' : 'me', group: 'group', outsider: 'outsider' }[row];
      const other = partyOf(state, name)?.id ?? '';
      // Also where nobody has written yet.
      const thread = openThread(state, row === 'group' ? row : 'user', party.id, other);
      return { thread, other, unread: 0, createdAt: 0, updatedAt: 0 };
    });
  }
}

/** Of all messages of a conversation that there ever were, shows these. */
function showTexts(state: NaiveState, reader: Reader, all: readonly Message[], shown: readonly Message[]): void {
  const { owner, row } = partsOf(reader);
  const [party, thread] = [partyOf(state, owner), threadOf(state, row)];
  if (thread !== undefined) thread.messages = [...all];
  hide(all, party);
  reveal(shown, party);
}
