import { attribute } from './findings/attribute.ts';
import { compareWithTwin } from './findings/contradictions.ts';
import { repeat } from './findings/violations.ts';
import type { Counterexample, Report, RequirementResult } from './report.ts';
import type { RequirementId } from './requirements/catalogue.ts';
import type { Session } from './session.ts';
import { verifyWith } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

/**
 * Repeats every counterexample of a report from what is written there, against any URL. A requirement whose
 * counterexample comes back fails again, told anew; the others pass. Nothing else is tested.
 */
export function replay(report: Report, options: VerifyOptions): Promise<Report> {
  const written = report.requirements.filter((row) => row.counterexample !== undefined);
  return verifyWith(options, async (session) => {
    const results: RequirementResult[] = [];
    for (const row of written) {
      if (row.counterexample !== undefined) results.push(await replayOne(session, row, row.counterexample));
    }
    return results;
  });
}

async function replayOne(
  session: Session,
  { id, level, clause, title }: RequirementResult,
  written: Counterexample,
): Promise<RequirementResult> {
  const again = comparesRuns(id) ? await replayPair(session, id, written) : await replayCase(session, id, written);
  const row = { id, level, clause, title, exercised: written.reproduced.of };
  return again === undefined ? { ...row, outcome: 'pass' } : { ...row, outcome: 'fail', counterexample: again };
}

const comparesRuns = (id: RequirementId): boolean => id === 'omitted-equals-false' || id === 'keeps-to-its-behaviour';

async function replayCase(
  session: Session,
  id: RequirementId,
  written: Counterexample,
): Promise<Counterexample | undefined> {
  const { failing, of } = await repeat(
    session,
    written.case,
    ({ requirement, step }) => requirement === id || attribute(requirement, written.case, step) === id,
  );
  const [first] = failing;
  if (first === undefined) return undefined;
  return {
    ...written,
    summary: first.mismatch.summary,
    comparison: first.mismatch.comparison,
    story: first.run.story,
    reproduced: { times: failing.length, of },
  };
}

async function replayPair(
  session: Session,
  id: RequirementId,
  written: Counterexample,
): Promise<Counterexample | undefined> {
  const { same, unequal, contradicts } = await compareWithTwin(session, written.case, 'careful');
  if (id === 'keeps-to-its-behaviour') {
    return contradicts ? { ...written, reproduced: { times: same.length, of: same.length } } : undefined;
  }
  return unequal === undefined ? undefined : { ...written, story: unequal.run.story };
}
