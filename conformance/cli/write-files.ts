import type { Report } from '../report/document.ts';
import { writeReport } from '../report/write-report.ts';
import { cannotWrite, writeWhole } from '../report/write-whole.ts';
import type { RunOptions } from './options.ts';

/** Writes a file, or says in a sentence why it could not be written. */
export async function written(path: string, write: () => Promise<void>): Promise<string | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    return (await cannotWrite(path)) ?? `${path} could not be written: ${shortMessage(error)}.`;
  }
}

/** Node's words without the name of a temporary file. */
const shortMessage = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, [a-z]+ '.*$/u, '') : String(error);

/** Writes every file that was asked for, says which could not be written, and whether all could. */
export async function writeFiles(
  report: Report,
  { reports, behaviourOut }: RunOptions,
  say: (line: string) => void,
): Promise<boolean> {
  const problems: (string | undefined)[] = [];
  for (const path of reports) problems.push(await written(path, () => writeReport(report, path)));
  if (behaviourOut !== undefined) problems.push(await written(behaviourOut, () => writeFound(report, behaviourOut)));
  const told = problems.filter((problem) => problem !== undefined);
  for (const problem of told) say(problem);
  return told.length === 0;
}

/** An empty file would mean that everything is at its default. */
async function writeFound({ behaviour }: Report, path: string): Promise<void> {
  if (Object.keys(behaviour).length === 0) throw new Error('no behaviour was found');
  const { writeBehaviour } = await import('../../fixtures/behaviour.ts');
  const { namingItsSchema } = await import('../../fixtures/naming-its-schema.ts');
  await writeWhole(path, namingItsSchema('behaviour', path, writeBehaviour(behaviour)));
}
