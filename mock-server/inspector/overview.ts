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
  readonly health: Health;
  /** The last so many of those with a name. */
  readonly sandboxes: readonly { readonly name: string; readonly entries: number }[];
  /** The number of the newest entry, whatever the filter; those that are kept are the ones before it. */
  readonly newest: number;
  /** The newest of those that fit. */
  readonly entries: readonly JournalEntry[];
  /** With a filter by acting user, that one's list alone. */
  readonly lists: ReturnType<typeof listsOf>;
}

export function overviewOf(mock: Mock, sandbox: Sandbox, filter: JournalFilter): string {
  const withoutKeys = keyRemover(mock.keys);
  const last = Math.min(filter.last ?? most.entries, most.entries);
  const entries = entriesAsJson(sandbox, withoutKeys, { ...filter, last });
  const around: Omit<Overview, 'entries' | 'lists'> = {
    health: healthOf(mock, sandbox),
    sandboxes: mock.sandboxes.list().slice(-most.sandboxes),
    newest: sandbox.journal.entries().at(-1)?.number ?? 0,
  };
  const lists = withoutKeys.inJson(JSON.stringify(listsOf(sandbox, filter.onBehalfOf)));
  return `${JSON.stringify(around).slice(0, -1)},"entries":[${entries.join()}],"lists":${lists}}`;
}

function listsOf({ cell: { state }, behaviour }: Sandbox, only: string | undefined) {
  const one = only === undefined ? undefined : get(state.users, uidAsGiven(only, behaviour));
  const users = only === undefined ? slice(state.users, 0, most.users) : one === undefined ? [] : [one];
  return users.map((user) => listOf(state, user));
}

/** With how many rows there are, and the first of them. */
function listOf(state: ChatState, { uid, name }: User) {
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
