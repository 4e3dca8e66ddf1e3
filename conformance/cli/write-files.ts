import { cannotWrite } from '../report/write-whole.ts';
import type { RunOptions } from './options.ts';
import { say } from './output.ts';

/** Every file that a run is to write. */
export const outputsOf = ({ reports, behaviourOut }: RunOptions): readonly string[] =>
  behaviourOut === undefined ? reports : [...reports, behaviourOut];

/** Why these files cannot be written, as far as one can tell before: a sentence for each that cannot. */
export async function unwritable(paths: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(paths.map(cannotWrite))).filter((why) => why !== undefined);
}

/** Writes every file with `write`, says which could not be written, and whether all could. */
export async function writeFiles(paths: readonly string[], write: (path: string) => Promise<void>): Promise<boolean> {
  let isAllWritten = true;
  for (const path of paths) {
    try {
      await write(path);
    } catch (error) {
      isAllWritten = false;
      say((await cannotWrite(path)) ?? `${path} could not be written: ${shortMessage(error)}.`);
    }
  }
  return isAllWritten;
}

/** Node's words without the name of a temporary file. */
const shortMessage = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, [a-z]+ '.*$/u, '') : String(error);
