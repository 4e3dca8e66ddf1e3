import { didYouMean } from '../../fixtures/problem.ts';
import { strayFields } from '../decode-command.ts';
import { parseJsonObject } from '../decode-json.ts';
import type { Recorded } from '../journal.ts';
import { errorIn } from '../refusal.ts';
import { findRoute } from '../route.ts';

/** What was nearly right about a request: what its refusal says of it, or what of its body was passed over. */
export function hintsOf(entry: Recorded): readonly string[] {
  const { request, status = 0 } = entry;
  if (status >= 300) {
    const { message = '', devMessage = '' } = errorIn(entry.body) ?? {};
    return devMessage.startsWith(`${message} `) ? [devMessage.slice(message.length + 1)] : [];
  }
  const route = findRoute(request);
  const known = route.ok ? route.value.call.resetFields : undefined;
  if (known === undefined) return [];
  const strays = strayFields(parseJsonObject(request.body) ?? {}, known);
  return strays.map((name) => `The field ${name} was ignored${didYouMean(name, known)}.`);
}
