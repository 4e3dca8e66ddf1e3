import { type Conversation, conversationId, type Guid, type Uid, withGroup, withUser } from '../../core/index.ts';
import { decodePercent } from '../decode-id.ts';
import { isJsonObject, type JsonObject } from '../decode-json.ts';
import type { HttpRequest } from '../http-message.ts';

/** A request for a reset, as far as a fault needs to read it. */
export interface AskedReset {
  readonly kind: 'user' | 'group';
  /** The id in the path, decoded. */
  readonly path: string;
  /** Empty when nobody is named. */
  readonly actor: string;
  /** The other side: a uid or a guid; empty when nobody but the acting user is named. */
  readonly other: string;
  readonly form: Form;
  /** The fields of the body; none when there is no JSON object. */
  readonly fields: JsonObject;
}

/** As in the behaviour's axis `addressing`; a group reset has one form only, which says `path-peer`. */
export type Form = 'path-actor' | 'path-peer' | 'path-peer-echo';

/** Names a conversation, and who of it acts. */
export type Sides = Pick<AskedReset, 'kind' | 'actor' | 'other'>;

export const conversationOf = ({ kind, other }: Sides): Conversation =>
  kind === 'user' ? withUser(other as Uid) : withGroup(other as Guid);

/** As the service spells it. */
export const idOf = (sides: Sides): string => conversationId(sides.actor as Uid, conversationOf(sides));

/** Undefined for every other call. */
export function readReset({ method, url, headers, body }: HttpRequest): AskedReset | undefined {
  const [, root, id] = /^\/v3\/(users|groups)\/([^/?]+)\/conversation(?:\?|$)/.exec(url) ?? [];
  if (method !== 'DELETE' || id === undefined) return undefined;
  const path = decodePercent(id);
  const actor = headers['onbehalfof'] ?? '';
  const fields = jsonObject(body);
  const named = fields['conversationWith'];
  if (root === 'groups') return { kind: 'group', path, actor, other: path, form: 'path-peer', fields };
  const other = path !== actor ? path : typeof named === 'string' ? named : '';
  return { kind: 'user', path, actor, other, form: formOf(path, actor, named), fields };
}

const formOf = (path: string, actor: string, named: unknown): Form =>
  path === actor ? 'path-actor' : named === actor ? 'path-peer-echo' : 'path-peer';

/** The request with some fields in place of those it had; a field that becomes undefined is left out. */
export function withFields(request: HttpRequest, change: Readonly<Record<string, unknown>>): HttpRequest {
  return { ...request, body: JSON.stringify({ ...jsonObject(request.body), ...change }) };
}

export const withHeader = (request: HttpRequest, name: string, value: string | undefined): HttpRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

/** The object in a text; without fields when there is none. */
export const jsonObject = (text: string): JsonObject => asObject(parsed(text));

/** What the body of an answer has under `data`. */
export const dataIn = (body: string): JsonObject => asObject(jsonObject(body)['data']);

export const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
