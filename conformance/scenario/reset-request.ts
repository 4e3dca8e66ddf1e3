import type { WireRequest } from '../target/http-client.ts';
import type { Flag, KeyDefect, WireForm } from './choices.ts';
import { idIn, withIds } from './ids.ts';
import type { Reset } from './scenario.ts';

/** The request that a reset of a scenario sends; spec, "Endpoints" and "Authentication". */
export function resetRequest(reset: Reset, scope: string, apiKey: string): WireRequest {
  const body = bodyOf(reset, scope);
  const parts = has(reset, 'chunked') ? 'chunks' : has(reset, 'segmented') ? 'segments' : undefined;
  return {
    method: 'DELETE',
    path: pathOf(reset, scope),
    headers: headersOf(reset, scope, apiKey),
    ...(body !== undefined && { body, ...(parts && { parts }) }),
  };
}

const has = ({ wire = [] }: Reset, form: WireForm): boolean => wire.includes(form);

/** An id, in capitals where the reset is spelled so. */
const idSent = (reset: Reset, scope: string, tail: string, form: WireForm): string =>
  has(reset, form) ? idIn(scope, tail).toUpperCase() : idIn(scope, tail);

function headersOf(reset: Reset, scope: string, apiKey: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const spelled = (header: string): string => {
    if (has(reset, 'upper-headers')) return header.toUpperCase();
    if (has(reset, 'lower-headers')) return header.toLowerCase();
    return has(reset, 'header-case') ? inMixedCase(header) : header;
  };
  if (reset.apikey !== 'absent') headers[spelled('apikey')] = keySent(apiKey, reset.apikey);
  if (reset.onBehalfOf !== 'absent') headers[spelled('onBehalfOf')] = actorSent(reset, scope);
  if (reset.body !== 'untyped') headers[spelled('Content-Type')] = mediaTypeOf(reset);
  return headers;
}

function mediaTypeOf(reset: Reset): string {
  const type = has(reset, 'media-type-case') ? 'Application/JSON' : 'application/json';
  if (has(reset, 'charset')) return `${type}; charset=utf-8`;
  return has(reset, 'charset-in-capitals') ? `${type};charset=UTF-8` : type;
}

function actorSent(reset: Reset, scope: string): string {
  const { actor, onBehalfOf } = reset;
  if (onBehalfOf === 'empty') return '';
  return idSent(reset, scope, onBehalfOf === 'unknown' ? `${actor}-nobody` : actor, 'capital-actor');
}

function pathOf(reset: Reset, scope: string): string {
  const { conversation, actor, form, path } = reset;
  const named = path ?? (conversation.kind === 'user' && form === 'path-actor' ? actor : conversation.id);
  const id = idSent(reset, scope, named, 'capital-path');
  const spelled = has(reset, 'percent-encoded') ? percentEncoded(id) : encodeURIComponent(id);
  return `/${conversation.kind}s/${spelled}/conversation`;
}

/** The fields as the call documents them, then what the scenario puts in their place or beside them. */
function fieldsOf(reset: Reset, scope: string): Record<string, unknown> {
  const { conversation, actor, form, path, extra = {}, wrongTypes = {} } = reset;
  const fields: Record<string, unknown> = {};
  if (conversation.kind === 'user') {
    const other = form === 'path-actor' || path !== undefined ? conversation.id : undefined;
    const named = other ?? (form === 'path-peer-echo' ? actor : undefined);
    if (named !== undefined) fields['conversationWith'] = idSent(reset, scope, named, 'capital-body');
    setFlag(fields, 'deleteMessagesPermanently', reset.deleteMessagesPermanently);
  }
  setFlag(fields, 'preserveOrder', reset.preserveOrder);
  return { ...fields, ...(withIds(extra, ({ id }) => idIn(scope, id)) as object), ...wrongTypes };
}

function setFlag(fields: Record<string, unknown>, name: string, flag: Flag): void {
  if (flag !== 'absent') fields[name] = flag === 'true';
}

function bodyOf(reset: Reset, scope: string): string | undefined {
  if (reset.body === 'none') return undefined;
  if (reset.body === 'number') return '1';
  const fields = fieldsOf(reset, scope);
  const entries = Object.entries(fields);
  const ordered = has(reset, 'reordered') ? Object.fromEntries(entries.reverse()) : fields;
  const whole = reset.body === 'array' ? [ordered] : ordered;
  const text = has(reset, 'spaced') ? spaced(JSON.stringify(whole, null, '\t ')) : JSON.stringify(whole);
  const spelled = escaped(has(reset, 'doubled') ? doubled(text, entries) : text, reset);
  if (reset.body === 'malformed') return spelled.trimEnd().slice(0, -1);
  return has(reset, 'padded') ? `${' '.repeat(20_000)}${spelled}` : spelled;
}

/** With its first field once more, in front of all. */
const doubled = (json: string, [first]: readonly (readonly [string, unknown])[]): string =>
  first === undefined ? json : json.replace('{', `${JSON.stringify(Object.fromEntries([first])).slice(0, -1)},`);

/** With the letters of every string escaped, or of those that are values. */
function escaped(json: string, reset: Reset): string {
  if (!has(reset, 'escaped') && !has(reset, 'escaped-values')) return json;
  const strings = has(reset, 'escaped') ? /"(?:[^"\\]|\\.)*"/g : /(?<=:\s*)"(?:[^"\\]|\\.)*"/g;
  return json.replaceAll(strings, (text) =>
    text.replaceAll(/(?<!\\)[A-Za-z]/g, (letter, at: number) => `\\u00${hexOf(letter, at)}`),
  );
}

/** White space around the whole, each field and each colon; so much of it that a short body is a long one. */
const spaced = (json: string): string => `${' '.repeat(300)}\n${json.replaceAll('": ', '"\t :\r\n ')}\r\n `;

/** In capitals or in small letters, as the place says. */
const inCase = (text: string, at: number): string => (at % 2 === 0 ? text.toUpperCase() : text.toLowerCase());

const hexOf = (char: string, at: number): string => inCase(char.charCodeAt(0).toString(16), at);

/** Both marks of the beginning that each id has are encoded, one in capitals and one in small letters. */
const percentEncoded = (id: string): string =>
  [...id].map((char, at) => (at % 4 === 3 ? encodeURIComponent(char) : `%${hexOf(char, at)}`)).join('');

const inMixedCase = (header: string): string => [...header].map(inCase).join('');

/**
 * The key that is sent. A wrong one is certainly wrong: it is unrelated and of the same length, or has a character
 * changed. One with a suffix might be valid.
 */
export const keySent = (apiKey: string, defect: KeyDefect | undefined): string =>
  defect === undefined ? apiKey : keysFor[defect](apiKey);

const keysFor: Readonly<Record<KeyDefect, (key: string) => string>> = {
  absent: () => '',
  empty: () => '',
  unrelated: (key) => [...key].map(changed).join(''),
  'first-changed': (key) => changedAt(key, 0),
  'middle-changed': (key) => changedAt(key, Math.floor(key.length / 2)),
  'last-changed': (key) => changedAt(key, key.length - 1),
  'other-case': inOtherCase,
};

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
