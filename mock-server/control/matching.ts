import { type Shape, text } from '../../fixtures/shape.ts';
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

/** With the method in capitals, and the version segment, which may be written too. */
const asSent = ({ method, path }: Matching) => ({
  method: method?.toUpperCase(),
  path: path === undefined || path.startsWith('/v3/') ? path : `/v3${path}`,
});

/** What is wrong with asking for requests that no call of the API is, in a sentence. */
export function fitsNoCall(matching: Matching): string | undefined {
  const { method, path } = asSent(matching);
  if (path === undefined) return undefined;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const pieces = path.split('/');
  const isCall = routes.some((route) => (wanted ?? route.method) === route.method && fits(route.pattern, pieces));
  if (isCall) return undefined;
  const hint = nearRoute(wanted ?? '', path, routes) ?? `The calls are ${routePaths.join(', ')}.`;
  return `no call has the path ${matching.path}${method === undefined ? '' : ` with ${method}`}. ${hint.replaceAll('/v3/', '/')}`;
}

const routePaths = [...new Set(routes.map(({ path }) => path))];

const path: Shape<string> = {
  read: (place, value) => {
    const path = text('a path').read(place, value);
    if (typeof value === 'string' && !path.startsWith('/')) place.problem(`a path begins with a slash: /${path}.`);
    return path;
  },
  schema: { type: 'string' },
};

export const matchingFields = { method: text('a method'), path, onBehalfOf: text('the acting user') };

/** Whether a request is one of those. */
export function matcher({ onBehalfOf, ...matching }: Matching): (request: HttpRequest) => boolean {
  const { method, path } = asSent(matching);
  const pattern = path === undefined ? undefined : pathPattern(path);
  return (request) =>
    (method === undefined || method === request.method) &&
    (onBehalfOf === undefined || onBehalfOf === request.headers['onbehalfof']) &&
    (pattern === undefined || fits(pattern, piecesOf(splitUrl(request.url).path)));
}
