import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, type FileHandle, mkdtemp, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeWhole } from './write-whole.ts';

const written = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY }));

/** A disk with room for so many characters. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open = async (...args: Parameters<typeof real.open>): Promise<FileHandle> => {
    const file = await real.open(...args);
    const writeWithinRoom = async (text: string): Promise<void> => {
      await file.write(text.slice(0, written.room));
      if (text.length > written.room) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    };
    return new Proxy(file, {
      get: (target, name) => {
        if (name === 'writeFile') return writeWithinRoom;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return { ...real, open };
});

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(async () => {
  written.room = Number.POSITIVE_INFINITY;
  await chmod(directory, 0o755);
  await rm(directory, { recursive: true });
});

test('a full disk loses nothing that was there, leaves nothing beside it, and is said', async () => {
  const path = join(directory, 'report.json');
  await writeFile(path, 'before');
  written.room = 10;
  await expect(writeWhole(path, 'x'.repeat(100))).rejects.toThrow('ENOSPC');
  expect(await readFile(path, 'utf8')).toBe('before');
  expect(await readdir(directory)).toEqual(['report.json']);
});

test('a process that is killed while it writes loses nothing that was there', async () => {
  const path = join(directory, 'report.json');
  await writeFile(path, 'before');
  const module = pathToFileURL(join(dist, 'conformance/report/write-whole.js')).href;
  const script = `import { writeWhole } from ${JSON.stringify(module)};
    await writeWhole(${JSON.stringify(path)}, 'x'.repeat(400_000_000));`;
  const begun = watchFor(directory, (name) => name.endsWith('.tmp'));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  await begun;
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await readFile(path, 'utf8')).toBe('before');
});

test('a folder that may not be written to: the run says so, keeps its verdict, and is not green', async () => {
  const path = join(directory, 'report.json');
  await writeFile(path, 'before');
  await chmod(directory, 0o555);
  const { code, output } = await run(['http://127.0.0.1:9/v3', '--report', path]);
  expect(output).toMatch(/report\.json could not be written: EACCES/);
  expect(output).toContain('Nothing was judged.');
  expect(code).toBe(2);
  expect(await readFile(path, 'utf8')).toBe('before');
});

// Helpers

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
