import { type ChatState, conversationsOf, get, slice, type User } from '../../core/index.ts';
import { entriesAsJson, type JournalEntry, type JournalFilter } from '../control/control-journal.ts';
import { type Health, healthOf } from '../control/health.ts';
import { keyRemover } from '../control/without-keys.ts';
import { uidAsGiven } from '../decode-id.ts';
import type { Mock } from '../mock.ts';
import type { Sandbox } from '../sandbox.ts';

/** How much the page shows at most. */
const most = { entries: 1000, sandboxes: 200, users: 100, rows: 50 } as const;

/** What the page of the inspector shows, all at one moment. */
export interface Overview {
  /** Another one when the server or the sandbox is another one, so that nothing shown before still holds. */
  readonly run: string;
  readonly health: Health;
  /** The first so many of those with a name. */
  readonly sandboxes: readonly { readonly name: string; readonly entries: number }[];
  /** The numbers of the oldest entry that is kept, and of the newest, whatever the filter. */
  readonly oldest: number;
  readonly newest: number;
  /** The newest of those that fit. */
  readonly entries: readonly JournalEntry[];
  /** Stands for the state that the lists are of. */
  readonly seen: string;
  /** Left out where they are those of `seen`. With a filter by acting user, that one's list alone. */
  readonly lists?: readonly UserList[];
}

interface UserList {
  readonly uid: string;
  readonly name: string;
  /** How many rows there are; `rows` has the first of them. */
  readonly total: number;
  readonly rows: readonly { readonly kind: 'user' | 'group'; readonly id: string; readonly unread: number }[];
}

/** As JSON; `seen` is that of the overview before this one, empty for the first. */
export function overviewOf(mock: Mock, sandbox: Sandbox, filter: JournalFilter, seen: string): string {
  const { state, journal } = sandbox;
  const kept = journal.entries();
  const current = `${identityOf(state)}`;
  const withoutKeys = keyRemover(mock.keys);
  const last = Math.min(filter.last ?? most.entries, most.entries);
  const entries = entriesAsJson(sandbox, withoutKeys, { ...filter, last });
  const around: Omit<Overview, 'entries' | 'lists'> = {
    run: `${mock.startedAt}.${identityOf(sandbox)}`,
    health: healthOf(mock, sandbox),
    sandboxes: mock.sandboxes
      .list()
      .slice(-most.sandboxes)
      .map(({ name, journal }) => ({ name, entries: journal.size() })),
    oldest: kept[0]?.number ?? Number.MAX_SAFE_INTEGER,
    newest: kept.at(-1)?.number ?? 0,
    seen: current,
  };
  const lists = () => withoutKeys.inJson(JSON.stringify(listsOf(sandbox, filter.onBehalfOf)));
  const rest = `"entries":[${entries.join()}]${current === seen ? '' : `,"lists":${lists()}`}`;
  return `${JSON.stringify(around).slice(0, -1)},${rest}}`;
}

function listsOf({ state, behaviour }: Sandbox, only: string | undefined): readonly UserList[] {
  const one = only === undefined ? undefined : get(state.users, uidAsGiven(only, behaviour));
  const users = only === undefined ? slice(state.users, 0, most.users) : one === undefined ? [] : [one];
  return users.map((user) => listOf(state, user));
}

function listOf(state: ChatState, { uid, name }: User): UserList {
  const page = conversationsOf(state, uid, { from: 0, count: most.rows });
  const { total, rows } = page.ok ? page.value : { total: 0, rows: [] };
  return {
    uid,
    name,
    total,
    rows: rows.map(({ conversation, unread }) => ({
      kind: conversation.kind,
      id: conversation.kind === 'user' ? conversation.uid : conversation.guid,
      unread,
    })),
  };
}

const identities = new WeakMap<object, number>();
let identified = 0;

/** States are never changed, so the same number stands for the same state. */
function identityOf(one: object): number {
  const known = identities.get(one);
  if (known !== undefined) return known;
  identified += 1;
  identities.set(one, identified);
  return identified;
}
