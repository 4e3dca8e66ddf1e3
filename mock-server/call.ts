import type { Behaviour, ChatState, Guid, Result, Uid } from '../core/index.ts';
import type { Fields } from './decode-fields.ts';
import type { HttpReply } from './http-message.ts';
import type { Refusal } from './refusal.ts';
import type { Answer, Confirmation } from './wire-types.ts';

/** What a command is made of. */
export interface Asked {
  /** `{uid}` and `{guid}` of the path; empty where it has none. */
  readonly uid: Uid;
  readonly guid: Guid;
  /** Of the query of a GET, of the body of all others. */
  readonly fields: Fields;
}

/** A successful answer, before it becomes text. */
export interface Body {
  readonly data: unknown;
  readonly meta?: unknown;
}

interface Steps<Command, Value, Actor> {
  /** Undefined where a field that it needs is missing, which `fields` has noted then. */
  decode(asked: Asked, behaviour: Behaviour): Command | undefined;
  /** Core does it, or refuses. */
  execute(
    state: ChatState,
    command: Command,
    /** In whole UNIX seconds. */
    by: { readonly actor: Actor; readonly at: number; readonly behaviour: Behaviour },
  ): { readonly state: ChatState; readonly outcome: Result<Value, Refusal> };
  encode(done: {
    readonly value: Value;
    readonly command: Command;
    readonly actor: Actor;
    readonly state: ChatState;
  }): Body;
  /** Of the two calls of the specification: the fields that their bodies may have. */
  readonly resetFields?: readonly string[];
  /** Of a reset that had no effect, what it would have been answered, as far as it said what was meant. */
  confirm?(command: Command, actor: Uid | undefined): Body;
}

/** One call of the API: decode, execute, encode, in this order. */
export type Call<Command = unknown, Value = unknown> =
  | (Steps<Command, Value, Uid> & { readonly needsActor: true })
  | (Steps<Command, Value, Uid | undefined> & { readonly needsActor?: false });

/** Lets the three steps of a call agree on their types, which the table of routes forgets. */
export const call = <Command, Value>(steps: Call<Command, Value>): Call => steps as Call;

export const encodeSuccess = (body: Body): HttpReply => ({ status: 200, body: JSON.stringify(body) });

/** The answer of the calls that have nothing to show. */
export const success = (message: string): Answer<Confirmation> => ({ data: { success: true, message } });
