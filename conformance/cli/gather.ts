import { accept, type Result, refuse } from '../../core/result.ts';
import { readText } from '../../fixtures/read-text.ts';
import { checkKnownFailures, type KnownFailures } from '../known-failures.ts';
import { readReplayFile } from '../reading/read-report.ts';
import type { Report } from '../report/document.ts';
import type { DriverFactory } from '../target/driver.ts';
import { loadDriver } from './load-driver.ts';
import type { RunOptions } from './options.ts';
import { outputsOf, unwritable } from './write-files.ts';

/** Everything a run needs that comes from files. */
export interface Materials {
  readonly driver: DriverFactory | undefined;
  readonly replay: Report | undefined;
  readonly known: KnownFailures | undefined;
}

/** Reads what a run needs before it touches the target, and looks whether it will be able to write. */
export async function gather(options: RunOptions): Promise<Result<Materials, readonly string[]>> {
  const problems = await unwritable(outputsOf(options));
  if (problems.length > 0) return refuse(problems);
  const driver = options.driver === undefined ? undefined : await loadDriver(options.driver, process.cwd());
  if (driver?.ok === false) return refuse([driver.refusal]);
  const replay = options.replay === undefined ? undefined : readReplayFile(options.replay);
  if (replay?.ok === false) return refuse([replay.refusal]);
  const known = await readKnown(options.knownFailures);
  return known.ok ? accept({ driver: driver?.value, replay: replay?.value, known: known.value }) : known;
}

async function readKnown(file: string | undefined): Promise<Result<KnownFailures | undefined, readonly string[]>> {
  if (file === undefined) return accept(undefined);
  const text = readText(file);
  if (!text.ok) return refuse([`${file}${text.refusal}.`]);
  const { parseText } = await import('../../fixtures/parse-text.ts');
  return parseText(text.value, file, checkKnownFailures);
}
