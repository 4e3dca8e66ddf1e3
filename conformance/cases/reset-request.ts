import type { Addressing } from '../../core/index.ts';
import type { Peer } from '../target/driver.ts';
import type { WireRequest } from '../target/http-client.ts';
import type { Flag, Wire } from './case.ts';

/** One reset as the suite means it, before it takes a form on the wire. */
export interface ResetCall {
  readonly actor: string;
  readonly conversation: Peer;
  readonly form: Addressing;
  readonly preserveOrder: Flag;
  readonly permanently: Flag;
  readonly wire: Wire;
  /** Somebody else; named in the path where the wire is `three-names`. */
  readonly third?: string;
}

/** The request that says `call`; spec, "Endpoints" and "Authentication". */
export function resetRequest(call: ResetCall, apiKey: string): WireRequest {
  const { wire } = call;
  const fields = bodyOf(call);
  const ordered = wire === 'reordered' ? reordered(fields, call) : fields;
  const headers: Record<string, string> = {};
  const isThere = (credential: Wire): boolean => wire !== credential || isLeftEmpty(call);
  if (isThere('no-key')) headers[name('apikey', wire)] = keyFor(call, apiKey);
  if (isThere('no-acting-user')) headers[name('onBehalfOf', wire)] = onBehalfOf(call);
  if (wire !== 'no-content-type') headers[name('Content-Type', wire)] = 'application/json';
  const body = textOf(ordered, wire);
  return {
    method: 'DELETE',
    path: pathOf(call),
    headers,
    ...(body === undefined ? {} : { body }),
    ...(wire === 'chunked' ? { chunked: true } : {}),
  };
}

/** Backwards, or with another field first; by the end of the id, which is the same when the case is played again. */
function reordered(fields: Readonly<Record<string, unknown>>, { conversation }: ResetCall): Record<string, unknown> {
  const entries = Object.entries(fields);
  const [tail = ''] = /[a-z]-[a-z]*\d*$/.exec(conversation.id) ?? [];
  const first = [...tail].reduce((sum, char) => sum + char.charCodeAt(0), 0) % Math.max(entries.length, 1);
  return Object.fromEntries(first === 0 ? entries.reverse() : [...entries.slice(first), ...entries.slice(0, first)]);
}

/** Whether the header of a credential that is to be missing is sent, without a value: in two of four rows. */
export const isLeftEmpty = ({ conversation: { id } }: Pick<ResetCall, 'conversation'>): boolean =>
  Math.floor(numberIn(id) / 2) % 2 === 1;

function keyFor(call: ResetCall, apiKey: string): string {
  if (call.wire === 'no-key') return '';
  return call.wire === 'wrong-key' ? wrongKey(apiKey, call) : apiKey;
}

/** The named user, or where the wire wants it one whom nobody created. */
function onBehalfOf({ actor, wire }: ResetCall): string {
  if (wire === 'no-acting-user') return '';
  return wire === 'unknown-actor' ? `${actor}-nobody` : actor;
}

function textOf(fields: Readonly<Record<string, unknown>>, wire: Wire): string | undefined {
  switch (wire) {
    case 'spaced':
      return ` \n${JSON.stringify(fields, null, '\t ')}\r\n `;
    case 'escaped':
      return JSON.stringify(fields).replaceAll(/"([A-Za-z])/g, (_, letter: string) => `"\\u00${hexOf(letter)}`);
    case 'malformed-body':
      return JSON.stringify(fields).slice(0, -1);
    case 'wrong-type':
      return JSON.stringify(fields, (_key, value) => (typeof value === 'boolean' ? String(value) : value));
    case 'one-wrong-type': {
      const flag = 'deleteMessagesPermanently' in fields ? 'deleteMessagesPermanently' : 'preserveOrder';
      return JSON.stringify({ ...fields, ...(flag in fields ? { [flag]: String(fields[flag]) } : {}) });
    }
    case 'unknown-field':
      return JSON.stringify({ ...fields, colour: 'red' });
    case 'empty-body':
      return undefined;
    default:
      return JSON.stringify(fields);
  }
}

function pathOf({ actor, conversation, form, wire, third }: ResetCall): string {
  const spell = wire === 'percent-encoded' ? percentEncoded : encodeURIComponent;
  if (conversation.kind === 'group') return `/groups/${spell(conversation.id)}/conversation`;
  if (wire === 'three-names' && third !== undefined) return `/users/${spell(third)}/conversation`;
  return `/users/${spell(form === 'path-actor' ? actor : conversation.id)}/conversation`;
}

function bodyOf({ actor, conversation, form, preserveOrder, permanently, wire }: ResetCall): Record<string, unknown> {
  const order = preserveOrder === 'left-out' ? {} : { preserveOrder: preserveOrder === 'true' };
  const deletion = permanently === 'left-out' ? {} : { deleteMessagesPermanently: permanently === 'true' };
  if (conversation.kind === 'group') {
    if (wire !== 'foreign-fields') return order;
    const isNamed = permanently !== 'true' || numberIn(conversation.id) % 3 === 1;
    return { ...(isNamed ? { conversationWith: actor } : {}), ...deletion, ...order };
  }
  return {
    ...(form === 'path-actor' || wire === 'three-names' ? { conversationWith: conversation.id } : {}),
    ...(form === 'path-peer-echo' && wire !== 'three-names' ? { conversationWith: actor } : {}),
    ...deletion,
    ...order,
  };
}

/** The number of a conversation in its case, which decides what would need a choice of its own else. */
const numberIn = (id: string): number => Number(/\d*$/.exec(id)?.[0]);

const hexOf = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase();

const percentEncoded = (id: string): string =>
  [...id]
    // Counted from the end: what stands before it is longer when the case is played again.
    .map((char, index, { length }) => ((length - index) % 3 === 0 ? `%${hexOf(char)}` : char))
    .join('');

const name = (header: string, wire: Wire): string =>
  wire === 'header-case'
    ? [...header].map((c, i) => (i % 2 === 0 ? c.toUpperCase() : c.toLowerCase())).join('')
    : header;

/**
 * A key that is certainly wrong: an unrelated one of the same length, or the right one with its first, a middle or its
 * last character changed, or with a letter in the other case. Which of them depends on the conversation's number in its
 * case, so that five in a row meet each.
 */
export const wrongKey = (apiKey: string, call: Pick<ResetCall, 'conversation'>): string => wayOf(call).wrong(apiKey);

/** How it is wrong, in words. */
export const wrongKeyWords = (call: Pick<ResetCall, 'conversation'>): string => wayOf(call).words;

/** All of them; most say so much about the right one that no report may hold them. */
export const wrongKeys = (apiKey: string): readonly string[] => ways.map(({ wrong }) => wrong(apiKey));

interface Way {
  readonly words: string;
  readonly wrong: (apiKey: string) => string;
}

const unrelated: Way = { words: 'an unrelated apikey', wrong: (key) => [...key].map(changed).join('') };

const ways: readonly Way[] = [
  unrelated,
  { words: 'the first character of apikey changed', wrong: (key) => changedAt(key, 0) },
  { words: 'the middle character of apikey changed', wrong: (key) => changedAt(key, Math.floor(key.length / 2)) },
  { words: 'the last character of apikey changed', wrong: (key) => changedAt(key, key.length - 1) },
  { words: 'the first letter of apikey in the other case', wrong: inOtherCase },
];

const wayOf = ({ conversation: { id } }: Pick<ResetCall, 'conversation'>): Way =>
  ways[numberIn(id) % ways.length] ?? unrelated;

const changedAt = (key: string, at: number): string => key.slice(0, at) + changed(key.charAt(at)) + key.slice(at + 1);

function inOtherCase(key: string): string {
  const at = key.search(/[A-Za-z]/);
  if (at === -1) return changedAt(key, 0);
  const letter = key.charAt(at);
  const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
  return key.slice(0, at) + other + key.slice(at + 1);
}

const changed = (char: string): string =>
  /[0-9]/.test(char) ? String((Number(char) + 5) % 10) : char === 'q' ? 'z' : 'q';
