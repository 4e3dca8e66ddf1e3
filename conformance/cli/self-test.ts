import { cannotWrite } from '../report/write-whole.ts';
import { runSelfTest } from '../self-test/run-self-test.ts';
import type { SelfTestOptions } from './options.ts';
import { hasColour, print, say } from './output.ts';
import { progressLine } from './progress.ts';
import { stopOnSignals } from './signals.ts';

/** The whole of `--self-test`, from the options to the exit code. */
export async function selfTestCommand({ mode, seed, only, reports }: SelfTestOptions): Promise<void> {
  const unwritable = (await Promise.all(reports.map(cannotWrite))).filter((why) => why !== undefined);
  if (unwritable.length > 0) {
    for (const sentence of unwritable) say(sentence);
    process.exitCode = 2;
    return;
  }
  const progress = progressLine<Progress>(
    process.stderr,
    process.env,
    ({ done, of }) => `self-test: ${done} of ${of} runs`,
  );
  const { signal } = stopOnSignals(say);
  const { text, exitCode } = await runSelfTest({
    ...{ mode, seed, only, reports },
    signal,
    colour: hasColour(),
    onProgress: ({ done, of }) => progress.show({ phase: 'self-test', done, of }),
  }).finally(progress.end);
  await print(text);
  process.exit(exitCode);
}

interface Progress {
  readonly phase: 'self-test';
  readonly done: number;
  readonly of: number;
}
