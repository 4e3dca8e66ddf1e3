import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, watch } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mainOf } from '../../core/testing/spawned-program.ts';
import { cannotWrite, writeWhole } from './write-whole.ts';

const main = mainOf('conformance');

let [directory, path] = ['', ''];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'));
  path = join(directory, 'report.json');
  await writeFile(path, 'before', { mode: 0o600 });
});
afterEach(async () => {
  await chmod(directory, 0o755);
  await rm(directory, { recursive: true });
});

/** What a process of its own is to do with our functions and `path`. */
const program = (body: string): readonly string[] => {
  const module = pathToFileURL(join(main, '../report/write-whole.js')).href;
  const head = `import { cannotWrite, writeWhole } from ${JSON.stringify(module)}; const path = ${JSON.stringify(path)};`;
  return ['--input-type=module', '--eval', `${head}\n${body}`];
};

test('a disk that takes no more loses nothing that was there, leaves nothing beside it, and is said', async () => {
  const writing = program(`await writeWhole(path, 'x'.repeat(100_000)).catch(({ code }) => console.log(code));`);
  // Of any file there is room for eight kibibytes.
  const limited = ['-c', 'ulimit -f 8; "$0" "$@"', process.execPath, ...writing];
  expect(execFileSync('bash', limited, { encoding: 'utf8' })).toBe('EFBIG\n');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(directory)).toEqual(['report.json']);
});

test('a process that is killed while it writes loses nothing that was there', async () => {
  // The first that changes there is the file beside its target.
  const watcher = watch(directory);
  const begun = once(watcher, 'change');
  const child = spawn(process.execPath, program(`await writeWhole(path, 'x'.repeat(400_000_000));`), {
    stdio: 'ignore',
  });
  await begun;
  watcher.close();
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await readFile(path, 'utf8')).toBe('before');
});

test('a name may be as long as a file system takes', async () => {
  const long = join(directory, `${'報'.repeat(82)}.md`);
  await writeWhole(long, 'after');
  expect(await readFile(long, 'utf8')).toBe('after');
});

test('what is there keeps its rights, and a link stays a link', async () => {
  const link = join(directory, 'link.json');
  await symlink(path, link);
  await writeWhole(link, 'after');
  expect(await readFile(path, 'utf8')).toBe('after');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a folder that may not be written to is known before, too', async () => {
  await chmod(path, 0o666);
  await chmod(directory, 0o555);
  // The rights of a folder bind everybody but the superuser.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const asking = program('console.log(await cannotWrite(path));');
  const said = execFileSync(process.execPath, asking, { ...nobody, cwd: '/', encoding: 'utf8' });
  expect(said).toBe(`${path} cannot be written: nothing can be created in ${directory} (EACCES).\n`);
});

test('what is in the way is known before anything is written, and stays', async () => {
  const missing = join(directory, 'none');
  const reasons = [path, join(missing, 'r.json'), join(path, 'r.json'), directory].map(cannotWrite);
  expect(await Promise.all(reasons)).toEqual([
    undefined,
    `${missing}/r.json cannot be written: there is no directory ${missing}.`,
    `${path}/r.json cannot be written: ${path} is no directory.`,
    `${directory} cannot be written: it is a directory.`,
  ]);
  await expect(writeWhole(join(path, 'r.json'), 'x')).rejects.toThrow('ENOTDIR');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(directory)).toEqual(['report.json']);
});

test('a device is written into, and stays a device', async () => {
  const link = join(directory, 'null.json');
  await symlink('/dev/null', link);
  for (const device of ['/dev/null', link]) {
    expect(await cannotWrite(device)).toBeUndefined();
    await writeWhole(device, 'nothing');
    expect((await stat(device)).isCharacterDevice()).toBe(true);
  }
  await expect(writeWhole('/dev/full', 'x')).rejects.toThrow('ENOSPC');
});

test('a pipe is written into, also one that takes a while, and also over a link', async () => {
  const [pipe, link] = [join(directory, 'pipe.json'), join(directory, 'link.json')];
  execFileSync('mkfifo', [pipe]);
  await symlink(pipe, link);
  await expect(writeWhole(pipe, 'x')).rejects.toThrow('nobody reads from it');
  const text = 'x'.repeat(1_000_000);
  for (const one of [pipe, link]) {
    const reading = readFile(pipe, 'utf8');
    // Opening a pipe for writing fails until somebody has opened it for reading.
    await vi.waitFor(() => writeWhole(one, text), { timeout: 10_000, interval: 5 });
    expect(await reading).toBe(text);
    expect((await stat(one)).isFIFO()).toBe(true);
  }
});

test('output that leads to a file is written into, and not replaced', async () => {
  const out = openSync(path, 'w');
  const writing = program(`process.stdout.write('first ');
    await writeWhole('/dev/stdout', 'second ');
    await writeWhole(path, 'third ');
    process.stdout.write('fourth');`);
  await once(spawn(process.execPath, writing, { stdio: ['ignore', out, 'inherit'] }), 'close');
  expect(await readFile(path, 'utf8')).toBe('first second third fourth');
});

test('output that cannot be written is no success', async () => {
  for (const [args, code] of [
    [['--budget', 'smoke', '--only', 'status-200'], 3],
    [['http://127.0.0.1:9/v3'], 2],
  ] as const) {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'] });
    expect([args, (await once(child, 'close'))[0]]).toEqual([args, code]);
  }
}, 60_000);
