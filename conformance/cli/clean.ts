import { accept, type Result, refuse } from '../../core/result.ts';
import { readReportFile } from '../reading/read-report.ts';
import { systemClock } from '../target/clock.ts';
import { type Created, openTarget } from '../target/target.ts';
import { tidyUp } from '../target/tidy-up.ts';
import { loadDriver } from './load-driver.ts';
import type { RunOptions } from './options.ts';
import { print, refused, say } from './output.ts';
import { waitingText } from './progress.ts';
import { stopOnSignals } from './signals.ts';

/** An id of a run of this suite, and of nothing else: nothing else is ever removed. */
const ownId = /^cr[0-9a-z]{6}-[A-Za-z0-9_-]*$/;
const patienceMs = 70_000;

/**
 * The whole of `--clean`, from the options to the exit code: removes what an earlier run has left, by the ids in its
 * report, since the calls that a target has show nobody who is there. What is not there any more counts as removed.
 */
export async function cleanCommand(file: string, options: RunOptions & { readonly baseUrl: string }): Promise<number> {
  const left = readLeft(file);
  if (!left.ok) return refused(left.refusal);
  const driver = options.driver === undefined ? undefined : await loadDriver(options.driver, process.cwd());
  if (driver?.ok === false) return refused(driver.refusal);
  const { baseUrl, settings } = options;
  const { apiKey, concurrency = 16, deadlineMs = 10_000, rate } = settings;
  const { signal } = stopOnSignals();
  const target = await openTarget({
    ...{ baseUrl, apiKey, driver: driver?.value, connections: concurrency, deadlineMs, rate },
    ...{ settleMs: 0, prefix: '', signal, tidyingSignal: signal },
    onWait: ({ status, ms }) => say(waitingText(status, Math.ceil(ms / 1_000))),
  });
  const created = left.value.map((one) => ({ ...one, isDoubtful: true }) as const);
  const still = await tidyUp(
    { created, remove: target.remove },
    { width: concurrency, clock: systemClock, patienceMs, signal },
  ).finally(target.close);
  const removed = `Removed ${created.length - still.length} of the ${created.length} users and groups of ${file}.`;
  const rest = still.length === 0 ? '' : ` Left: ${still.map(({ id }) => id).join(', ')}.`;
  const isPrinted = await print(`${removed}${rest}\n`);
  return still.length === 0 && isPrinted ? 0 : 3;
}

/** What a JSON report says its run has left. */
function readLeft(file: string): Result<readonly Created[], string> {
  const report = readReportFile(file);
  if (!report.ok) return report;
  const { left } = report.value;
  if (left === undefined) return refuse(`${file} says of nothing that it was left; there is nothing to remove.`);
  const strange = left.find(({ id }) => !ownId.test(id));
  if (strange === undefined) return accept(left);
  const shown = JSON.stringify(strange).slice(0, 80);
  return refuse(`${file} names ${shown}, which no run of this suite has created; nothing was removed.`);
}
