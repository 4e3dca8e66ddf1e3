import { type ChatState, slice } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import { fits, type PathPattern } from './path-pattern.ts';
import type { Refusal } from './refusal.ts';

export interface KnownRoute {
  readonly method: string;
  readonly pattern: PathPattern;
}

/** What a request that fits no route was probably meant to be; a sentence, or nothing. */
export function nearRoute(method: string, path: string, known: readonly KnownRoute[]): string | undefined {
  const bare = path.replace(/(?<=.)\/+$/, '');
  const pieces = bare.split('/');
  const methods = [...new Set(known.filter(({ pattern }) => fits(pattern, pieces)).map((route) => route.method))];
  if (bare !== path && methods.includes(method)) return 'It is one without the slash at the end.';
  if (methods.length > 0) return `This path takes ${methods.join(' and ')}.`;
  if (pieces[1] !== 'v3') return 'All calls are under /v3.';
  const near = nearestName(bare, [...new Set(known.flatMap(({ pattern }) => spelledRight(pieces, pattern)))]);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** The path as it would be with its fixed pieces as in the pattern, if it is as long. */
const spelledRight = (pieces: readonly string[], pattern: PathPattern): readonly string[] =>
  pattern.length === pieces.length ? [pattern.map((piece, at) => piece ?? pieces[at] ?? '').join('/')] : [];

/** How many ids are compared with one that does not exist. */
const mostIds = 50;

/** The id that was probably meant where nobody has the one that was written; a sentence, or nothing. */
export function nearId(refusal: Refusal, { users, groups }: ChatState): string | undefined {
  let near: string | undefined;
  if (refusal.kind === 'unknownActor' || refusal.kind === 'unknownUser') {
    const uids = slice(users, 0, mostIds).map(({ uid }) => uid);
    near = nearestName(refusal.uid.slice(0, 100), uids);
  } else if (refusal.kind === 'unknownGroup') {
    const guids = slice(groups, 0, mostIds).map(({ guid }) => guid);
    near = nearestName(refusal.guid.slice(0, 100), guids);
  }
  return near === undefined ? undefined : `Did you mean ${near}?`;
}
