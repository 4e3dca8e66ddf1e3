import { get, slice } from '../../core/index.ts';
import { nearestName } from '../../fixtures/nearest-name.ts';
import { guidAsGiven, uidAsGiven } from '../decode-id.ts';
import { parseJsonObject } from '../decode-json.ts';
import { groupResetFields, userResetFields } from '../decode-reset.ts';
import type { HttpRequest } from '../http-message.ts';
import type { Outcome } from '../journal.ts';
import type { OpenWorld } from '../open-world.ts';
import { resetGroupConversationCall, resetUserConversationCall } from '../reset-calls.ts';
import { findRoute } from '../route.ts';

type Seen = Pick<Outcome, 'reply' | 'before'> & { readonly request: HttpRequest };

/** What was nearly right about a request, where the answer itself does not say it. */
export function hintsOf(world: OpenWorld, seen: Seen): readonly string[] {
  const { request, reply } = seen;
  const { apikey = '' } = request.headers;
  if (reply.status === 401 && apikey.startsWith(`${world.keys.apiKey}.`)) {
    return [
      'The key is right, but the name of the world behind it may have 1 to 100 characters of a-z, 0-9 and - only.',
    ];
  }
  if (reply.body.includes('"ERR_UID_NOT_FOUND"')) return unknownUsers(world, seen);
  if (reply.body.includes('"ERR_GUID_NOT_FOUND"')) return unknownGroups(world, seen);
  return reply.status < 300 ? ignoredFields(seen) : [];
}

function unknownUsers({ behaviour }: OpenWorld, { request, before }: Seen): readonly string[] {
  const route = findRoute(request);
  const { conversationWith, receiver } = parseJsonObject(request.body) ?? {};
  const inPath = /^\/v3\/users\//.test(request.url) && route.ok ? route.value.asked.id : undefined;
  return [request.headers['onbehalfof'], inPath, conversationWith, receiver]
    .filter((raw) => typeof raw === 'string' && raw !== '')
    .filter((raw) => get(before.users, uidAsGiven(String(raw), behaviour)) === undefined)
    .flatMap((raw) => didYouMean(String(raw), () => slice(before.users, 0, mostIds).map(({ uid }) => uid)));
}

function unknownGroups({ behaviour }: OpenWorld, { request, before }: Seen): readonly string[] {
  const route = findRoute(request);
  const { receiver } = parseJsonObject(request.body) ?? {};
  return [route.ok ? route.value.asked.id : undefined, receiver]
    .filter((raw) => typeof raw === 'string' && raw !== '')
    .filter((raw) => get(before.groups, guidAsGiven(String(raw), behaviour)) === undefined)
    .flatMap((raw) => didYouMean(String(raw), () => slice(before.groups, 0, mostIds).map(({ guid }) => guid)));
}

/** How many ids are compared with one that does not exist. */
const mostIds = 1000;

function didYouMean(written: string, ids: () => readonly string[]): readonly string[] {
  const near = nearestName(written.slice(0, 100), ids());
  return near === undefined ? [] : [`There is no ${written}; did you mean ${near}?`];
}

function ignoredFields({ request }: Seen): readonly string[] {
  const route = findRoute(request);
  const call = route.ok ? route.value.call : undefined;
  const isOfUser = call === resetUserConversationCall;
  if (!isOfUser && call !== resetGroupConversationCall) return [];
  const known: readonly string[] = isOfUser ? userResetFields : groupResetFields;
  return Object.keys(parseJsonObject(request.body) ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearestName(name, known);
      return `The field ${name} was ignored${near === undefined ? '.' : `; did you mean ${near}?`}`;
    });
}
