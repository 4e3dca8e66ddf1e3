import {
  type Addressing,
  type Conversation,
  conversationId,
  type Guid,
  type Uid,
  withGroup,
  withUser,
} from '../../../core/index.ts';
import { jsonIn, member } from '../../../fixtures/plain-data.ts';
import { decodePercent, guidAsGiven, uidAsGiven } from '../../decode-id.ts';
import { type JsonObject, parseJsonObject } from '../../decode-json.ts';
import type { HttpReply, HttpRequest } from '../../http-message.ts';
import type { BrokenServer } from '../fault.ts';

/** A request for a reset, as far as a fault needs to read it. */
export interface AskedReset extends Sides {
  /** The id in the path, decoded. */
  readonly path: string;
  /** A group reset has one form only, which says `path-peer`. */
  readonly form: Addressing;
  /** The key that came with it; empty when none did. */
  readonly key: string;
  /** The fields of the body; none when there is no JSON object. */
  readonly fields: JsonObject;
}

/** Names a conversation, and who of it acts. */
export interface Sides {
  readonly kind: 'user' | 'group';
  /** Empty when nobody is named. */
  readonly actor: string;
  /** A uid or a guid; empty when nobody but the acting user is named. */
  readonly other: string;
}

export const conversationOf = ({ kind, other }: Sides): Conversation =>
  kind === 'user' ? withUser(other as Uid) : withGroup(other as Guid);

/** As the service spells it. */
export const idOf = (sides: Sides): string => conversationId(sides.actor as Uid, conversationOf(sides));

/** Undefined for every other call. Ids are as the server keeps them. */
export function readReset(
  { method, url, headers, body }: HttpRequest,
  { behaviour }: BrokenServer,
): AskedReset | undefined {
  const [, root, id] = /^\/v3\/(users|groups)\/([^/?]+)\/conversation(?:\?|$)/.exec(url) ?? [];
  if (method !== 'DELETE' || id === undefined) return undefined;
  const path = (root === 'groups' ? guidAsGiven : uidAsGiven)(decodePercent(id), behaviour);
  const actor = uidAsGiven(headers['onbehalfof'] ?? '', behaviour);
  const fields = jsonObject(body);
  const { conversationWith } = fields;
  const named = typeof conversationWith === 'string' ? uidAsGiven(conversationWith, behaviour) : '';
  const said = { path, actor, key: headers['apikey'] ?? '', fields };
  if (root === 'groups') return { kind: 'group', other: path, form: 'path-peer', ...said };
  const other = path === actor ? named : path;
  const form = path === actor ? 'path-actor' : named === actor ? 'path-peer-echo' : 'path-peer';
  return { kind: 'user', other, form, ...said };
}

/** The request with some fields in place of those it had; a field that becomes undefined is left out. */
export function withFields(request: HttpRequest, change: Readonly<Record<string, unknown>>): HttpRequest {
  return { ...request, body: JSON.stringify({ ...jsonObject(request.body), ...change }) };
}

export const withHeader = (request: HttpRequest, name: string, value: string | undefined): HttpRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

export const isConfirmed = ({ status, body }: HttpReply): boolean => status === 200 && dataIn(body)['success'] === true;

/** The object in a text; without fields when there is none. */
export const jsonObject = (text: string): JsonObject => parseJsonObject(text) ?? {};

/** What the body of an answer has under `data`. */
export const dataIn = (body: string): JsonObject => member(jsonIn(body), 'data');
