import { accept, type Result, refuse } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import type { Call } from './call.ts';
import { getConversation, listConversations, markConversationRead } from './conversation-calls.ts';
import type { HttpRequest } from './http-message.ts';
import { readMessages, sendMessage } from './message-calls.ts';
import { fits, type PathPattern, pathPattern, piecesOf, splitUrl } from './path-pattern.ts';
import * as people from './people-calls.ts';
import type { Refusal } from './refusal.ts';
import { resetGroupConversation, resetUserConversation } from './reset-calls.ts';

/** Every call, under the version segment `v3`: first the two of the spec, then those around them. */
export const routes = [
  route('DELETE', '/users/{uid}/conversation', resetUserConversation),
  route('DELETE', '/groups/{guid}/conversation', resetGroupConversation),

  route('GET', '/conversations', listConversations),
  route('GET', '/users/{uid}/conversation', getConversation),
  route('GET', '/groups/{guid}/conversation', getConversation),
  route('POST', '/users/{uid}/conversation/read', markConversationRead),
  route('POST', '/groups/{guid}/conversation/read', markConversationRead),
  route('POST', '/messages', sendMessage),
  route('GET', '/users/{uid}/messages', readMessages),
  route('GET', '/groups/{guid}/messages', readMessages),
  route('POST', '/users', people.createUser),
  route('GET', '/users/{uid}', people.getUser),
  route('DELETE', '/users/{uid}', people.deleteUser),
  route('POST', '/groups', people.createGroup),
  route('GET', '/groups/{guid}', people.getGroup),
  route('DELETE', '/groups/{guid}', people.deleteGroup),
  route('POST', '/groups/{guid}/members', people.addMembers),
  route('DELETE', '/groups/{guid}/members/{uid}', people.removeMember),
];

/** The path is as the specification prints it. In the pattern ids stand at these places; at -1 where they do not. */
function route(method: string, path: string, call: Call) {
  const pieces = `/v3${path}`.split('/');
  const [uidAt, guidAt] = [pieces.indexOf('{uid}'), pieces.indexOf('{guid}')];
  return { method, path, pattern: pathPattern(`/v3${path}`), uidAt, guidAt, call };
}

/** A request whose call is known. Ids are decoded, but may still be anything; empty where the path has none. */
export interface Routed {
  readonly route: (typeof routes)[number];
  readonly call: Call;
  readonly request: HttpRequest;
  /** What follows the question mark; empty when nothing does. */
  readonly query: string;
  readonly uid: string;
  readonly guid: string;
}

/** The call that a request asks for, refused with `unknownRoute` when there is none. */
export function findRoute(request: HttpRequest): Result<Routed, Refusal> {
  const { path, query } = splitUrl(request.url);
  const pieces = piecesOf(path);
  // A HEAD is a GET whose answer ends behind the headers; cutting it off is the server's affair.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  for (const route of routes) {
    if (route.method !== method || !fits(route.pattern, pieces)) continue;
    const { call, uidAt, guidAt } = route;
    return accept({ route, call, request, query, uid: pieces[uidAt] ?? '', guid: pieces[guidAt] ?? '' });
  }
  // What is very long was not meant to be any of them.
  const hint = path.length > 500 ? undefined : nearRoute(method, path);
  return refuse({ kind: 'unknownRoute', method: request.method, path, hint });
}

/** What a request that fits no route was probably meant to be; a sentence, or nothing. */
export function nearRoute(method: string, path: string): string | undefined {
  const bare = path.replace(/(?<=.)\/+$/, '');
  const pieces = bare.split('/');
  const methods = [...new Set(routes.filter(({ pattern }) => fits(pattern, pieces)).map((route) => route.method))];
  if (bare !== path && methods.includes(method)) return 'It is one without the slash at the end.';
  if (methods.length > 0) return `This path takes ${methods.join(' and ')}.`;
  if (pieces[1] !== 'v3') return 'All calls are under /v3.';
  const near = nearestName(bare, [...new Set(routes.flatMap(({ pattern }) => spelledRight(pieces, pattern)))]);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** The path as it would be with its fixed pieces as in the pattern, if it is as long. */
const spelledRight = (pieces: readonly string[], pattern: PathPattern): readonly string[] =>
  pattern.length === pieces.length ? [pattern.map((piece, at) => piece ?? pieces[at] ?? '').join('/')] : [];
