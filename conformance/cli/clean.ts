import { orRefuse, print, Refusal, say } from '../../fixtures/command-line/output.ts';
import { clipped } from '../../fixtures/printable.ts';
import { readReportFile } from '../report/read-report.ts';
import { idPattern } from '../scenario/scenario.ts';
import { type Created, openTarget } from '../target/target.ts';
import { loadDriver } from './load-driver.ts';
import type { RunOptions } from './options.ts';
import { waitingText } from './progress.ts';
import { stopOnSignals } from './signals.ts';

/** An id of a run of this suite, and of nothing else: nothing else is ever removed. */
const ownId = new RegExp(`^cr[0-9a-z]{6}-${idPattern}*$`, 'u');

/**
 * The whole of `--clean`, from the options to the exit code: removes what an earlier run has left, by the ids in its
 * report, since the calls that a target has show nobody who is there. What is not there any more counts as removed.
 * Throws `Refusal`.
 */
export async function clean(file: string, { baseUrl = '', settings, values }: RunOptions): Promise<number> {
  const created = readLeft(file, baseUrl);
  const { driver: name } = values;
  const driver = name === undefined ? undefined : await loadDriver(name, settings.timeLimitMs);
  const { signal } = stopOnSignals();
  const target = openTarget({
    ...{ ...settings, baseUrl, driver, connections: settings.concurrency },
    ...{ prefix: '', signal, tidyingSignal: signal },
    onWait: ({ status, ms }) => say(waitingText(status, Math.ceil(ms / 1_000))),
  });
  target.created.push(...created);
  const still = await target.tidyUp(70_000, settings.concurrency).finally(target.close);
  const removed = `Removed ${created.length - still.length} of the ${created.length} users and groups of ${file}.`;
  const rest = still.length === 0 ? '' : ` Left: ${still.map(({ id }) => id).join(', ')}.`;
  const isPrinted = await print(`${removed}${rest}\n`);
  return still.length === 0 && isPrinted ? 0 : 3;
}

/** What a JSON report says its run has left on this target. On another one nobody of them would be found. */
function readLeft(file: string, baseUrl: string): Created[] {
  const { left, target } = orRefuse(readReportFile(file));
  if (left === undefined) throw new Refusal(`${file} says of nothing that it was left; there is nothing to remove.`);
  const strange = left.find(({ id }) => !ownId.test(id));
  if (strange !== undefined) {
    const shown = clipped(JSON.stringify(strange), 80);
    throw new Refusal(`${file} names ${shown}, which no run of this suite has created; nothing was removed.`);
  }
  if (target !== baseUrl) throw new Refusal(`${file} is of ${target}, and not of ${baseUrl}; nothing was removed.`);
  return left.map((one) => ({ ...one, isDoubtful: true }));
}
