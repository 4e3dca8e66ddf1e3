import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cannotWrite, writeWhole } from './write-whole.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const writing = pathToFileURL(join(dist, 'conformance/report/write-whole.js')).href;

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(async () => {
  await chmod(directory, 0o755);
  await rm(directory, { recursive: true });
});

test('a disk that takes no more loses nothing that was there, leaves nothing beside it, and is said', async () => {
  const path = join(directory, 'report.json');
  await writeFile(path, 'before');
  // Of any file there is room for eight kibibytes.
  const script = `import { writeWhole } from ${JSON.stringify(writing)};
    await writeWhole(${JSON.stringify(path)}, 'x'.repeat(100_000)).catch(({ code }) => console.log(code));`;
  const limited = ['-c', 'ulimit -f 8; "$0" --input-type=module --eval "$1"', process.execPath, script];
  expect(execFileSync('bash', limited, { encoding: 'utf8' })).toBe('EFBIG\n');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(directory)).toEqual(['report.json']);
});

test('a process that is killed while it writes loses nothing that was there', async () => {
  const path = join(directory, 'report.json');
  await writeFile(path, 'before');
  const script = `import { writeWhole } from ${JSON.stringify(writing)};
    await writeWhole(${JSON.stringify(path)}, 'x'.repeat(400_000_000));`;
  const begun = watchFor(directory, (name) => name.endsWith('.tmp'));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  await begun;
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await readFile(path, 'utf8')).toBe('before');
});

test('a folder that may not be written to: that is said before anything is sent', async () => {
  const path = join(directory, 'report.json');
  await writeFile(path, 'before');
  await chmod(directory, 0o555);
  const { code, output } = await run(['http://127.0.0.1:9/v3', '--report', path]);
  expect(output).toBe(`${path} cannot be written: nothing can be created in ${directory} (EACCES).\n`);
  expect(code).toBe(2);
  expect(await readFile(path, 'utf8')).toBe('before');
});

test('what cannot be replaced stays as it was, and nothing is left beside it', async () => {
  const path = join(directory, 'taken.json');
  await writeFile(path, 'before');
  await expect(writeWhole(join(path, 'inside.json'), 'x')).rejects.toThrow('ENOTDIR');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(directory)).toEqual(['taken.json']);
});

test('a link stays a link', async () => {
  await writeFile(join(directory, 'real.json'), 'before');
  await symlink(join(directory, 'real.json'), join(directory, 'link.json'));
  await writeWhole(join(directory, 'link.json'), 'after');
  expect(await readFile(join(directory, 'real.json'), 'utf8')).toBe('after');
});

test('that a directory is missing is known before anything is written', async () => {
  expect(await cannotWrite(join(directory, 'r.json'))).toBeUndefined();
  expect(await cannotWrite(join(directory, 'none', 'r.json'))).toContain(
    `there is no directory ${join(directory, 'none')}.`,
  );
  expect(await cannotWrite(directory)).toContain('it is a directory');
});

test('what is there keeps its rights', async () => {
  const path = join(directory, 'report.json');
  await writeFile(path, 'before', { mode: 0o600 });
  await writeWhole(path, 'after');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a device is written into, and stays a device', async () => {
  const link = join(directory, 'null.json');
  await symlink('/dev/null', link);
  for (const path of ['/dev/null', link]) {
    expect(await cannotWrite(path)).toBeUndefined();
    await writeWhole(path, 'nothing');
    expect((await stat(path)).isCharacterDevice()).toBe(true);
  }
  await expect(writeWhole('/dev/full', 'x')).rejects.toThrow('ENOSPC');
});

test('a pipe is written into, also one that takes a while, and also over a link', async () => {
  const [pipe, link] = [join(directory, 'pipe.json'), join(directory, 'link.json')];
  execFileSync('mkfifo', [pipe]);
  await symlink(pipe, link);
  const text = 'x'.repeat(1_000_000);
  for (const path of [pipe, link]) {
    const reading = readFile(pipe, 'utf8');
    await waitForReader(() => writeWhole(path, text));
    expect(await reading).toBe(text);
    expect((await stat(path)).isFIFO()).toBe(true);
  }
});

test('a pipe from which nobody reads: exit 3, as a report is missing', async () => {
  const pipe = join(directory, 'pipe.json');
  execFileSync('mkfifo', [pipe]);
  await chmod(directory, 0o777);
  await chmod(pipe, 0o666);
  const { code, output } = await run(['--budget', 'smoke', '--only', 'status-200', '--report', pipe]);
  expect(output).toContain(`${pipe} could not be written: nobody reads from it.`);
  expect(output).toContain('Conforms. ');
  expect(code).toBe(3);
}, 60_000);

test('output that leads to a file is written into, and not replaced', async () => {
  const path = join(directory, 'out.json');
  const script = `import { writeWhole } from ${JSON.stringify(writing)};
    process.stdout.write('first ');
    await writeWhole('/dev/stdout', 'second ');
    await writeWhole(${JSON.stringify(path)}, 'third ');
    process.stdout.write('fourth');`;
  const out = openSync(path, 'w');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', out, 'inherit'],
  });
  await once(child, 'close');
  expect(await readFile(path, 'utf8')).toBe('first second third fourth');
});

test('output that cannot be written is no success', async () => {
  for (const [args, code] of [
    [['--list'], 3],
    [['--budget', 'smoke', '--only', 'status-200'], 3],
    [['http://127.0.0.1:9/v3'], 2],
  ] as const) {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [join(dist, 'conformance/main.js'), ...args], {
      stdio: ['ignore', full, 'ignore'],
    });
    expect([args, (await once(child, 'close'))[0]]).toEqual([args, code]);
  }
}, 60_000);

// Helpers

/** Opening a pipe for writing fails until somebody has opened it for reading. */
async function waitForReader(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!String(error).includes('nobody reads')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

async function watchFor(folder: string, matches: (name: string) => boolean): Promise<void> {
  for await (const { filename } of watch(folder)) if (filename !== null && matches(filename)) return;
}

/** As somebody whom the rights of a folder bind, unlike the superuser. */
async function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, [join(dist, 'conformance/main.js'), ...args], { cwd: '/', ...nobody });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
