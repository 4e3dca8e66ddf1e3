import type { Behaviour, ChatState, Result, Uid } from '../core/index.ts';
import type { HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';
import type { Answer, Confirmation } from './wire-types.ts';

/** A request whose route is known. Ids are decoded, but may still be anything. */
export interface RoutedRequest {
  readonly request: HttpRequest;
  /** What follows the question mark; empty when nothing does. */
  readonly query: string;
  /** `{uid}` or `{guid}` of the path; empty where the path has none. */
  readonly id: string;
  /** `{uid}` of a group's member; empty where the path has none. */
  readonly memberUid: string;
}

/** For whom a command is done, when, and under which choices. */
export interface Circumstances<Actor> {
  readonly actor: Actor;
  /** Whole UNIX seconds. */
  readonly at: number;
  readonly behaviour: Behaviour;
}

/** What was done, and all that an answer may tell of it. */
export interface Done<Value, Command, Actor> {
  readonly value: Value;
  readonly command: Command;
  readonly actor: Actor;
  readonly state: ChatState;
}

/** A successful answer, before it becomes text. */
export interface Body {
  readonly data: unknown;
  readonly meta?: unknown;
}

interface Steps<Command, Value, Actor> {
  /** Reads a request into a command, or says what is wrong with it. */
  decode(asked: RoutedRequest, behaviour: Behaviour): Result<Command, Refusal>;
  /** Core does it, or refuses. */
  perform(
    state: ChatState,
    command: Command,
    by: Circumstances<Actor>,
  ): { readonly state: ChatState; readonly outcome: Result<Value, Refusal> };
  encode(done: Done<Value, Command, Actor>): Body;
  /** The two calls of the specification. */
  readonly isReset?: true;
  /** Of a reset: the id of the conversation, as far as the command names one. */
  conversationNamed?(command: Command, actor: Uid | undefined): string;
}

/** One call of the API: decode, perform, encode, in this order. */
export type Call<Command = unknown, Value = unknown> =
  | (Steps<Command, Value, Uid> & { readonly actor: 'required' })
  | (Steps<Command, Value, Uid | undefined> & { readonly actor: 'optional' | 'unused' });

/** Lets the three steps of a call agree on their types, which the table of routes forgets. */
export const call = <Command, Value>(steps: Call<Command, Value>): Call => steps as Call;

/** The answer of the calls that have nothing to show. */
export const success = (message: string): Answer<Confirmation> => ({ data: { success: true, message } });
