import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { loadDriver } from './load-driver.ts';

const directory = temporaryFolder();
beforeAll(async () => {
  await writeFile(join(directory, 'good.mjs'), 'export default () => ({});');
  await writeFile(join(directory, 'other.mjs'), 'export const driver = 1;');
  await writeFile(join(directory, 'broken.mjs'), 'export default {');
  await mkdir(join(directory, 'node_modules', 'my-driver'), { recursive: true });
  await writeFile(join(directory, 'node_modules', 'my-driver', 'index.js'), 'module.exports = () => ({});');
});

test.each(['./good.mjs', 'good.mjs', 'my-driver'])('%s is a driver', async (name) => {
  expect(await loadDriver(name, 60_000, directory)).toBeTypeOf('function');
});

test.each([
  ['./other.mjs', 'has no function as its default export'],
  ['./none.mjs', 'cannot be loaded: there is no such file.'],
  ['./broken.mjs', 'cannot be loaded: '],
  ['no-such-package', "cannot be loaded: Cannot find package 'no-such-package'"],
])('%s is none: it %s', async (name, part) => {
  const sentences = [expect.stringContaining(`The driver ${name} ${part}`)];
  await expect(loadDriver(name, 60_000, directory)).rejects.toMatchObject({ sentences });
});
