import { nearestName } from '../fixtures/nearest-name.ts';

/** What a request that fits no route was probably meant to be; a sentence, or nothing. `known` are method and path. */
export function nearRoute(method: string, path: string, known: readonly RouteName[]): string | undefined {
  const bare = path.replace(/(?<=.)\/+$/, '');
  const sameShape = known.filter((route) => fits(route.path, bare));
  const methods = [...new Set(sameShape.map((route) => route.method))];
  if (bare !== path && methods.includes(method)) return 'It is one without the slash at the end.';
  if (methods.length > 0) return `This path takes ${methods.join(' and ')}.`;
  if (!/^\/v3(\/|$)/.test(bare)) {
    const below = known.some((route) => fits(route.path, `/v3${bare}`));
    return below ? `It is one under /v3: ${method} /v3${bare}.` : 'All calls are under /v3.';
  }
  const near = nearPath(bare, known);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

export interface RouteName {
  readonly method: string;
  /** With `{uid}` or `{guid}` where an id stands. */
  readonly path: string;
}

const isId = (piece: string): boolean => piece.startsWith('{');

function fits(pattern: string, path: string): boolean {
  const pieces = path.split('/');
  const wanted = pattern.split('/');
  return (
    wanted.length === pieces.length &&
    wanted.every((piece, index) => (isId(piece) ? pieces[index] !== '' : piece === pieces[index]))
  );
}

/** The path as it would be if its fixed pieces were spelled right. */
function nearPath(path: string, known: readonly RouteName[]): string | undefined {
  const pieces = path.split('/');
  const candidates = known
    .map((route) => route.path.split('/'))
    .filter((wanted) => wanted.length === pieces.length)
    .map((wanted) => wanted.map((piece, index) => (isId(piece) ? (pieces[index] ?? '') : piece)).join('/'));
  return nearestName(path, [...new Set(candidates)]);
}
