import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// Start-up is import time. What is imported with `import()` is loaded when it is first used.

const folder = new URL('../', import.meta.url);

it('should load nothing that a run without files, faults and control does not need', () => {
  const loaded = loadedWith('main.ts');
  expect(loaded).toContain('mock-server/server.ts');
  expect(loaded.filter((file) => /\/(?:control|inspector|faults|bench|fuzz)\/|^conformance\//.test(file))).toEqual([]);
  const dataReaders = ['parse-text', 'read-fixture', 'check-world', 'behaviour'];
  expect(loaded.filter((file) => dataReaders.some((name) => file === `fixtures/${name}.ts`))).toEqual([]);
});

it('should show the journal without all that can go wrong on purpose', () => {
  const loaded = loadedWith('control/serve-control.ts');
  expect(loaded).toContain('mock-server/control/control-journal.ts');
  expect(loaded.filter((file) => /\/(?:inspector|faults)\/|control-faults/.test(file))).toEqual([]);
});

const loadedWith = (module: string): readonly string[] =>
  [...loadedBy(new URL(module, import.meta.url), new Set())].map((url) => url.slice(folder.href.length));

/** Collects the module and all that it imports, and checks that of others it imports those of Node only. */
function loadedBy(module: URL, seen: Set<string>): Set<string> {
  if (seen.has(module.href)) return seen;
  seen.add(module.href);
  const source = readFileSync(fileURLToPath(module), 'utf8');
  for (const [, name = ''] of source.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm)) {
    if (!name.startsWith('.')) expect(name).toMatch(/^node:(?:events|fs|http|util|url)$/);
    else if (existsSync(new URL(name, module))) loadedBy(new URL(name, module), seen);
    else expect.unreachable(`${name} is not there`);
  }
  return seen;
}
