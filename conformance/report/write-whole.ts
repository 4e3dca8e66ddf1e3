import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes the file so that at any moment the old one or the new one is there, whole: beside its target first, then
 * renamed. Throws what the file system says, and leaves nothing behind.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const file = await open(beside, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Why no file can be written there, as far as one can tell before; undefined when nothing speaks against it. */
export async function cannotWrite(path: string): Promise<string | undefined> {
  const directory = dirname(path);
  const parent = await stat(directory).catch(() => undefined);
  if (parent === undefined) return `${path} cannot be written: there is no directory ${directory}.`;
  if (!parent.isDirectory()) return `${path} cannot be written: ${directory} is no directory.`;
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) return `${path} cannot be written: it is a directory.`;
  return undefined;
}
