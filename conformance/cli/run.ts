import { terminalReport } from '../report/terminal.ts';
import type { Verdict } from '../report.ts';
import { maskOf } from '../target/secrets.ts';
import { secretsOf } from '../target/target.ts';
import { dryRun } from './dry-run.ts';
import { gather } from './gather.ts';
import type { RunOptions } from './options.ts';
import { hasColour, print, say } from './output.ts';
import { verifyOrReplay } from './verify-or-replay.ts';
import { writeFiles } from './write-files.ts';

const exitCodes: Readonly<Record<Verdict, number>> = { conforms: 0, violates: 1, incomplete: 3, 'not-run': 2 };

/** A run whose report could not be written has not done what was asked; no other code is changed by that. */
export const exitCode = (verdict: Verdict, isAllWritten: boolean): number =>
  verdict === 'conforms' && !isAllWritten ? exitCodes.incomplete : exitCodes[verdict];

/** A whole run of the command, from the options to the exit code. */
export async function run(options: RunOptions): Promise<void> {
  exitOnBugs(options);
  const materials = await gather(options);
  if (!materials.ok) {
    for (const sentence of materials.refusal) say(sentence);
    // A driver that was loaded may have left something running.
    process.exit(2);
  }
  if (options.dryRun) {
    process.stdout.write(dryRun(options));
    return;
  }
  const report = await verifyOrReplay(options, materials.value, say);
  const isAllWritten = await writeFiles(report, options, say);
  const isPrinted = await print(terminalReport(report, { colour: hasColour() }));
  // A driver may have left something running that would keep the process alive.
  process.exit(exitCode(report.verdict, isAllWritten && isPrinted));
}

/** A bug of ours is no verdict; left to itself the process would exit with 1. */
function exitOnBugs({ apiKey, authOnlyKey }: RunOptions): void {
  const mask = maskOf(secretsOf(apiKey, authOnlyKey === undefined ? [] : [authOnlyKey]));
  const onBug = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say(`The suite itself has failed, so nothing was judged:\n${mask(text)}`);
    process.exit(2);
  };
  process.on('uncaughtException', onBug);
  process.on('unhandledRejection', onBug);
}
