import { accept, type Behaviour, type Result, refuse } from '../core/index.ts';
import { didYouMean, mostProblems } from '../fixtures/problem.ts';
import { Fields } from './decode-fields.ts';
import { guidAsGiven, uidAsGiven } from './decode-id.ts';
import { type JsonObject, parseJsonObject, whyNoObject } from './decode-json.ts';
import type { HttpRequest } from './http-message.ts';
import { answerTo, type Refusal } from './refusal.ts';
import type { Routed } from './route.ts';

/** The command that a request asks for, or all that is wrong with its query or body. */
export function decodeCommand({ call, request, query, uid, guid }: Routed, behaviour: Behaviour) {
  const { resetFields } = call;
  const isReset = resetFields !== undefined;
  const given = isReset ? readReset(request, behaviour, resetFields) : readFields(request, query);
  if (!given.ok) return given;
  const fields = new Fields(given.value, isReset ? behaviour.wrongType : 'rejected');
  const asked = { uid: uidAsGiven(uid, behaviour), guid: guidAsGiven(guid, behaviour), fields };
  const command = call.decode(asked, behaviour);
  const details = fields.problems();
  if (command !== undefined && details === undefined) return accept(command);
  return refuse<Refusal>({ kind: isReset ? 'wrongType' : 'invalidField', details: details ?? {} });
}

/** Of a body, no bytes count as `{}`. */
function readFields({ method, body }: HttpRequest, query: string): Result<JsonObject, Refusal> {
  if (method === 'GET' || method === 'HEAD') return accept(Object.fromEntries(new URLSearchParams(query)));
  const object = body === '' ? {} : parseJsonObject(body);
  return object === undefined ? refuse({ kind: 'malformedBody', hint: whyNoObject(body) }) : accept(object);
}

/**
 * The body of a reset. The spec is silent on all that can be wrong with it: axes `emptyBody`, `missingContentType`,
 * `unknownField`, and the status of `malformedBody`, where 200 makes it count as `{}`.
 */
function readReset(
  { headers, body }: HttpRequest,
  behaviour: Behaviour,
  known: readonly string[],
): Result<JsonObject, Refusal> {
  if (body === '' && behaviour.emptyBody === 'rejected') return refuse({ kind: 'emptyBody' });
  if (body !== '' && behaviour.missingContentType === 'rejected' && !isJson(headers['content-type'])) {
    return refuse({ kind: 'missingContentType' });
  }
  const object = body === '' ? {} : parseJsonObject(body);
  if (object === undefined && answerTo('malformedBody', behaviour.statuses).accepted !== 'passed') {
    return refuse({ kind: 'malformedBody', hint: whyNoObject(body) });
  }
  const strays = behaviour.unknownField === 'rejected' ? strayFields(object ?? {}, known) : [];
  if (strays.length === 0) return accept(object ?? {});
  const problem = (name: string) =>
    `is not a field of this call, which knows ${known.join(', ')}${didYouMean(name, known)}`;
  const details = Object.fromEntries(strays.slice(0, mostProblems).map((name) => [name, [problem(name)]]));
  return refuse({ kind: 'unknownField', details });
}

/** `application/json`, with or without parameters such as a charset. */
const isJson = (contentType: string | undefined): boolean => /^\s*application\/json\s*(;|$)/i.test(contentType ?? '');

export const strayFields = (object: JsonObject, known: readonly string[]): readonly string[] =>
  Object.keys(object).filter((name) => !known.includes(name));
