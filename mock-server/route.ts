import { accept, type Result, refuse } from '../core/index.ts';
import type { Call } from './call.ts';
import {
  groupConversationCall,
  listConversationsCall,
  readGroupConversationCall,
  readUserConversationCall,
  userConversationCall,
} from './conversation-calls.ts';
import type { HttpRequest } from './http-message.ts';
import { groupMessagesCall, sendMessageCall, userMessagesCall } from './message-calls.ts';
import { type KnownRoute, nearRoute } from './nearest.ts';
import { fits, pathPattern, piecesOf, splitUrl } from './path-pattern.ts';
import {
  addMembersCall,
  createGroupCall,
  createUserCall,
  deleteGroupCall,
  deleteUserCall,
  getGroupCall,
  getUserCall,
  removeMemberCall,
} from './people-calls.ts';
import type { Refusal } from './refusal.ts';
import { resetGroupConversationCall, resetUserConversationCall } from './reset-calls.ts';

/** Every call, under the version segment `v3`: first the two of the spec, then those around them. */
export const routes = [
  route('DELETE', '/users/{uid}/conversation', resetUserConversationCall),
  route('DELETE', '/groups/{guid}/conversation', resetGroupConversationCall),

  route('GET', '/conversations', listConversationsCall),
  route('GET', '/users/{uid}/conversation', userConversationCall),
  route('GET', '/groups/{guid}/conversation', groupConversationCall),
  route('POST', '/users/{uid}/conversation/read', readUserConversationCall),
  route('POST', '/groups/{guid}/conversation/read', readGroupConversationCall),
  route('POST', '/messages', sendMessageCall),
  route('GET', '/users/{uid}/messages', userMessagesCall),
  route('GET', '/groups/{guid}/messages', groupMessagesCall),
  route('POST', '/users', createUserCall),
  route('GET', '/users/{uid}', getUserCall),
  route('DELETE', '/users/{uid}', deleteUserCall),
  route('POST', '/groups', createGroupCall),
  route('GET', '/groups/{guid}', getGroupCall),
  route('DELETE', '/groups/{guid}', deleteGroupCall),
  route('POST', '/groups/{guid}/members', addMembersCall),
  route('DELETE', '/groups/{guid}/members/{uid}', removeMemberCall),
];

interface Route extends KnownRoute {
  /** As the specification prints it, below the version segment. */
  readonly path: string;
  /** Where these ids stand in the pattern; -1 where they do not. */
  readonly uidAt: number;
  readonly guidAt: number;
  readonly call: Call;
}

function route(method: string, path: string, call: Call): Route {
  const pieces = `/v3${path}`.split('/');
  const [uidAt, guidAt] = [pieces.indexOf('{uid}'), pieces.indexOf('{guid}')];
  return { method, path, pattern: pathPattern(`/v3${path}`), uidAt, guidAt, call };
}

/** A request whose call is known. Ids are decoded, but may still be anything; empty where the path has none. */
export interface Routed {
  readonly call: Call;
  readonly request: HttpRequest;
  /** What follows the question mark; empty when nothing does. */
  readonly query: string;
  readonly uid: string;
  readonly guid: string;
}

export type FoundRoute = Result<Routed, Refusal>;

/** The call that a request asks for, refused with `unknownRoute` when there is none. */
export function findRoute(request: HttpRequest): FoundRoute {
  const { path, query } = splitUrl(request.url);
  const pieces = piecesOf(path);
  // A HEAD is a GET whose answer ends behind the headers; cutting it off is the server's affair.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  for (const { method: wanted, pattern, uidAt, guidAt, call } of routes) {
    if (wanted !== method || !fits(pattern, pieces)) continue;
    return accept({ call, request, query, uid: pieces[uidAt] ?? '', guid: pieces[guidAt] ?? '' });
  }
  // What is very long was not meant to be any of them.
  const hint = path.length > 500 ? undefined : nearRoute(method, path, routes);
  return refuse({ kind: 'unknownRoute', method: request.method, path, hint });
}
