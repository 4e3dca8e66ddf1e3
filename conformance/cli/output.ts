import type { Result } from '../../core/result.ts';

/** What the command line asks for cannot be done, for the reasons in its sentences. Nothing was done then: exit code 2. */
export class Refusal extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: string | readonly string[]) {
    super();
    this.sentences = [sentences].flat();
  }
}

/** The value; throws `Refusal` where there is none. */
export function orRefuse<Value>(result: Result<Value, string | readonly string[]>): Value {
  if (!result.ok) throw new Refusal(result.refusal);
  return result.value;
}

/** A line on stderr. */
export const say = (line: string): void => console.error(line);

/** The exit code of what resolves to one; 2 where it was refused, which is said. */
export async function unlessRefused(act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const sentence of error.sentences) say(sentence);
    return 2;
  }
}

/**
 * Text on stdout; resolves once it is out of the process, to whether it could be written. A reader that goes away, such
 * as `head`, has read what it wanted.
 */
export const print = (text: string): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(!error || ('code' in error && error.code === 'EPIPE')));
  });

/** Colour only where somebody watches and does not mind. */
export const hasColour = (): boolean =>
  process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
