import { writeAs } from '../report/write-report.ts';
import { cannotWrite } from '../report/write-whole.ts';
import { type SelfTestOptions, selfTest } from '../self-test/self-test.ts';
import { selfTestPage } from '../self-test/self-test-page.ts';
import { isClean, isComplete } from '../self-test/self-test-report.ts';
import { terminalText } from '../writers/terminal.ts';
import { hasColour, print, say } from './output.ts';
import { progressLine } from './progress.ts';
import { stopOnSignals } from './signals.ts';

/** The whole of `--self-test`, from the options to the exit code, which ends the process. */
export async function selfTestCommand(options: SelfTestOptions & { readonly reports: readonly string[] }) {
  const unwritable = (await Promise.all(options.reports.map(cannotWrite))).filter((why) => why !== undefined);
  for (const sentence of unwritable) say(sentence);
  if (unwritable.length > 0) process.exit(2);
  process.exit(await runSelfTest({ ...options, signal: stopOnSignals(say).signal }));
}

/** 0: all caught and nobody accused; 1: not so; 3: stopped before everything was run. */
export async function runSelfTest({
  reports,
  ...options
}: SelfTestOptions & { readonly reports: readonly string[] }): Promise<0 | 1 | 3> {
  const progress = progressLine<{ readonly phase: string; readonly words: string }>(
    process.stderr,
    process.env,
    ({ words }) => words,
  );
  const onProgress = ({ done, of }: { readonly done: number; readonly of: number }) =>
    progress.show({ phase: 'self-test', words: `self-test: ${done} of ${of} runs` });
  const report = await selfTest({ ...options, onProgress }).finally(progress.end);
  const page = selfTestPage(report);
  for (const path of reports) await writeAs(path, { data: report, page: async () => page });
  await print(terminalText(page, { colour: hasColour(), verbose: false }));
  return !isClean(report) ? 1 : isComplete(report) ? 0 : 3;
}
