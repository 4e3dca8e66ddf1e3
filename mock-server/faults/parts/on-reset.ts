import {
  type ChatState,
  conversationsOf,
  type Guid,
  resetGroupConversation,
  resetUserConversation,
  type Uid,
} from '../../../core/index.ts';
import type { HttpReply, HttpRequest } from '../../http-message.ts';
import type { BrokenServer, NamelessFault } from '../fault.ts';
import { type AskedReset, isConfirmed, readReset, type Sides, withFields } from './asked-reset.ts';

/** A reset that a healthy server is about to execute, and all that a fault may want to know or do about it. */
export interface Situation {
  readonly reset: AskedReset;
  readonly request: HttpRequest;
  readonly server: BrokenServer;
  /** The acting user's list as it stands before the reset. */
  readonly rows: readonly ListRow[];
  /** Where in it the conversation stands, from 0. */
  readonly at: number;
  readonly row: ListRow;
  /** How often this conversation was reset before by this user. */
  readonly earlier: number;
  /** Executes the reset, possibly with other fields; undefined leaves one out. */
  readonly execute: (change?: Readonly<Record<string, unknown>>) => HttpReply;
}

/** When a fault acts. */
export interface Condition {
  (it: Situation): boolean;
  /** Where it holds too seldom for a quick run. */
  readonly budget?: 'default';
}

/** What a fault does in place of executing the reset. */
export type Action = (it: Situation) => HttpReply | Promise<HttpReply>;

/**
 * Acts where all conditions hold: on resets that come with the right key, for an acting user who has the conversation in
 * the list.
 */
export const onReset = (action: Action, ...conditions: readonly Condition[]): NamelessFault => ({
  budget: conditions.find(({ budget }) => budget !== undefined)?.budget,
  apply: async (request, server) => {
    const reset = readReset(request, server);
    if (reset === undefined || reset.actor === '' || reset.key !== server.apiKey) return server.next(request);
    const rows = rowsOf(server.state(), reset.actor);
    const at = rows.findIndex(({ kind, other }) => kind === reset.kind && other === reset.other);
    const row = rows[at];
    if (row === undefined) return server.next(request);

    const counted = `resets of ${row.kind} ${row.other} by ${row.actor}`;
    const earlier = Number(server.memory.get(counted) ?? 0);
    let refused = false;
    const execute: Situation['execute'] = (change) => {
      const reply = server.next(change === undefined ? request : withFields(request, change));
      refused = !isConfirmed(reply);
      return reply;
    };
    const situation = { reset, request, server, rows, at, row, earlier, execute };
    const reply = await (conditions.every((holds) => holds(situation)) ? action(situation) : execute());
    if (!refused) server.memory.set(counted, earlier + 1);
    return reply;
  },
});

/** A row of a conversation list, named as by its owner. */
export type ListRow = ReturnType<typeof rowsOf>[number];

/** Anybody's list, or the first 1,000 rows of it; none where there is no such user. */
export function rowsOf(state: ChatState, uid: string) {
  const page = conversationsOf(state, uid as Uid, { from: 0, count: 1000 });
  const rows = page.ok ? page.value.rows : [];
  return rows.map(({ conversation, unread, lastMessage }) => ({
    kind: conversation.kind,
    actor: uid,
    other: conversation.kind === 'user' ? conversation.uid : conversation.guid,
    unread,
    /** Undefined while there is no message to be read. */
    lastSender: lastMessage?.sender,
  }));
}

/** A reset that nobody asked for. */
export interface ExtraReset extends Sides {
  readonly preserveOrder?: boolean;
  readonly permanently?: boolean;
}

/** Executes one; without a conversation to reset it comes to nothing. */
export function executeExtra({ change, behaviour }: BrokenServer, extra: ExtraReset): void {
  const { kind, other, preserveOrder, permanently: deleteMessagesPermanently = false } = extra;
  const actor = extra.actor as Uid;
  change((state) => {
    if (kind === 'group') {
      return resetGroupConversation(state, { actor, guid: other as Guid, preserveOrder }, behaviour).state;
    }
    const command = { actor, path: actor, conversationWith: other as Uid, deleteMessagesPermanently, preserveOrder };
    return resetUserConversation(state, command, { ...behaviour, addressing: ['path-actor'] }).state;
  });
}
