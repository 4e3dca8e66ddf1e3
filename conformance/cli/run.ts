import type { Report, Verdict } from '../report/document.ts';
import { writeReport } from '../report/write-report.ts';
import { writeWhole } from '../report/write-whole.ts';
import { maskOf } from '../target/secrets.ts';
import { isEnd } from '../target/time-limit.ts';
import { reportPage } from '../writers/report-page.ts';
import { terminalText } from '../writers/terminal.ts';
import { dryRun } from './dry-run.ts';
import { gather } from './gather.ts';
import { type RunOptions, secretsIn } from './options.ts';
import { hasColour, print, refused, say } from './output.ts';
import { verifyOrReplay } from './verify-or-replay.ts';
import { outputsOf, writeFiles } from './write-files.ts';

const exitCodes: Readonly<Record<Verdict, number>> = { conforms: 0, violates: 1, incomplete: 3, 'not-run': 2 };

/** A run whose report could not be written has not done what was asked; no other code is changed by that. */
export const exitCode = (verdict: Verdict, isAllWritten: boolean): number =>
  verdict === 'conforms' && !isAllWritten ? exitCodes.incomplete : exitCodes[verdict];

/** A whole run of the command, from the options to the exit code, which ends the process. */
export async function run(options: RunOptions): Promise<void> {
  const fail = failing(options);
  process.on('uncaughtException', fail);
  // Where a run was ended, parts of it hear of that for which nobody waits any more.
  process.on('unhandledRejection', (error) => {
    if (!isEnd(error)) fail(error);
  });
  process.on('beforeExit', () => fail(new Error('a part of the run has neither ended nor anything to wait for')));
  try {
    // A driver may have left something running that would keep the process alive.
    process.exit(await codeOf(options));
  } catch (error) {
    fail(error);
  }
}

async function codeOf(options: RunOptions): Promise<number> {
  const { baseUrl, behaviourOut, clean } = options;
  if (clean !== undefined && baseUrl !== undefined) {
    const { cleanCommand } = await import('./clean.ts');
    return cleanCommand(clean, { ...options, baseUrl });
  }
  const materials = await gather(options);
  if (!materials.ok) return refused(...materials.refusal);
  if (options.dryRun) return (await print(dryRun(options))) ? 0 : 3;
  const report = await verifyOrReplay(options, materials.value);
  const isAllWritten = await writeFiles(outputsOf(options), (path) =>
    path === behaviourOut ? writeFound(report, path) : writeReport(report, path),
  );
  const isPrinted = await print(terminalText(reportPage(report), { colour: hasColour(), verbose: options.verbose }));
  return exitCode(report.verdict, isAllWritten && isPrinted);
}

/** An empty file would mean that everything is at its default. */
async function writeFound({ behaviour }: Report, path: string): Promise<void> {
  if (Object.keys(behaviour).length === 0) throw new Error('no behaviour was found');
  const { writeBehaviour } = await import('../../fixtures/behaviour.ts');
  const { namingItsSchema } = await import('../../fixtures/naming-its-schema.ts');
  await writeWhole(path, namingItsSchema('behaviour', path, writeBehaviour(behaviour)));
}

/** A bug of ours is no verdict; left to itself the process would exit with 1, or with 0. */
function failing({ settings }: RunOptions): (error: unknown) => never {
  const mask = maskOf(secretsIn(settings));
  return (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say(`The suite itself has failed, so nothing was judged:\n${mask(text)}`);
    process.exit(2);
  };
}
