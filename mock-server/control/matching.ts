import { given, type Place } from '../../fixtures/problem.ts';
import type { HttpRequest } from '../http-message.ts';
import { nearRoute } from '../near-route.ts';
import { fits, pathPattern, piecesOf, splitUrl } from '../path-pattern.ts';
import { routes } from '../route.ts';

/** Which requests; all of those that fit what is given. */
export interface Matching {
  readonly method?: string;
  /** Below the version segment, without the query; a piece in braces, as in `/users/{uid}/conversation`, fits any id. */
  readonly path?: string;
  /** The acting user, as it was sent. */
  readonly onBehalfOf?: string;
}

/** What is wrong with asking for requests that no call of the API is, in a sentence. */
export function fitsNoCall({ method, path }: Matching): string | undefined {
  if (path === undefined) return undefined;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const pieces = `/v3${path}`.split('/');
  const isCall = routes.some((route) => (wanted ?? route.method) === route.method && fits(route.pattern, pieces));
  if (isCall) return undefined;
  const hint = nearRoute(wanted ?? '', `/v3${path}`, routes) ?? `The calls are ${routePaths.join(', ')}.`;
  return `no call has the path ${path}${method === undefined ? '' : ` with ${method}`}. ${hint.replaceAll('/v3/', '/')}`;
}

const routePaths = [...new Set(routes.map(({ path }) => path))];

export const matchingKeys = ['method', 'path', 'onBehalfOf'] as const;

export function checkMatching(
  place: Place,
  entries: { readonly [Key in (typeof matchingKeys)[number]]?: unknown },
): Matching {
  return given({
    method: place.optional('method', entries, (at, value) => at.text(value, 'a method').toUpperCase()),
    path: place.optional('path', entries, (at, value) => {
      const path = at.text(value, 'a path');
      if (typeof value === 'string' && !path.startsWith('/')) at.problem(`a path begins with a slash: /${path}.`);
      return path.replace(/^\/v3(?=\/)/, '');
    }),
    onBehalfOf: place.optional('onBehalfOf', entries, (at, value) => at.text(value, 'the acting user')),
  });
}

/** Whether a request is one of those. */
export function matcher({ method, path, onBehalfOf }: Matching): (request: HttpRequest) => boolean {
  const pattern = path === undefined ? undefined : pathPattern(`/v3${path}`);
  return (request) =>
    (method === undefined || method === request.method) &&
    (onBehalfOf === undefined || onBehalfOf === request.headers['onbehalfof']) &&
    (pattern === undefined || fits(pattern, piecesOf(splitUrl(request.url).path)));
}
