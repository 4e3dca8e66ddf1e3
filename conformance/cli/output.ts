/** A line on stderr. */
export const say = (line: string): void => console.error(line);

/** Says why nothing was done, and gives the exit code for that. */
export function refused(...sentences: readonly string[]): 2 {
  for (const sentence of sentences) say(sentence);
  return 2;
}

/**
 * Text on stdout; resolves once it is out of the process, to whether it could be written. A reader that goes away, such
 * as `head`, has read what it wanted.
 */
export const print = (text: string): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(isRead(error)));
  });

export const isRead = (error: Error | null | undefined): boolean =>
  error === null || error === undefined || ('code' in error && error.code === 'EPIPE');

/** Colour only where somebody watches and does not mind. */
export const hasColour = (): boolean =>
  process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
