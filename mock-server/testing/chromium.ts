import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** A browser in PATH; undefined where there is none, so that `what` is not tried, which is said. */
export function chromiumPath(what: string): string | undefined {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find((file) => existsSync(file));
  if (path === undefined)
    console.warn(`${what} was not tried in a browser: there is no ${names.join(', no ')} in PATH.`);
  return path;
}
