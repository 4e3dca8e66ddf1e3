/** A value, or the reason why there is none. Expected refusals are returned, bugs are thrown. */
export type Result<Value, Refused> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refused };

export const accept = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });
export const refuse = <Refused>(refusal: Refused): Result<never, Refused> => ({ ok: false, refusal });

/** The value of what was checked before; that it is refused all the same is a bug. */
export function expected<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`this was not checked: ${JSON.stringify(result.refusal)}`);
  return result.value;
}
