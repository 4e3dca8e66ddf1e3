import { beforeAll, describe, test } from 'vitest';
import { readBaseUrl } from './cli/base-url.ts';
import { keyVariable } from './cli/help.ts';
import { checkKnownFailures, type KnownFailures, withKnownFailures } from './cli/known-failures.ts';
import { headline, verdictSentence } from './report/summary.ts';
import { failureText } from './report/terminal.ts';
import { withoutSecrets } from './report/without-secrets.ts';
import type { Report, RequirementResult } from './report.ts';
import { requirements } from './requirements/catalogue.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

export interface ConformanceOptions extends Omit<VerifyOptions, 'baseUrl' | 'apiKey'> {
  /** The address, or a function that gives it once the target runs. */
  readonly baseUrl: string | (() => string | Promise<string>);
  /** `CONVERSATION_RESET_API_KEY` of the environment when left out, else `local-key`. */
  readonly apiKey?: string;
  /** Permits a target that is not this machine. */
  readonly allowHost?: string;
  /** Requirement ids with the reason why they may fail for now. */
  readonly knownFailures?: Readonly<Record<string, string>>;
  /** For the whole run. */
  readonly timeoutMs?: number;
}

/**
 * One vitest test for each requirement. The run takes place once, before the first of them; a failing test tells the
 * story of its violation, and what could not be judged fails too.
 */
export function describeConformance(options: ConformanceOptions): void {
  const { only, knownFailures = {}, timeoutMs = 300_000 } = options;
  const checked = checkKnownFailures(knownFailures);
  const known = checked.ok
    ? checked.value
    : fail(checked.refusal.map(({ sentence }) => `knownFailures: ${sentence}`).join('\n'));
  describe('Conversation Reset API', () => {
    let report: Report | undefined;
    beforeAll(async () => {
      report = await judge(options, known);
    }, timeoutMs);

    for (const { id, title } of requirements.filter((row) => only === undefined || only.includes(row.id))) {
      test(`${id}: ${title}`, ({ skip }) => {
        const result = report?.requirements.find((one) => one.id === id);
        if (report !== undefined && result !== undefined) settle(result, report.target, skip);
      });
    }
    test('the run as a whole', () => {
      if (report?.reason !== undefined) fail(`${headline(report)}. ${verdictSentence(report)}`);
    });
  });
}

async function judge(options: ConformanceOptions, known: KnownFailures): Promise<Report> {
  const { baseUrl, apiKey = process.env[keyVariable] ?? 'local-key', allowHost } = options;
  const address = readBaseUrl(typeof baseUrl === 'string' ? baseUrl : await baseUrl(), allowHost);
  if (!address.ok) return fail(address.refusal);
  const report = await verify({ ...options, baseUrl: address.value, apiKey });
  if (report.verdict === 'not-run') return fail(verdictSentence(report));
  return withKnownFailures(withoutSecrets(report, [apiKey]), known);
}

function settle(result: RequirementResult, target: string, skip: (note?: string) => void): void {
  const { id, outcome, because, known } = result;
  if (outcome === 'not-applicable') skip(because);
  else if (known !== undefined) skip(`known failure: ${known}`);
  else if (outcome === 'not-exercised') fail(`${id} was not exercised: ${because ?? 'too little was seen'}`);
  else if (outcome === 'fail') fail(failureText(result, target));
}

/** The text is the whole message: a stack trace of the suite would say nothing about the target. */
function fail(text: string): never {
  const error = new Error(text);
  error.stack = text;
  throw error;
}
