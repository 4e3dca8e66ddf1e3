import type { Requirement } from './check/requirement.ts';
import { floors } from './plan/extent.ts';
import { findProfile } from './profile/find-profile.ts';
import type { Report } from './report/document.ts';
import { requirements } from './requirements.ts';
import { answersOnly } from './run/answers-only.ts';
import { type Run, runOnTarget, type Verified, widthFor } from './run/run-on-target.ts';
import { testTarget } from './run/test-target.ts';
import { settled } from './settle-options.ts';
import { NotRun } from './target/not-run.ts';
import { reach } from './target/reach.ts';
import type { VerifyOptions } from './verify-options.ts';

/**
 * Verifies the implementation behind a URL: reaches it, finds its behaviour where the spec is silent, tests every
 * requirement, and reports each violation with its shortest reproduction. Creates users, groups and messages whose ids
 * begin with a random prefix, and removes them.
 *
 * Resolves for whatever the target or the driver does; rejects with one sentence when an option cannot be what it is,
 * and else only on a bug of ours.
 */
export async function verify(given: VerifyOptions): Promise<Report> {
  const options = settled(given);
  const chosen = requirements.filter(({ id }) => options.only === undefined || options.only.includes(id));
  return runOnTarget(options, chosen, (run) => verifyTarget(run, chosen));
}

async function verifyTarget(run: Run, chosen: readonly Requirement[]): Promise<Verified> {
  const { target, options, progress } = run;
  const { existing, budget, seed, concurrency, authOnlyKey } = options;
  progress({ phase: 'reaching', requests: target.requests() });
  const obstacle = await reach(target, existing);
  if (obstacle !== undefined) return verifyAnswers(run, chosen, obstacle);
  progress({ phase: 'finding-behaviour', requests: target.requests() });
  const width = widthFor(target, concurrency);
  const found = await findProfile({ target, budget, width, authOnlyKey });
  if (!found.ok) return verifyAnswers(run, chosen, found.refusal);
  return testTarget({
    ...{ target, found: found.value, width },
    extent: { budget, seed },
    requirements: chosen,
    onProgress: progress,
    stopAt: options.stopAt,
  });
}

async function verifyAnswers({ target, options }: Run, chosen: readonly Requirement[], why: string): Promise<Verified> {
  const { existing, budget } = options;
  const verified = await answersOnly(target, chosen, existing, why, floors[budget]);
  if (verified.results.every(({ exercised }) => exercised === 0)) throw new NotRun(why);
  return verified;
}
