import { type Result, refuse } from '../core/result.ts';
import type { Requirement } from './check/requirement.ts';
import { findProfile } from './profile/find-profile.ts';
import type { FoundProfile } from './profile/profile.ts';
import type { Report } from './report/document.ts';
import { requirements } from './requirements.ts';
import { answersOnly } from './run/answers-only.ts';
import { type Run, runOnTarget, type Verified } from './run/run-on-target.ts';
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
  const found = await findBehaviour(run);
  if (found.ok) return testTarget({ ...run, found: found.value, requirements: chosen });
  const verified = await answersOnly(run, chosen, found.refusal);
  if (verified.results.every(({ exercised }) => exercised === 0)) throw new NotRun(found.refusal);
  return verified;
}

/** What the target does where the spec is silent, or why its state can be neither arranged nor seen. Throws `NotRun`. */
export async function findBehaviour(run: Run): Promise<Result<FoundProfile, string>> {
  const { target, options, progress, width } = run;
  progress({ phase: 'reaching' });
  const obstacle = await reach(target, options.existing);
  if (obstacle !== undefined) return refuse(obstacle);
  progress({ phase: 'finding-behaviour' });
  return findProfile({ target, budget: options.budget, width: width(), authOnlyKey: options.authOnlyKey });
}
