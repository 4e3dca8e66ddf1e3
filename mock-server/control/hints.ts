import type { Call } from '../call.ts';
import { didYouMean, strayFields } from '../decode-command.ts';
import { isJsonObject } from '../decode-json.ts';
import { errorIn } from '../refusal.ts';

/** What was nearly right about a request: what its refusal says of it, or what of its body was passed over. */
export function hintsOf(
  asked: unknown,
  call: Call | undefined,
  status: number | undefined,
  body: string,
): readonly string[] {
  if (status === undefined || status < 300) return ignoredFields(asked, call);
  const { message = '', devMessage = '' } = errorIn(body) ?? {};
  return devMessage.startsWith(`${message} `) ? [devMessage.slice(message.length + 1)] : [];
}

function ignoredFields(asked: unknown, call: Call | undefined): readonly string[] {
  const known = call?.resetFields;
  if (known === undefined || !isJsonObject(asked)) return [];
  return strayFields(asked, known).map((name) => `The field ${name} was ignored${didYouMean(name, known) || '.'}`);
}
