import type { Report } from '../report/document.ts';
import { writeReport } from '../report/write-report.ts';
import { cannotWrite, writeWhole } from '../report/write-whole.ts';
import type { RunOptions } from './options.ts';

/** Writes every file that was asked for, says which could not be written, and whether all could. */
export async function writeFiles(
  report: Report,
  { reports, behaviourOut }: RunOptions,
  say: (line: string) => void,
): Promise<boolean> {
  let isAllWritten = true;
  const attempt = async (path: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      isAllWritten = false;
      say((await cannotWrite(path)) ?? `${path} could not be written: ${shortMessage(error)}.`);
    }
  };
  for (const path of reports) await attempt(path, () => writeReport(report, path));
  if (behaviourOut !== undefined) await attempt(behaviourOut, () => writeBehaviourFile(report, behaviourOut));
  return isAllWritten;
}

/** Node's words without the name of a temporary file. */
const shortMessage = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, [a-z]+ '.*$/u, '') : String(error);

/** An empty file would mean that everything is at its default. */
async function writeBehaviourFile({ behaviour }: Report, path: string): Promise<void> {
  if (Object.keys(behaviour).length === 0) throw new Error('no behaviour was found');
  const { writeBehaviour } = await import('../../fixtures/behaviour.ts');
  await writeWhole(path, writeBehaviour(behaviour));
}
