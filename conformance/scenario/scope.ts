/** What leads every id of one execution: what leads those of the run, and a number that is always four characters long. */
export const scopeOf = (runPrefix: string, count: number): string =>
  `${runPrefix}${count.toString(36).padStart(4, '0')}-`;

/** Each such beginning within a text. */
export const scopePattern = /cr[0-9a-z]{6}-[0-9a-z]{4}-/gu;
