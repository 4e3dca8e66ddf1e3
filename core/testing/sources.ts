import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that is a program, or of one; paths are from the top level, with slashes. */
export const sources = ['core', 'fixtures', 'mock-server', 'conformance'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$|(?:inspector|page-script)\.js$/.test(name))
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') })),
);
