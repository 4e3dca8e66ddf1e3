import { accept, type Result, refuse } from '../../core/result.ts';
import { readText } from '../../fixtures/read-text.ts';
import { type KnownFailures, parseKnownFailures } from '../known-failures.ts';
import { readReplay } from '../reading/read-report.ts';
import type { Report } from '../report/document.ts';
import { cannotWrite } from '../report/write-whole.ts';
import type { DriverFactory } from '../target/driver.ts';
import { loadDriver } from './load-driver.ts';
import type { RunOptions } from './options.ts';

/** Everything a run needs that comes from files. */
export interface Materials {
  readonly driver: DriverFactory | undefined;
  readonly replay: Report | undefined;
  readonly known: KnownFailures | undefined;
}

/** Reads what a run needs before it touches the target, and looks whether it will be able to write. */
export async function gather(options: RunOptions): Promise<Result<Materials, readonly string[]>> {
  const outputs = options.behaviourOut === undefined ? options.reports : [...options.reports, options.behaviourOut];
  const unwritable = (await Promise.all(outputs.map(cannotWrite))).filter((why) => why !== undefined);
  if (unwritable.length > 0) return refuse(unwritable);

  const driver = options.driver === undefined ? undefined : await loadDriver(options.driver, process.cwd());
  if (driver?.ok === false) return refuse([driver.refusal]);

  const replay = await readInput(options.replay, async (text, name) => {
    const report = readReplay(text, name);
    return report.ok ? report : refuse([report.refusal]);
  });
  if (!replay.ok) return replay;

  const known = await readInput(options.knownFailures, parseKnownFailures);
  if (!known.ok) return known;
  return accept({ driver: driver?.value, replay: replay.value, known: known.value });
}

async function readInput<Value>(
  path: string | undefined,
  read: (text: string, name: string) => Promise<Result<Value, readonly string[]>>,
): Promise<Result<Value | undefined, readonly string[]>> {
  if (path === undefined) return accept(undefined);
  const text = readText(path);
  return text.ok ? read(text.value, path) : refuse([`${path}${text.refusal}.`]);
}
