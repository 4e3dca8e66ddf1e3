import { readFile } from 'node:fs/promises';
import type { Result } from '../core/result.ts';
import { accept, refuse } from '../core/result.ts';
import type { DriverFactory } from './driver.ts';
import { type KnownFailures, parseKnownFailures, withKnownFailures } from './known-failures.ts';
import { loadDriver } from './main-driver.ts';
import { dryRun } from './main-dry-run.ts';
import { progressLine } from './main-progress.ts';
import { stopOnSignals } from './main-signals.ts';
import type { RunOptions } from './options.ts';
import { readReport } from './report/read-report.ts';
import { terminalReport } from './report/terminal.ts';
import { withoutSecrets } from './report/without-secrets.ts';
import { writeReport } from './report/write-report.ts';
import { cannotWrite, writeWhole } from './report/write-whole.ts';
import type { Report, Verdict } from './report.ts';
import type { VerifyOptions } from './verify-options.ts';

const exitCodes: Readonly<Record<Verdict, number>> = { conforms: 0, violates: 1, incomplete: 3, 'not-run': 2 };

const say = (line: string): void => console.error(line);

/** A whole run of the command, from the options to the exit code. */
export async function run(options: RunOptions): Promise<void> {
  survive(options);
  const materials = await gather(options);
  if (!materials.ok) {
    for (const sentence of materials.refusal) say(sentence);
    process.exitCode = 2;
    return;
  }
  if (options.dryRun) {
    process.stdout.write(dryRun(options));
    return;
  }
  const report = await judge(options, materials.value);
  const isAllWritten = await writeFiles(report, options);
  await print(terminalReport(report, { colour: hasColour() }));
  const code = exitCodes[report.verdict];
  // A driver may have left something running that would keep the process alive.
  process.exit(code === 0 && !isAllWritten ? 3 : code);
}

/** A bug of ours is no verdict, and neither is a reader that went away. */
function survive({ apiKey }: RunOptions): void {
  const onBug = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say(`The suite itself has failed, so nothing was judged:\n${text.replaceAll(apiKey, '$API_KEY')}`);
    process.exit(2);
  };
  process.on('uncaughtException', onBug);
  process.on('unhandledRejection', onBug);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Everything that comes from files. */
interface Materials {
  readonly driver: DriverFactory | undefined;
  readonly replay: Report | undefined;
  readonly known: KnownFailures | undefined;
}

/** Reads what the run needs before it touches the target, and looks whether it will be able to write. */
async function gather(options: RunOptions): Promise<Result<Materials, readonly string[]>> {
  const outputs = options.behaviourOut === undefined ? options.reports : [...options.reports, options.behaviourOut];
  const unwritable = (await Promise.all(outputs.map(cannotWrite))).filter((why) => why !== undefined);
  if (unwritable.length > 0) return refuse(unwritable);

  const driver = options.driver === undefined ? undefined : await loadDriver(options.driver, process.cwd());
  if (driver?.ok === false) return refuse([driver.refusal]);

  const replay = await readInput(options.replay, async (text, name) => {
    const report = readReport(text, name);
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
  try {
    return await read(await readFile(path, 'utf8'), path);
  } catch (error) {
    return refuse([`${path} cannot be read: ${messageOf(error)}.`]);
  }
}

async function judge(options: RunOptions, { driver, replay, known }: Materials): Promise<Report> {
  const signal = stopOnSignals(say);
  const progress = progressLine(process.stderr, process.env);
  announce(options, replay);
  const { seed, budget, only, authOnlyKey, concurrency, deadlineMs, settleMs, existing } = options;
  const settings: Omit<VerifyOptions, 'baseUrl'> = {
    apiKey: options.apiKey,
    budget,
    signal,
    onProgress: progress.show,
    ...(seed === undefined ? {} : { seed }),
    ...(only === undefined ? {} : { only }),
    ...(authOnlyKey === undefined ? {} : { authOnlyKey }),
    ...(driver === undefined ? {} : { driver }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(settleMs === undefined ? {} : { settleMs }),
    ...(existing === undefined ? {} : { existing }),
  };
  try {
    const raw = noted(await runOn(options.baseUrl, settings, replay), options.replay);
    const judged = known === undefined ? raw : withKnownFailures(raw, known);
    const keys = authOnlyKey === undefined ? [options.apiKey] : [options.apiKey, authOnlyKey];
    return withoutSecrets(stopped(judged, signal), keys);
  } finally {
    progress.end();
  }
}

async function runOn(
  baseUrl: string | undefined,
  settings: Omit<VerifyOptions, 'baseUrl'>,
  replayed: Report | undefined,
): Promise<Report> {
  const start = async (options: VerifyOptions): Promise<Report> => {
    if (replayed === undefined) return (await import('./verify.ts')).verify(options);
    return (await import('./replay.ts')).replay(replayed, options);
  };
  if (baseUrl !== undefined) return start({ ...settings, baseUrl });
  const { onEmbedded } = await import('./verify-embedded.ts');
  return onEmbedded(settings, start);
}

/** A replay that finds nothing says less than a run that finds nothing. */
function noted(report: Report, replay: string | undefined): Report {
  if (replay === undefined) return report;
  return {
    ...report,
    notes: [`Only the violations of ${replay} were repeated, nothing else was tested.`, ...report.notes],
  };
}

/** What somebody should know before it happens. */
function announce({ baseUrl, existing }: RunOptions, replay: Report | undefined): void {
  if (existing !== undefined) {
    const [actor, ...others] = existing.users;
    const group = existing.group === undefined ? '' : ` and with the group ${existing.group}`;
    say(`Resets the conversations of ${actor} with ${others.join(', ')}${group}; deletes no message permanently.`);
  }
  if (replay !== undefined && baseUrl === undefined) {
    say(
      `Repeats it on the embedded mock server; the report is about ${replay.target}, which has to be given to be asked again.`,
    );
  }
}

/** A run that was cut short has not judged everything, whatever it has judged. */
function stopped(report: Report, signal: AbortSignal): Report {
  if (!signal.aborted || report.verdict === 'violates' || report.verdict === 'incomplete') return report;
  return { ...report, verdict: 'incomplete', reason: messageOf(signal.reason) };
}

/** Whether every file could be written; the verdict does not depend on it. */
async function writeFiles(report: Report, { reports, behaviourOut }: RunOptions): Promise<boolean> {
  let isAllWritten = true;
  const attempt = async (path: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      isAllWritten = false;
      say(`${path} could not be written: ${messageOf(error)}.`);
    }
  };
  for (const path of reports) await attempt(path, () => writeReport(report, path));
  if (behaviourOut !== undefined && Object.keys(report.behaviour).length > 0) {
    await attempt(behaviourOut, async () => {
      const { writeBehaviour } = await import('../fixtures/behaviour.ts');
      await writeWhole(behaviourOut, writeBehaviour(report.behaviour));
    });
  } else if (behaviourOut !== undefined) {
    isAllWritten = false;
    say(`${behaviourOut} was not written: no behaviour was found.`);
  }
  return isAllWritten;
}

const print = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });

const hasColour = (): boolean =>
  process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
