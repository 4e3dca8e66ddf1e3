import { say } from '../../fixtures/command-line/output.ts';
import { writeAs } from '../report/write-report.ts';
import { type SelfTestProgress, selfTest } from '../self-test/self-test.ts';
import { selfTestPage } from '../self-test/self-test-page.ts';
import { isClean, isComplete, isRight } from '../self-test/self-test-report.ts';
import type { SelfTestCommand } from './options.ts';
import { progressLine } from './progress.ts';
import { stopOnSignals } from './signals.ts';
import { refuseUnwritable, show, writeFiles } from './write-files.ts';

/**
 * The whole of `--self-test`, from the options to the exit code. 0: all caught and nobody accused; 1: not so; 3: stopped
 * before everything was run, or a file could not be written. Throws `Refusal`.
 */
export async function runSelfTest({
  reports,
  signal = stopOnSignals().signal,
  ...options
}: SelfTestCommand): Promise<0 | 1 | 3> {
  await refuseUnwritable(reports);
  const progress = progressLine(process.stderr, process.env);
  const report = await selfTest({
    ...options,
    signal,
    onProgress: (event) => {
      if (process.stderr.isTTY) progress.show('self-test', progressText(event));
      else say(progressText(event));
    },
  }).finally(progress.end);
  const page = selfTestPage(report);
  const isAllWritten = await writeFiles(reports, (path) => writeAs(path, { data: report, page }));
  const isShown = await show(page);
  if (!isClean(report)) return 1;
  return isComplete(report) && isAllWritten && isShown ? 0 : 3;
}

/** Of a run that has ended: how many have, and what came of it. */
const progressText = ({ done, of, outcome }: SelfTestProgress): string =>
  `self-test: ${done} of ${of} runs; ${isRight(outcome) ? '✓' : '✗'} ${outcome.subject.name}: ${outcome.verdict}`;
