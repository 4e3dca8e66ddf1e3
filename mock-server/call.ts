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

/** One call of the API: decode, execute, encode, in this order. */
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
  }): Answer<unknown>;
  /** Of the two calls of the specification: the fields that their bodies may have. */
  readonly resetFields?: readonly string[];
  /** Of a reset that had no effect, what it would have been answered, as far as it said what was meant. */
  confirm?(command: Command, actor: Uid | undefined): Answer<unknown>;
}

/** A call whose steps agree on their types, which the table of routes forgets. */
export type Call = Steps<unknown, unknown, Uid> & { readonly needsActor: boolean };

/** A call that is made in the name of a user. */
export const callOfUser = <Command, Value>(steps: Steps<Command, Value, Uid>): Call =>
  ({ ...steps, needsActor: true }) as Call;

/** A call that may be made without one. */
export const call = <Command, Value>(steps: Steps<Command, Value, Uid | undefined>): Call =>
  ({ ...steps, needsActor: false }) as Call;

export const encodeSuccess = (answer: Answer<unknown>): HttpReply => ({ status: 200, body: JSON.stringify(answer) });

/** The answer of the calls that have nothing to show. */
export const success = (message: string): Answer<Confirmation> => ({ data: { success: true, message } });
