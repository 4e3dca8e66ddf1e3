import { writeBehaviour } from '../../fixtures/behaviour.ts';
import { orRefuse, print, Refusal, say } from '../../fixtures/command-line/output.ts';
import { parseText } from '../../fixtures/parse-text.ts';
import { readText } from '../../fixtures/read-text.ts';
import { namingItsSchema } from '../../fixtures/schemas.ts';
import { maskOf } from '../../fixtures/secrets.ts';
import { checkKnownFailures, type KnownFailures, withKnownFailures } from '../known-failures.ts';
import { replay } from '../replay.ts';
import type { ProgressEvent, Report, Verdict } from '../report/document.ts';
import { readReplayFile } from '../report/read-report.ts';
import { withoutSecrets } from '../report/without-secrets.ts';
import { writeReport } from '../report/write-report.ts';
import { writeWhole } from '../report/write-whole.ts';
import { isEnd } from '../target/time-limit.ts';
import { verify } from '../verify.ts';
import { onEmbedded } from '../verify-embedded.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { reportPage } from '../writers/report-page.ts';
import { clean } from './clean.ts';
import { dryRun, resetsOfExisting } from './dry-run.ts';
import { loadDriver } from './load-driver.ts';
import { type RunOptions, secretsIn } from './options.ts';
import { expectedRequests, progressLine, progressText } from './progress.ts';
import { stopOnSignals } from './signals.ts';
import { refuseUnwritable, show, writeFiles } from './write-files.ts';

const exitCodes: Readonly<Record<Verdict, number>> = { conforms: 0, violates: 1, incomplete: 3, 'not-run': 2 };

/** A run whose report could not be written has not done what was asked; no other code is changed by that. */
export const exitCode = (verdict: Verdict, isAllWritten: boolean): number =>
  verdict === 'conforms' && !isAllWritten ? exitCodes.incomplete : exitCodes[verdict];

/** A whole run of the command, from the options to the exit code. Throws `Refusal`. */
export function run(options: RunOptions): Promise<number> {
  const mask = maskOf(secretsIn(options));
  // A bug of ours is no verdict; left to itself the process would exit with 1, or with 0.
  const fail = (error: unknown): never => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say('The suite itself has failed, so nothing was judged:');
    for (const line of mask(text).split('\n')) say(line);
    process.exit(2);
  };
  process.on('uncaughtException', (error) => {
    // Where a run was ended, parts of it hear of that for which nobody waits any more.
    if (!isEnd(error)) fail(error);
  });
  process.on('beforeExit', () => fail(new Error('a part of the run has neither ended nor anything to wait for')));
  return codeOf(options).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    return fail(error);
  });
}

async function codeOf(options: RunOptions): Promise<number> {
  const { values } = options;
  if (values['clean'] !== undefined) return clean(values['clean'], options);
  const materials = await gather(options);
  if ('dry-run' in values) return (await print(dryRun(options))) ? 0 : 3;
  const report = await verifyOrReplay(options, materials);
  const isAllWritten = await writeFiles(options.outputs, (path) =>
    path === values['behaviour-out'] ? writeFound(report, path) : writeReport(report, path),
  );
  const isPrinted = await show(reportPage(report), 'verbose' in values);
  return exitCode(report.verdict, isAllWritten && isPrinted);
}

/** Reads what a run needs before it touches the target, and looks whether it will be able to write. Throws `Refusal`. */
export async function gather(options: RunOptions) {
  const { driver, replay, 'known-failures': known } = options.values;
  await refuseUnwritable(options.outputs);
  return {
    driver: driver === undefined ? undefined : await loadDriver(driver, options.settings.timeLimitMs),
    replayed: replay === undefined ? undefined : orRefuse(readReplayFile(replay)),
    known: known === undefined ? undefined : readKnown(known),
  };
}

type Materials = Awaited<ReturnType<typeof gather>>;

function readKnown(file: string): KnownFailures {
  const text = readText(file);
  if (!text.ok) throw new Refusal(`${file}${text.refusal}.`);
  return orRefuse(parseText(text.value, file, checkKnownFailures));
}

/** Shorter waits are not worth a line. */
const longWaitSeconds = 5;

/** Verifies or repeats, on the target or on the embedded mock server, and says on stderr what somebody should know. */
async function verifyOrReplay(options: RunOptions, { driver, replayed, known }: Materials): Promise<Report> {
  const { baseUrl, settings, values } = options;
  if (settings.existing !== undefined) {
    say(`Resets ${resetsOfExisting(settings.existing)}; deletes no message permanently.`);
  }
  if (baseUrl === undefined) {
    const such = replayed === undefined ? '' : `, such as ${replayed.target}`;
    say(`No BASE_URL was given: this verifies the embedded mock server, not a server of yours${such}.`);
  }
  const progress = progressLine(process.stderr, process.env);
  const expected = expectedRequests(options);
  const onProgress = (event: ProgressEvent): void => {
    // Where no line rewrites itself, a long wait gets a line of its own.
    if (process.stderr.isTTY) progress.show(event.phase, progressText(event, expected));
    else if (event.phase === 'waiting' && event.seconds >= longWaitSeconds) say(progressText(event));
  };
  // The limit is for the whole process, which began at 0.
  const given = { ...settings, begunAt: 0, driver, onProgress, ...stopOnSignals() };
  // The embedded mock server has a settling time of its own.
  const settleMs = 'settle' in values ? settings.settleMs : undefined;
  const start = (all: VerifyOptions) => (replayed === undefined ? verify(all) : replay(replayed, all));
  try {
    const report = await (baseUrl === undefined
      ? onEmbedded({ ...given, settleMs }, start)
      : start({ ...given, baseUrl }));
    const whole = known === undefined ? report : withKnownFailures(report, known);
    // A replay that finds nothing says less than a run that finds nothing.
    const notes = replayed === undefined ? [] : [`Only the violations of ${values['replay']} were repeated.`];
    return withoutSecrets({ ...whole, notes: [...notes, ...whole.notes] }, secretsIn(options));
  } finally {
    progress.end();
  }
}

/** An empty file would mean that everything is at its default. */
function writeFound({ behaviour }: Report, path: string): Promise<void> {
  if (Object.keys(behaviour).length === 0) throw new Error('no behaviour was found');
  return writeWhole(path, namingItsSchema('behaviour', path, writeBehaviour(behaviour)));
}
