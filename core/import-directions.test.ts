import { dirname, join, normalize, sep } from 'node:path';
import { expect, it } from 'vitest';
import { sources } from './testing/sources.ts';

/** Which of the four folders a file of each folder may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: ['core'],
  fixtures: ['core', 'fixtures'],
  'mock-server': ['core', 'fixtures', 'mock-server'],
  conformance: ['core', 'fixtures', 'conformance'],
};

/** The suite knows a URL; these alone may start a mock server. */
const compositionRoots = /^conformance\/(?:(?:main|verify-embedded|global-setup)\.ts$|(?:self-test|pages)\/)/;
/** Never part of the running program: tests, what only they share, benches, the fuzzer and hostile targets. */
const besideTheProgram = /\.test\.ts$|^[^/]+\/(?:arbitrary|bench|fuzz|hostile|testing)\//;

/** What a file may not import: another folder, its own folder's door, what serves tests only, and in core any package. */
function straysOf(path: string, source: string): readonly string[] {
  const [folder = ''] = path.split('/');
  const isBeside = besideTheProgram.test(path);
  const mayStartServer = compositionRoots.test(path) || (folder === 'conformance' && isBeside);
  const isStray = (name: string): boolean => {
    if (!name.startsWith('.')) return folder === 'core' && !isBeside;
    const target = normalize(join(dirname(path), name)).replaceAll(sep, '/');
    const [other = ''] = target.split('/');
    if (target === `${folder}/index.ts` || (besideTheProgram.test(target) && !isBeside)) return true;
    return !mayImport[folder]?.includes(other) && !(mayStartServer && other === 'mock-server');
  };
  const imports = source.matchAll(/(?:^|[^.\w])(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/gm);
  return Array.from(imports, ([, , name = '']) => name).flatMap((name) => (isStray(name) ? `${path}: ${name}` : []));
}

/** A file that only passes on what others define, other than the door of a folder. */
function isStrayBarrel(path: string, source: string): boolean {
  if (Object.keys(mayImport).some((folder) => path === `${folder}/index.ts`)) return false;
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const own = code.replaceAll(/^(?:import|export)\s[^;'"=]*(?:from\s*)?['"][^'"]+['"];?$/gm, '');
  return path.endsWith('/index.ts') || (code !== own && own.trim() === '');
}

// The examples below are strays on purpose.
const files = sources.filter(({ path }) => path !== 'core/import-directions.test.ts');

it('the imports should run in the permitted directions only', () => {
  expect(files.flatMap(({ path, source }) => straysOf(path, source))).toEqual([]);
});

it('the imports should come from the file that defines a thing, not from a barrel', () => {
  expect(files.filter(({ path, source }) => isStrayBarrel(path, source)).map(({ path }) => path)).toEqual([]);
});

it.each([
  ['core/tree.ts', "import { readFileSync } from 'node:fs';"],
  ['core/tree.ts', "import fc from 'fast-check';"],
  ['core/tree.ts', "export * from '../fixtures/world.ts';"],
  ['core/tree.ts', "const late = await import('../mock-server/server.ts');"],
  ['core/tree.ts', "import './arbitrary/seed.ts';"],
  ['core/tree.ts', "import { get } from './index.ts';"],
  ['core/tree.test.ts', "import { start } from '../mock-server/server.ts';"],
  ['fixtures/world.ts', "import { start } from '../mock-server/server.ts';"],
  ['mock-server/server.ts', "import type { Verdict } from '../conformance/verify.ts';"],
  ['mock-server/control/page.ts', "import {\n  verify,\n} from '../../conformance/verify.ts';"],
  ['conformance/verify.ts', "import { start } from '../mock-server/server.ts';"],
  ['conformance/report/main.ts', "import { start } from '../../mock-server/server.ts';"],
])('a stray import should be found: %s with %s', (path, source) => {
  expect(straysOf(path, source)).toEqual([expect.stringContaining(path)]);
});

it.each([
  ['mock-server/control/index.ts', 'export const control = 1;'],
  ['core/all.ts', "/** All. */\nexport {\n  get,\n  set,\n} from './tree.ts';\nexport * from './ids.ts';\n"],
])('a stray import should be found in a barrel: %s', (path, source) => {
  expect(isStrayBarrel(path, source)).toBe(true);
});
