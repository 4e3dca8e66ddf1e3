// Run before packing, over a fresh build: leaves in dist/ what the doors and programs of package.json reach by their
// imports, and the data. Tests and what only they use need no naming rule: nothing that is shipped imports them.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports: doors, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The compiler leaves `.ts` in the imports of declarations, where the consumer has a `.d.ts`. */
const importPath = /(\b(?:from|import)\s*\(?\s*['"])(\.[^'"\n]+?)\.(ts|js)(?=['"])/g;

/** The files that a door leads to, under whatever conditions. */
const filesOf = (door) => (typeof door === 'string' ? [door] : Object.values(door).flatMap(filesOf));

const reached = new Set();

function reach(file) {
  if (reached.has(file)) return;
  reached.add(file);
  const source = readFileSync(file, 'utf8');
  if (file.endsWith('.d.ts')) writeFileSync(file, source.replaceAll(importPath, '$1$2.js'));
  const ending = /\.d\.c?ts$/.test(file) ? '.d.ts' : '.js';
  for (const [, , path] of source.matchAll(importPath)) reach(join(dirname(file), `${path}${ending}`));
}

/** The folder that is read as a list, as `conformance/requirements.ts` reads it. */
const list = 'dist/conformance/requirements';
const listed = readdirSync(join(root, list)).filter((name) => /^[\w-]+\.js$/.test(name));

for (const file of [...filesOf([doors, bin]), ...listed.map((name) => join(list, name))]) reach(join(root, file));

/** What the build has copied as it is, and the schemas that it has written. */
const isData = (file) => file.endsWith('.schema.json') || existsSync(join(root, relative(join(root, 'dist'), file)));
for (const path of readdirSync(join(root, 'dist'), { recursive: true })) {
  const file = join(root, 'dist', path);
  if (statSync(file).isFile() && !reached.has(file) && !isData(file)) rmSync(file);
}
