import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folders, sources } from './testing/sources.ts';

/** Which of the four folders a file of each folder may import. */
const mayImport = {
  core: ['core'],
  fixtures: ['core', 'fixtures'],
  'mock-server': ['core', 'fixtures', 'mock-server'],
  conformance: ['core', 'fixtures', 'conformance'],
} as const;

type Folder = keyof typeof mayImport;

/** The suite knows a URL; these alone may start a mock server. */
const compositionRoots = /^conformance\/(?:(?:main|verify-embedded|global-setup)\.ts$|(?:self-test|pages)\/)/;
/** Never part of the running program: tests, what only they share, benches, the fuzzer and hostile targets. */
const besideTheProgram = /\.test\.ts$|^[^/]+\/(?:arbitrary|bench|fuzz|hostile|testing)\//;

/** What is wrong with the imports of one file, as sentences that name it; paths are from the top level. */
function straysOf(path: string, source: string): readonly string[] {
  return importsOf(source).flatMap((specifier) => {
    const stray = (why: string) => [`${path} imports ${specifier}: ${why}`];
    if (!specifier.startsWith('.')) {
      const allowed = !path.startsWith('core/') || besideTheProgram.test(path);
      return allowed ? [] : stray('core is pure');
    }
    const target = normalize(join(dirname(path), specifier)).replaceAll(sep, '/');
    if (besideTheProgram.test(target) && !besideTheProgram.test(path)) return stray('that file serves tests only');
    if (target === `${folderOf(path)}/index.ts`)
      return stray('inside a folder, import the file that defines the thing');

    const mayStartServer =
      compositionRoots.test(path) || (path.startsWith('conformance/') && besideTheProgram.test(path));
    const allowed: readonly string[] = mayStartServer ? folders : mayImport[folderOf(path)];
    return allowed.includes(target.split('/')[0] ?? '')
      ? []
      : stray(`${folderOf(path)} may import ${allowed.join(', ')}`);
  });
}

/** A file that only passes on what others define, other than the door of a folder. */
function isStrayBarrel(path: string, source: string): boolean {
  if (folders.some((folder) => path === `${folder}/index.ts`)) return false;
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const own = code.replaceAll(/^(?:import|export)\s[^;'"=]*(?:from\s*)?['"][^'"]+['"];?$/gm, '');
  return path.endsWith('/index.ts') || (code !== own && own.trim() === '');
}

const importsOf = (source: string): readonly string[] =>
  [...source.matchAll(/(?:^|[^.\w])(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/gm)].map((match) => match[2] ?? '');

const folderOf = (path: string): Folder => folders.find((folder) => path.startsWith(`${folder}/`)) ?? 'core';

// The examples below are strays on purpose.
const files = sources.filter(({ path }) => path !== 'core/import-directions.test.ts');

describe('the imports', () => {
  it('should run in the permitted directions only', () => {
    expect(files.flatMap(({ path, source }) => straysOf(path, source))).toEqual([]);
  });

  it('should come from the file that defines a thing, not from a barrel', () => {
    expect(files.filter(({ path, source }) => isStrayBarrel(path, source)).map(({ path }) => path)).toEqual([]);
  });
});

describe('a stray import', () => {
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
  ])('should be found: %s with %s', (path, source) => {
    expect(straysOf(path, source)).toEqual([expect.stringContaining(path)]);
  });

  it.each([
    ['mock-server/control/index.ts', 'export const control = 1;'],
    ['core/all.ts', "/** All. */\nexport {\n  get,\n  set,\n} from './tree.ts';\nexport * from './ids.ts';\n"],
  ])('should be found in a barrel: %s', (path, source) => {
    expect(isStrayBarrel(path, source)).toBe(true);
  });
});
