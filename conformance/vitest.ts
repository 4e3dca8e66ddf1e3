import { beforeAll, describe, test } from 'vitest';
import { checkKnownFailures, withKnownFailures } from './known-failures.ts';
import type { Report, RequirementResult } from './report/document.ts';
import { requirements } from './requirements.ts';
import { mostLimitMs, settleOptions } from './settle-options.ts';
import { limitWithin } from './target/time-limit.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';
import { failureOf } from './writers/failure.ts';
import { outcomeText, reasonOf, verdictSentence, verdictText } from './writers/report-words.ts';
import { failureText } from './writers/terminal.ts';

export interface ConformanceOptions extends Omit<VerifyOptions, 'baseUrl'> {
  /** The address, or a function that gives it once the target runs. */
  readonly baseUrl: string | (() => string | Promise<string>);
  /** Requirement ids with the reason why they may fail for now. */
  readonly knownFailures?: Readonly<Record<string, string>>;
  /** For the whole run, which has tidied up by then; 300,000 when left out, 0 for ever. */
  readonly timeoutMs?: number;
}

/**
 * One vitest test for each requirement. The run takes place once, before the first of them. A failing test shows the
 * steps to its violation. What could not be judged fails too, unless another requirement's violation is the cause.
 */
export function describeConformance(options: ConformanceOptions): void {
  const { knownFailures = {}, timeoutMs = 300_000, ...settings } = options;
  const { baseUrl, only } = settings;
  // What a function will give is not known yet.
  const address = typeof baseUrl === 'function' ? 'http://127.0.0.1/v3' : baseUrl;
  const settled = settleOptions({ ...settings, baseUrl: address });
  if (!settled.ok) fail(settled.refusal);
  // Vitest leaves nobody the time to tidy up.
  const timeLimitMs = Math.min(settings.timeLimitMs ?? mostLimitMs, limitWithin(timeoutMs || Number.POSITIVE_INFINITY));
  const checked = checkKnownFailures(knownFailures);
  const known = checked.ok
    ? checked.value
    : fail(checked.refusal.map(({ sentence }) => `knownFailures: ${sentence}`).join('\n'));
  describe('Conversation Reset API', () => {
    let report: Report | undefined;
    beforeAll(async () => {
      const begunAt = performance.now();
      const url = typeof baseUrl === 'function' ? await baseUrl() : baseUrl;
      const judged = await verify({ ...settings, baseUrl: url, begunAt, timeLimitMs });
      report = judged.verdict === 'not-run' ? fail(verdictSentence(judged)) : withKnownFailures(judged, known);
    }, timeoutMs);

    for (const { id, title } of requirements.filter((row) => only === undefined || only.includes(row.id))) {
      test(`${id}: ${title}`, ({ skip }) => {
        const result = report?.requirements.find((one) => one.id === id);
        if (report !== undefined && result !== undefined) settle(result, report.target, skip);
      });
    }
    test('the run as a whole', () => {
      if (report?.reason !== undefined) fail(verdictText(report));
    });
  });
}

function settle(result: RequirementResult, target: string, skip: (note?: string) => void): void {
  const { id, outcome, because = 'too little was seen', known, causedBy } = result;
  if (outcome === 'not-applicable') skip(because);
  else if (known !== undefined) skip(`known failure: ${known}`);
  else if (causedBy !== undefined) skip(reasonOf(result));
  else if (outcome === 'not-exercised') fail(`${id}: ${outcomeText(result)}: ${because}`);
  else if (outcome === 'fail') fail(failureText(failureOf(result, target)));
}

/** The text is the whole message: a stack trace of the suite would say nothing about the target. */
function fail(text: string): never {
  const error = new Error(text);
  error.stack = text;
  throw error;
}
