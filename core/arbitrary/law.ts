import fc from 'fast-check';
import { it } from 'vitest';
import './seed.ts';

/** A test that holds for whatever is drawn. */
export function law<Drawn extends [unknown, ...unknown[]]>(
  title: string,
  arbitraries: { readonly [Index in keyof Drawn]: fc.Arbitrary<Drawn[Index]> },
  check: (...drawn: Drawn) => void,
  options: fc.Parameters<Drawn> = {},
): void {
  it(title, () => {
    fc.assert(fc.property(...arbitraries, check), options);
  });
}
