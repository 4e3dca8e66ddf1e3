import { given, type Place } from '../../fixtures/problem.ts';
import { decodePercent } from '../decode-id.ts';
import type { HttpRequest } from '../http-message.ts';

/** Which requests; all of those that fit what is given. */
export interface Matching {
  readonly method?: string;
  /** Below the version segment, without the query; a piece in braces, as in `/users/{uid}/conversation`, fits any id. */
  readonly path?: string;
  /** The acting user, as it was sent. */
  readonly as?: string;
}

export const matchingKeys = ['method', 'path', 'as'] as const;

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
    as: place.optional('as', entries, (at, value) => at.text(value, 'the acting user')),
  });
}

export function matches({ method, path, as }: Matching, request: HttpRequest): boolean {
  return (
    (method === undefined || method === request.method) &&
    (as === undefined || as === request.headers['onbehalfof']) &&
    (path === undefined || matchesPath(path, request.url))
  );
}

function matchesPath(pattern: string, url: string): boolean {
  const pieces = (url.split('?')[0] ?? '').replace(/^\/v3(?=\/)/, '').split('/');
  const wanted = pattern.split('/');
  return (
    wanted.length === pieces.length &&
    wanted.every(
      (piece, index) =>
        /^\{.*\}$/.test(piece) || piece === pieces[index] || piece === decodePercent(pieces[index] ?? ''),
    )
  );
}
