import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { expected } from '../core/result.ts';
import { root } from '../core/testing/sources.ts';
import { readWorldFile } from '../fixtures/read-fixture.ts';
import { schemas } from '../fixtures/schemas.ts';
import { temporaryFolder } from '../fixtures/testing/temporary-folder.ts';
import { openMock } from './mock.ts';
import { mockDefaults } from './settings.ts';
import { watchWorld } from './watch-world.ts';

const folder = temporaryFolder();

it('should start again with what a file has come to hold, and stay with it where that is wrong', async () => {
  const world = join(folder, 'watched.yaml');
  writeFileSync(world, 'users: [alice]');
  const { mock, close } = expected(await openMock({ ...mockDefaults, listen: false, world }));
  const lines: string[] = [];
  onTestFinished(() => close(0));
  onTestFinished(watchWorld(mock, world, (line) => lines.push(line)));
  const usersIn = (name: string) => JSON.stringify(mock.sandboxes.open(name).cell.state.users);
  // Until it is seen: a change is a difference from the first observation.
  const saved = async (text: string, line: string): Promise<void> => {
    const write = () => {
      writeFileSync(world, text);
      expect(lines.at(-1)).toContain(line);
    };
    await vi.waitFor(write, { timeout: 10_000, interval: 300 });
  };
  mock.sandboxes.open('').clock.frozenAt = 1_577_836_800;
  await saved('users: [alice, bob]', `${world} was read again.`);
  expect(usersIn('')).toMatch(/bob.*1577836800/);
  expect(usersIn('opened-later')).toMatch(/bob(?!.*1577836800)/);
  await saved('users: [al ice, carol]', 'watched.yaml:1:9: ');
  expect(usersIn('')).toContain('bob');
  expect(usersIn('')).not.toContain('carol');
});

// Built by `pretest`: the schema stands beside the program that is shipped.
it.each([
  ['world.yaml', /^# yaml-language-server: \$schema=(\..*)\n/],
  ['world.json', /^\{\n {2}"\$schema": "(.*)"/],
])('should begin with a world that names its schema for editors, and replace no file: %s', async (name, naming) => {
  const { writeStarterWorld }: typeof import('./init.ts') = await import(`${root}/dist/mock-server/init.js`);
  const file = join(folder, name);
  expect(writeStarterWorld(file)).toBeUndefined();
  expect(readWorldFile(file)).toMatchObject({ ok: true });
  const [, schema = ''] = naming.exec(readFileSync(file, 'utf8')) ?? [];
  expect(JSON.parse(readFileSync(join(folder, schema), 'utf8'))).toEqual(schemas.world);
  expect(writeStarterWorld(file)).toBe(`${file} is there already; name another file, or remove it.`);
  expect(writeStarterWorld(join(folder, 'none', name))).toContain('cannot be written (ENOENT)');
});
