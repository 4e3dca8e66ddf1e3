import { notAllowed, type Place } from '../../fixtures/problem.ts';
import { checked, type Fields, map, text } from '../../fixtures/shape.ts';
import type { HttpRequest } from '../http-message.ts';
import { fits, pathPattern, piecesOf, splitUrl } from '../path-pattern.ts';
import { nearRoute, routes } from '../route.ts';

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

const path = text('a path', '^/', 'a path begins with a slash');

/** The fields of a matching and others. Refused where no call of the API is meant, as nobody would ever notice. */
export function matchingShape<F extends Fields>(what: string, others: F) {
  const fields = { 'method?': text('a method'), 'path?': path, 'onBehalfOf?': text('the acting user'), ...others };
  return checked(map(what, fields), (written, place) => checkCall(place, written as Matching));
}

const callMethods = [...new Set(['GET', 'HEAD', ...routes.map(({ method }) => method)])];
const callPaths = [...new Set(routes.map(({ path }) => path))];

function checkCall(place: Place, written: Matching): undefined {
  const { method, path } = asSent(written);
  const wanted = method === 'HEAD' ? 'GET' : method;
  if (method !== undefined && !callMethods.includes(method)) {
    place.in('method').problem(notAllowed('no call has the method', written.method, callMethods));
  } else if (path !== undefined) {
    const pieces = piecesOf(path);
    if (routes.some((route) => (wanted ?? route.method) === route.method && fits(route.pattern, pieces))) return;
    const hint = nearRoute(wanted ?? '', path) ?? `The calls are ${callPaths.join(', ')}.`;
    const withMethod = method === undefined ? '' : ` with ${method}`;
    place.in('path').problem(`no call has the path ${written.path}${withMethod}. ${hint.replaceAll('/v3/', '/')}`);
  }
}

export function matcher({ onBehalfOf, ...written }: Matching): (request: HttpRequest) => boolean {
  const { method, path } = asSent(written);
  const pattern = path === undefined ? undefined : pathPattern(path);
  return (request) =>
    (method === undefined || method === request.method) &&
    (onBehalfOf === undefined || onBehalfOf === request.headers['onbehalfof']) &&
    (pattern === undefined || fits(pattern, piecesOf(splitUrl(request.url).path)));
}
