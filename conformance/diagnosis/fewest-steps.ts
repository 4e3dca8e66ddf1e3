/** Of lists of steps that are tried side by side: how many were, none where it is over, and the first that is enough, or -1. */
export interface Tried {
  readonly tried: number;
  readonly enough: number;
}

/** So few steps cost little: others are tried beside them. */
const few = 4;

/**
 * The steps, in their order, that are needed, where all of them are enough and what is enough with some is so with more.
 * The shortest end of them that is enough begins with one that is needed: behind that one it is sought again. Each takes
 * about as many attempts as there are digits in the binary number of the steps.
 */
export async function fewestSteps<Step>(
  steps: readonly Step[],
  sideBySide: number,
  attempt: (some: readonly (readonly Step[])[]) => Promise<Tried>,
): Promise<readonly Step[]> {
  const needed: Step[] = [];
  let rest = steps;
  while (rest.length > 0) {
    const ending = (size: number) => rest.slice(rest.length - size);
    let [tooFew, enough] = [-1, rest.length];
    while (tooFew + 1 < enough) {
      const sizes = sizesBetween(tooFew, enough, tooFew < few ? sideBySide : Math.ceil(sideBySide / 3));
      const result = await attempt(sizes.map((size) => [...needed, ...ending(size)]));
      if (result.tried === 0) return [...needed, ...ending(enough)];
      tooFew = sizes[(result.enough < 0 ? result.tried : result.enough) - 1] ?? tooFew;
      enough = sizes[result.enough] ?? enough;
    }
    needed.push(...ending(enough).slice(0, 1));
    rest = ending(Math.max(enough - 1, 0));
  }
  return needed;
}

/** Which numbers of steps are tried next: few at first, twice as many each time, and halfway to what is enough. */
function sizesBetween(tooFew: number, enough: number, count: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = tooFew; size + 1 < enough && sizes.length < count; ) {
    size = Math.min(Math.max(size + 1, size * 2), Math.floor((size + enough) / 2));
    sizes.push(size);
  }
  return sizes;
}
