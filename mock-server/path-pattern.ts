import { decodePercent } from './decode-id.ts';

/** A path in pieces; undefined where an id stands. */
export type PathPattern = readonly (string | undefined)[];

/** Of a path as it is written down: `/users/{uid}`, where any name in braces stands for an id. */
export const pathPattern = (path: string): PathPattern =>
  path.split('/').map((piece) => (/^\{.*\}$/.test(piece) ? undefined : decodePercent(piece)));

/** The pieces of a path as it came. Decoded after splitting: an encoded slash is a part of an id. */
export const piecesOf = (path: string): readonly string[] =>
  path.includes('%') ? path.split('/').map(decodePercent) : path.split('/');

/** Whether the pieces of a path are those of the pattern, with something for each id. */
export function fits(pattern: PathPattern, pieces: readonly string[]): boolean {
  if (pattern.length !== pieces.length) return false;
  for (let at = 0; at < pieces.length; at += 1) {
    if (pattern[at] === undefined ? pieces[at] === '' : pattern[at] !== pieces[at]) return false;
  }
  return true;
}

/** Path and query of a URL; also of one in absolute form, as clients write it to a proxy. */
export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const start = url.startsWith('/') ? 0 : Math.max(0, url.indexOf('/', url.indexOf('//') + 2));
  const mark = url.indexOf('?', start);
  return mark === -1
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}
