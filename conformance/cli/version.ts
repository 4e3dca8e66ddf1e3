import { readFileSync } from 'node:fs';

/** The version of the package, read where `dist/conformance/` stands in it. */
export function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return version;
}
