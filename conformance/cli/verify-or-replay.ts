import { withKnownFailures } from '../known-failures.ts';
import type { ProgressEvent, Report } from '../report/document.ts';
import { withoutSecrets } from '../report/without-secrets.ts';
import { secretsOf } from '../target/secrets.ts';
import type { VerifyOptions } from '../verify-options.ts';
import type { Materials } from './gather.ts';
import type { RunOptions, Settings } from './options.ts';
import { progressLine, progressText, waitingText } from './progress.ts';
import { stopOnSignals } from './signals.ts';

/** Verifies or repeats, on the target or on the embedded mock server, and says on stderr what somebody should know. */
export async function verifyOrReplay(
  options: RunOptions,
  { driver, replay, known }: Materials,
  say: (line: string) => void,
): Promise<Report> {
  const stops = stopOnSignals(say);
  const progress = progressLine(process.stderr, process.env, progressText);
  for (const line of warnings(options, replay)) say(line);
  const { apiKey, authOnlyKey } = options.settings;
  const onProgress = progressOn(process.stderr, progress.show, say);
  const settings = { ...options.settings, driver, ...stops, onProgress };
  try {
    const report = await runOn(options.baseUrl, settings, replay);
    const judged = known === undefined ? report : withKnownFailures(report, known);
    const secrets = secretsOf(apiKey, authOnlyKey === undefined ? [] : [authOnlyKey]);
    return withoutSecrets(noted(judged, options.replay), secrets);
  } finally {
    progress.end();
  }
}

/** Shorter waits are not worth a line. */
const longWaitSeconds = 5;

/** Where no line rewrites itself, a long wait is told in a line of its own. */
function progressOn(
  { isTTY }: NodeJS.WriteStream,
  show: (event: ProgressEvent) => void,
  say: (line: string) => void,
): (event: ProgressEvent) => void {
  if (isTTY) return show;
  return (event) => {
    if (event.phase === 'waiting' && event.seconds >= longWaitSeconds) say(waitingText(event));
  };
}

/** What somebody should know before it happens. */
function warnings({ baseUrl, settings: { existing } }: RunOptions, replay: Report | undefined): readonly string[] {
  const lines: string[] = [];
  if (existing !== undefined) {
    const [actor, ...others] = existing.users;
    const group = existing.group === undefined ? '' : ` and with the group ${existing.group}`;
    lines.push(
      `Resets the conversations of ${actor} with ${others.join(', ')}${group}; deletes no message permanently.`,
    );
  }
  if (replay !== undefined && baseUrl === undefined) {
    lines.push(
      `Repeats it on the embedded mock server; give BASE_URL to repeat it elsewhere, such as ${replay.target}.`,
    );
  }
  return lines;
}

async function runOn(
  baseUrl: string | undefined,
  settings: Omit<VerifyOptions, 'baseUrl'> & Pick<Settings, 'apiKey'>,
  replayed: Report | undefined,
): Promise<Report> {
  // Loaded while the embedded mock server starts.
  const suite =
    replayed === undefined
      ? import('../verify.ts').then(({ verify }) => verify)
      : import('../replay.ts').then(
          ({ replay }) =>
            (options: VerifyOptions) =>
              replay(replayed, options),
        );
  const start = async (options: VerifyOptions): Promise<Report> => (await suite)(options);
  if (baseUrl !== undefined) return start({ ...settings, baseUrl });
  const { onEmbedded } = await import('../verify-embedded.ts');
  return onEmbedded(settings, start);
}

/** A replay that finds nothing says less than a run that finds nothing. */
function noted(report: Report, replay: string | undefined): Report {
  if (replay === undefined) return report;
  const note = `Only the violations of ${replay} were repeated.`;
  return { ...report, notes: [note, ...report.notes] };
}
