import type { Addressing } from '../core/index.ts';
import type { Flag, Wire } from './case.ts';
import type { Peer } from './driver.ts';
import type { WireRequest } from './http-client.ts';

/** One reset as the suite means it, before it takes a form on the wire. */
export interface ResetCall {
  readonly actor: string;
  readonly conversation: Peer;
  readonly form: Addressing;
  readonly preserveOrder: Flag;
  readonly permanently: Flag;
  readonly wire: Wire;
}

/** The request that says `call`; spec, "Endpoints" and "Authentication". */
export function resetRequest(call: ResetCall, apiKey: string): WireRequest {
  const { wire } = call;
  const fields = bodyOf(call);
  const ordered = wire === 'reordered' ? Object.fromEntries(Object.entries(fields).reverse()) : fields;
  const headers: Record<string, string> = {};
  if (wire !== 'no-key') headers[name('apikey', wire)] = wire === 'wrong-key' ? wrongKey(apiKey, call) : apiKey;
  if (wire !== 'no-acting-user') headers[name('onBehalfOf', wire)] = call.actor;
  headers[name('Content-Type', wire)] = 'application/json';
  return {
    method: 'DELETE',
    path: pathOf(call),
    headers,
    body: wire === 'spaced' ? ` \n${JSON.stringify(ordered, null, '\t ')}\r\n ` : JSON.stringify(ordered),
    ...(wire === 'chunked' ? { chunked: true } : {}),
  };
}

function pathOf({ actor, conversation, form, wire }: ResetCall): string {
  const spell = wire === 'percent-encoded' ? percentEncoded : encodeURIComponent;
  if (conversation.kind === 'group') return `/groups/${spell(conversation.id)}/conversation`;
  return `/users/${spell(form === 'path-actor' ? actor : conversation.id)}/conversation`;
}

function bodyOf({ actor, conversation, form, preserveOrder, permanently, wire }: ResetCall): Record<string, unknown> {
  const order = preserveOrder === 'left-out' ? {} : { preserveOrder: preserveOrder === 'true' };
  if (conversation.kind === 'group') {
    return wire === 'foreign-fields' ? { ...order, deleteMessagesPermanently: true } : order;
  }
  return {
    ...(form === 'path-actor' ? { conversationWith: conversation.id } : {}),
    ...(form === 'path-peer-echo' ? { conversationWith: actor } : {}),
    ...(permanently === 'left-out' ? {} : { deleteMessagesPermanently: permanently === 'true' }),
    ...order,
  };
}

const percentEncoded = (id: string): string =>
  [...id].map((char, index) => (index % 3 === 0 ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : char)).join('');

const name = (header: string, wire: Wire): string =>
  wire === 'header-case'
    ? [...header].map((c, i) => (i % 2 === 0 ? c.toUpperCase() : c.toLowerCase())).join('')
    : header;

/**
 * A key that is certainly wrong: an unrelated one of the same length, or the right one with its first, a middle or
 * its last character changed. Which of them depends on the acting user's id, so that a run meets each.
 */
export function wrongKey(apiKey: string, { actor }: Pick<ResetCall, 'actor'>): string {
  const variant = [...actor].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 4;
  if (variant === 0) return [...apiKey].map(changed).join('');
  const at = variant === 1 ? 0 : variant === 2 ? Math.floor(apiKey.length / 2) : apiKey.length - 1;
  return apiKey.slice(0, at) + changed(apiKey.charAt(at)) + apiKey.slice(at + 1);
}

const changed = (char: string): string =>
  /[0-9]/.test(char) ? String((Number(char) + 5) % 10) : char === 'q' ? 'z' : 'q';
