import { accept, type Result, refuse } from '../../core/result.ts';
import { isMap } from '../../fixtures/problem.ts';
import { readText } from '../../fixtures/read-text.ts';
import { clean, isOwnId } from '../clean.ts';
import type { Created } from '../target/target.ts';
import { loadDriver } from './load-driver.ts';
import type { RunOptions } from './options.ts';
import { print, say } from './output.ts';
import { waitingText } from './progress.ts';
import { stopOnSignals } from './signals.ts';

/** The whole of `--clean`, from the options to the exit code. */
export async function cleanCommand(file: string, options: RunOptions & { readonly baseUrl: string }): Promise<number> {
  const left = readLeft(file);
  if (!left.ok) return refused(left.refusal);
  const driver = options.driver === undefined ? undefined : await loadDriver(options.driver, process.cwd());
  if (driver?.ok === false) return refused(driver.refusal);
  const { baseUrl, settings } = options;
  const { apiKey, concurrency, deadlineMs, rate } = settings;
  const { signal } = stopOnSignals(say);
  const still = await clean(left.value, {
    ...{ baseUrl, apiKey, concurrency, deadlineMs, rate, signal },
    driver: driver?.value,
    onWait: ({ status, ms }) =>
      say(waitingText({ phase: 'waiting', status, seconds: Math.ceil(ms / 1_000), requests: 0 })),
  });
  const removed = `Removed ${left.value.length - still.length} of the ${left.value.length} users and groups of ${file}.`;
  const rest = still.length === 0 ? '' : ` Left: ${still.map(({ id }) => id).join(', ')}.`;
  const isPrinted = await print(`${removed}${rest}\n`);
  return still.length === 0 && isPrinted ? 0 : 3;
}

function refused(sentence: string): number {
  say(sentence);
  return 2;
}

/** What a JSON report says its run has left. */
function readLeft(file: string): Result<readonly Created[], string> {
  const text = readText(file);
  if (!text.ok) return refuse(`${file}${text.refusal}.`);
  let report: unknown;
  try {
    report = JSON.parse(text.value);
  } catch {
    return refuse(`${file} is no JSON; --clean takes the JSON report of the run that left something.`);
  }
  const left = isMap(report) ? report['left'] : undefined;
  if (!Array.isArray(left)) return refuse(`${file} says of nothing that it was left; there is nothing to remove.`);
  const strange = left.find((one) => !isCreated(one));
  if (strange !== undefined) {
    return refuse(
      `${file} names ${JSON.stringify(strange)?.slice(0, 80)}, which no run of this suite has created; nothing was removed.`,
    );
  }
  return accept(left);
}

const isCreated = (one: unknown): one is Created =>
  isMap(one) &&
  (one['kind'] === 'user' || one['kind'] === 'group') &&
  typeof one['id'] === 'string' &&
  isOwnId(one['id']);
