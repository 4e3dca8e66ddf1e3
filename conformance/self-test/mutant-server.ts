import type { Behaviour } from '../../core/index.ts';
import { type Input, partsOf, type Reader, type Row, readers, type Seen, seenKey, stateKey } from '../tour/machine.ts';
import { keys } from './mock-targets.ts';
import type { Mutant } from './mutants.ts';
import type { Answer, Kind, Row as ListRow, Message, NaiveState, Party, Thread } from './naive-server.ts';
import { confirmation, partyOf, refusal, type Step, threadOf, variedServer } from './varied-server.ts';

export type MutantServer = ReturnType<typeof mutantServer>;

/**
 * A server with one wrong transition, for each world in it: whenever what the world's users see is the mutant's state,
 * and the request is its input. Messages that can be read again are those that were sent. Without a mutant it is healthy.
 */
export function mutantServer(mutant: Mutant | undefined, behaviour: Behaviour) {
  let reached = 0;
  /** All that was ever sent; a deletion takes nothing away. */
  const archive = new Map<Thread, Message[]>();

  function vary(step: Step): Answer {
    const asked = inputIn(step, behaviour);
    if (asked === undefined) return step.next();
    const { scope, input } = asked;
    const world = worldIn(step.state, scope);
    const before = world.snapshot();
    const sent = (['group', 'user'] as const).filter((row) => archive.has(world.threadOf(row)));
    const answer = step.next();
    if (input.do === 'message') {
      const thread = world.threadOf(input.in);
      archive.set(thread, [...(archive.get(thread) ?? []), ...thread.messages.slice(-1)]);
    }
    const isDue = mutant && isSame(input, mutant.input) && stateKey({ ...before.seen, sent }) === stateKey(mutant.from);
    if (!isDue) return answer;
    reached += 1;
    world.show(mutant.outcome, before, archive);
    const isAsWanted = (answer.status === 200) === (mutant.answer === 'confirmed');
    return isAsWanted ? answer : otherAnswer(step, mutant);
  }

  const { handle, state } = variedServer({ behaviour, vary }, keys);
  return {
    handle,
    /** What the users of a world see, whose ids begin so. */
    seen: (scope: string): Seen => worldIn(state, scope).snapshot().seen,
    /** How often it did wrong. */
    reached: () => reached,
  };
}

const isSame = (one: Input, other: Input): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Which input a request is, and what the ids of its world begin with; undefined for every other request. */
function inputIn(
  { request, reset, asker, state }: Step,
  behaviour: Behaviour,
): { readonly scope: string; readonly input: Input } | undefined {
  const [, scope, who] = /^(.*?)(me|peer)$/.exec(asker?.id ?? '') ?? [];
  if (scope === undefined || partyOf(state, 'group', `${scope}group`) === undefined) return undefined;
  const { receiverType, receiver } = (request.json || {}) as Readonly<Record<string, unknown>>;
  const [kind, id] = reset === undefined ? [receiverType, receiver] : [reset.kind, reset.other];
  const row = (['user', 'group'] as const).find((one) => one === kind);
  if (row === undefined || id !== otherSide(scope, who, row)) return undefined;
  if (reset === undefined) return who === 'me' ? undefined : { scope, input: { do: 'message', in: row } };
  const omitted = behaviour.deleteMessagesPermanentlyOmitted === 'as-true';
  const permanently = row === 'user' && (reset.body['deleteMessagesPermanently'] ?? omitted) === true;
  const actor = who === 'me' ? 'me' : 'peer';
  return { scope, input: { do: 'reset', actor, in: row, preserveOrder: reset.preserve, permanently } };
}

/** The other side of a conversation, as one of the two users names it. */
function otherSide(scope: string, owner: string | undefined, row: Row): string {
  if (row !== 'user') return scope + row;
  return scope + (owner === 'me' ? 'peer' : 'me');
}

type Read = ReadonlyMap<Reader, readonly Message[]>;
type Lists = Readonly<Record<'me' | 'peer', readonly ListRow[]>>;
type Snapshot = ReturnType<ReturnType<typeof worldIn>['snapshot']>;

/** The users of one world, and what the naive server keeps of them. */
function worldIn(state: NaiveState, scope: string) {
  const users = { me: userNamed('me'), peer: userNamed('peer') };

  function userNamed(name: string): Party {
    const user = partyOf(state, 'user', scope + name);
    if (user === undefined) throw new Error(`there is no ${scope}${name}`);
    return user;
  }

  function threadIn(row: Row): Thread {
    const [kind, other]: [Kind, string] = [row === 'group' ? 'group' : 'user', otherSide(scope, 'me', row)];
    const found = threadOf(state, kind, users.me.id, other);
    const thread = found ?? { kind, ids: kind === 'group' ? [other] : [users.me.id, other], messages: [] };
    if (found === undefined) state.threads.push(thread);
    return thread;
  }

  const rowNamed = ({ thread, other }: ListRow): Row => (other === `${scope}outsider` ? 'outsider' : thread.kind);

  function snapshot() {
    const read: Read = new Map(
      readers.map((reader) => {
        const { owner, row } = partsOf(reader);
        return [reader, threadIn(row).messages.filter((it) => !it.hiddenFrom.includes(users[owner]))];
      }),
    );
    const { me, peer } = users;
    const readable = readers.filter((reader) => read.get(reader)?.length !== 0);
    const seen: Seen = { me: me.rows.map(rowNamed), peer: peer.rows.map(rowNamed), readable };
    const stored = new Map(state.threads.map((thread) => [thread, thread.messages] as const));
    const lists: Lists = { me: me.rows, peer: peer.rows };
    return { seen, stored, lists, read };
  }

  /** Changes the state so that the users see `wanted`. Rows move, and messages are hidden or can be read again. */
  function show(wanted: Seen, before: Snapshot, archive: ReadonlyMap<Thread, readonly Message[]>): void {
    const after = snapshot();
    const shown = seenKey(wanted) === seenKey(before.seen) ? [before, after] : [after, before];
    for (const owner of ['me', 'peer'] as const) {
      const had = [...after.lists[owner], ...before.lists[owner]];
      users[owner].rows = wanted[owner].map((row): ListRow => {
        const fresh = { other: otherSide(scope, owner, row), unread: 0, createdAt: 0, updatedAt: 0 };
        return had.find((it) => rowNamed(it) === row) ?? { thread: threadIn(row), ...fresh };
      });
    }
    for (const reader of readers) {
      const { owner, row } = partsOf(reader);
      const thread = threadIn(row);
      const all = firstFilled(after.stored.get(thread), before.stored.get(thread), archive.get(thread));
      const reads = firstFilled(...shown.map(({ read }) => read.get(reader)), all);
      thread.messages = [...all];
      for (const it of all) {
        const others = it.hiddenFrom.filter((party) => party !== users[owner]);
        const isShown = wanted.readable.includes(reader) && reads.includes(it);
        it.hiddenFrom = isShown ? others : [...others, users[owner]];
      }
    }
  }

  return { threadOf: threadIn, snapshot, show };
}

const firstFilled = (...lists: readonly (readonly Message[] | undefined)[]): readonly Message[] =>
  lists.find((list) => list !== undefined && list.length > 0) ?? [];

function otherAnswer({ reset }: Step, { answer }: Mutant): Answer {
  return answer === 'refused' || reset === undefined ? refusal(404) : confirmation(reset);
}
