import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { sources } from '../core/testing/sources.ts';

// Start-up is import time. What is imported with `import()` is loaded when it is first used.

it('should load nothing that a run without files, faults and control does not need', () => {
  const loaded = loadedWith('mock-server/command.ts');
  expect(loaded).toContain('mock-server/server.ts');
  expect(loaded.filter((file) => /\/(?:control|inspector|faults|bench|fuzz)\/|^conformance\//.test(file))).toEqual([]);
  const needless = /^fixtures\/(?:parse-text|read-fixture|check-world|behaviour)\./;
  expect(loaded.filter((file) => needless.test(file))).toEqual([]);
});

it('should show the journal without all that can go wrong on purpose', () => {
  const loaded = loadedWith('mock-server/control/serve-control.ts');
  expect(loaded).toContain('mock-server/control/control-journal.ts');
  expect(loaded.filter((file) => /\/(?:inspector|faults)\/|control-faults/.test(file))).toEqual([]);
});

/** The module and all that it imports; of others it may import those of Node only. */
function loadedWith(module: string, loaded: string[] = []): readonly string[] {
  if (loaded.includes(module)) return loaded;
  loaded.push(module);
  const { source } = sources.find(({ path }) => path === module) ?? expect.unreachable(`${module} is not there`);
  for (const [, name = ''] of source.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm)) {
    if (name.startsWith('.')) loadedWith(join(dirname(module), name), loaded);
    else expect(name).toMatch(/^node:(?:events|fs|http|util|url)$/);
  }
  return loaded;
}
