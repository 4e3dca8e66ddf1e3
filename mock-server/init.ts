import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namingItsSchema } from '../fixtures/schemas.ts';

const starterWorld = join(import.meta.dirname, '../fixtures/starter-world.yaml');

/** Writes it where nothing is yet, in the form of the file's ending; else a sentence says why not. */
export function writeStarterWorld(file: string): string | undefined {
  try {
    writeFileSync(file, namingItsSchema('world', file, readFileSync(starterWorld, 'utf8')), { flag: 'wx' });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    if (code === 'EEXIST') return `${file} is there already; name another file, or remove it.`;
    return `${file} cannot be written (${String(code)}).`;
  }
}
