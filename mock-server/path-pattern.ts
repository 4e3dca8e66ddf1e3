/** A path in pieces; undefined where an id stands. */
export type PathPattern = readonly (string | undefined)[];

/** Whether the pieces of a path are those of the pattern, with something for each id. */
export const fits = (pattern: PathPattern, pieces: readonly string[]): boolean =>
  pattern.length === pieces.length &&
  pattern.every((piece, at) => (piece === undefined ? pieces[at] !== '' : piece === pieces[at]));
