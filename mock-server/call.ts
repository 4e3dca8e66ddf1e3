import type { Behaviour, ChatState, Result, Step, Uid } from '../core/index.ts';
import { bodyFields, type FieldReader } from './decode-fields.ts';
import type { HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';

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

/** One call of the API: reads a request, or says what is wrong with it. */
export type Call = (asked: RoutedRequest, behaviour: Behaviour) => Result<Command, Refusal>;

/** A call whose body, where there is one, has to be a JSON object. */
export const withBody =
  (read: (fields: FieldReader, asked: RoutedRequest, behaviour: Behaviour) => Result<Command, Refusal>): Call =>
  (asked, behaviour) => {
    const fields = bodyFields(asked.request);
    return fields.ok ? read(fields.value, asked, behaviour) : fields;
  };

/** What a caller wants: whether it is done for the user in `onBehalfOf`, and how. `at` is the time in whole seconds. */
export type Command = (ForActor | ForActorIfNamed | ForNobody) & {
  /** The resets only: the answer to a refusal with status 200, hence accepted without any effect. */
  readonly accepted?: (refusal: Refusal) => Body;
};

interface ForActor {
  readonly actor: 'required';
  readonly perform: (state: ChatState, actor: Uid, at: number) => Step<Body>;
}

interface ForActorIfNamed {
  readonly actor: 'optional';
  readonly perform: (state: ChatState, actor: Uid | undefined, at: number) => Step<Body>;
}

interface ForNobody {
  readonly actor: 'unused';
  readonly perform: (state: ChatState, at: number) => Step<Body>;
}

/** A successful answer, before it becomes text. */
export interface Body {
  readonly data: unknown;
  readonly meta?: unknown;
}

/** A core command's step with its value made an answer. */
export function answerWith<Value>(step: Step<Value>, encode: (value: Value) => unknown): Step<Body> {
  const { state, outcome } = step;
  return { state, outcome: outcome.ok ? { ok: true, value: { data: encode(outcome.value) } } : outcome };
}

/** The answer of the calls that have nothing to show. */
export const success = (message: string): { readonly success: true; readonly message: string } => ({
  success: true,
  message,
});
