/** A value, or the reason why there is none. Expected refusals are returned, bugs are thrown. */
export type Result<Value, Refused> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refused };

export const accept = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });
export const refuse = <Refused>(refusal: Refused): Result<never, Refused> => ({ ok: false, refusal });
