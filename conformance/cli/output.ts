/** A line on stderr. */
export const say = (line: string): void => console.error(line);

/** Text on stdout; resolves once it is out of the process. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });

/** Colour only where somebody watches and does not mind. */
export const hasColour = (): boolean =>
  process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';
