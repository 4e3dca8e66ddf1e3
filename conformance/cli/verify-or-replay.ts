import { withKnownFailures } from '../known-failures.ts';
import type { ProgressEvent, Report } from '../report/document.ts';
import { withoutSecrets } from '../report/without-secrets.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { resetsOfExisting } from './dry-run.ts';
import type { Materials } from './gather.ts';
import { type RunOptions, secretsIn } from './options.ts';
import { say } from './output.ts';
import { progressLine, progressText, waitingText } from './progress.ts';
import { stopOnSignals } from './signals.ts';

/** Shorter waits are not worth a line. */
const longWaitSeconds = 5;

/** Verifies or repeats, on the target or on the embedded mock server, and says on stderr what somebody should know. */
export async function verifyOrReplay(
  { baseUrl, settings, replay: file }: RunOptions,
  { driver, replay: replayed, known }: Materials,
): Promise<Report> {
  if (settings.existing !== undefined) {
    say(`Resets ${resetsOfExisting(settings.existing)}; deletes no message permanently.`);
  }
  if (replayed !== undefined && baseUrl === undefined) {
    say(`Repeats it on the embedded mock server; give BASE_URL to repeat it elsewhere, such as ${replayed.target}.`);
  }
  const progress = progressLine(process.stderr, process.env);
  const onProgress = (event: ProgressEvent): void => {
    // Where no line rewrites itself, a long wait is told in a line of its own.
    if (process.stderr.isTTY) progress.show(event.phase, progressText(event));
    else if (event.phase === 'waiting' && event.seconds >= longWaitSeconds)
      say(waitingText(event.status, event.seconds));
  };
  const given = { ...settings, driver, onProgress, ...stopOnSignals() };
  // Loaded while the embedded mock server starts.
  const suite = Promise.all([import('../verify.ts'), import('../replay.ts')]);
  const start = async (options: VerifyOptions): Promise<Report> => {
    const [{ verify }, { replay }] = await suite;
    return replayed === undefined ? verify(options) : replay(replayed, options);
  };
  try {
    const report =
      baseUrl === undefined
        ? await (await import('../verify-embedded.ts')).onEmbedded(given, start)
        : await start({ ...given, baseUrl });
    const judged = known === undefined ? report : withKnownFailures(report, known);
    // A replay that finds nothing says less than a run that finds nothing.
    const notes = file === undefined ? [] : [`Only the violations of ${file} were repeated.`];
    return withoutSecrets({ ...judged, notes: [...notes, ...judged.notes] }, secretsIn(settings));
  } finally {
    progress.end();
  }
}
