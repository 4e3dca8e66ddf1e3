import { randomUUID } from 'node:crypto';
import { constants, fstatSync, type Stats } from 'node:fs';
import { access, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Writes the file so that at any moment the old one or the new one is there, whole: beside its target first, then
 * renamed. What is there and is no regular file, such as a device or a pipe, is never replaced: it is written into.
 * Throws what the file system says, and leaves nothing behind.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  const own = there && ownStream(there);
  if (own !== undefined) return print(own, text);
  if (there !== undefined && !there.isFile()) return writeInto(path, text);
  const target = await realpath(path).catch(() => path);
  // A name has 255 bytes at most, and a character up to three.
  const beside = join(dirname(target), `.${basename(target).slice(0, 60)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await writeFile(beside, text, { flag: 'wx', flush: true, mode: there?.mode ?? 0o666 });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Why no file can be written there, as far as that can be known before; undefined when nothing speaks against it. */
export async function cannotWrite(path: string): Promise<string | undefined> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) return `${path} cannot be written: it is a directory.`;
  if (there !== undefined && (!there.isFile() || ownStream(there) !== undefined)) return undefined;
  const directory = dirname(path);
  const parent = await stat(directory).catch(() => undefined);
  if (parent === undefined) return `${path} cannot be written: there is no directory ${directory}.`;
  if (!parent.isDirectory()) return `${path} cannot be written: ${directory} is no directory.`;
  try {
    await access(dirname(await realpath(path).catch(() => path)), constants.W_OK);
    return undefined;
  } catch (error) {
    return `${path} cannot be written: nothing can be created in ${directory} (${codeOf(error)}).`;
  }
}

/** A second file that is opened where output of this process goes would write over it. */
function ownStream({ dev, ino }: Stats): NodeJS.WriteStream | undefined {
  return [process.stdout, process.stderr].find(({ fd }) => {
    try {
      const own = fstatSync(fd);
      return own.dev === dev && own.ino === ino;
    } catch {
      return false;
    }
  });
}

const print = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });

/** A reader of a pipe may be slow, and may not be there at all: nobody waits for one for ever. */
const longestPauseMs = 5_000;

async function writeInto(path: string, text: string): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw codeOf(error) === 'ENXIO' ? new Error('nobody reads from it') : error;
  });
  try {
    const bytes = Buffer.from(text);
    let written = 0;
    let movedAt = performance.now();
    while (written < bytes.length) {
      try {
        written += (await file.write(bytes, written)).bytesWritten;
        movedAt = performance.now();
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN' || performance.now() - movedAt > longestPauseMs) throw error;
        await sleep(10);
      }
    }
  } finally {
    await file.close();
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
