import { alwaysFailing } from './findings/always-failing.ts';
import { attribute } from './findings/attribute.ts';
import { compareWithTwin, contradictionTold, inequalityTold } from './findings/contradictions.ts';
import { repeat, type Violation } from './findings/violations.ts';
import type { CaseRun } from './play/run-case.ts';
import type { Counterexample, Report, RequirementResult, Verdict } from './report.ts';
import type { RequirementId } from './requirements/catalogue.ts';
import type { Session } from './session.ts';
import { settleOptions } from './settle-options.ts';
import { verifyWith } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';
import { whyStopped } from './why-stopped.ts';

type Written = RequirementResult & { readonly counterexample: Counterexample };

/**
 * Repeats every counterexample of a report from what is written there, against any URL, and tests nothing else. A
 * requirement whose counterexample comes back fails again, told anew; one whose case could not be played is not
 * exercised; the others pass, which says no more than that this violation did not come back.
 */
export async function replay(report: Report, given: VerifyOptions): Promise<Report> {
  const options = settleOptions(given);
  const { only } = options;
  const written = report.requirements
    .filter((row): row is Written => row.counterexample !== undefined)
    .filter(({ id }) => only === undefined || only.includes(id));
  const results = new Map<RequirementId, RequirementResult>();
  const run = await verifyWith(options, async (session) => {
    for (const row of written) results.set(row.id, await replayOne(session, row));
    return [...results.values()];
  });
  const requirements = written.map((row) => results.get(row.id) ?? open(row, run.reason ?? 'the replay was stopped'));
  const stopped = whyStopped(options.signal);
  const judged = verdictOf(requirements);
  const verdict = stopped === undefined || judged === 'violates' ? judged : 'incomplete';
  const { reason: _reason, ...rest } = run;
  const told: Report = {
    ...rest,
    verdict,
    ...(verdict === 'not-run' || verdict === 'incomplete'
      ? { reason: stopped ?? whyOpen(requirements) ?? nothingChosen }
      : {}),
    requirements,
    replayed: true,
  };
  return told;
}

const nothingChosen = 'the report holds no violation of the requirements of --only';

function verdictOf(results: readonly RequirementResult[]): Verdict {
  const has = (outcome: RequirementResult['outcome']) => results.some((result) => result.outcome === outcome);
  if (has('fail')) return 'violates';
  if (!has('pass')) return 'not-run';
  return has('not-exercised') ? 'incomplete' : 'conforms';
}

const whyOpen = (results: readonly RequirementResult[]): string | undefined =>
  results.find(({ because }) => because !== undefined)?.because;

const open = ({ id, level, clause, title }: Written, because: string): RequirementResult => ({
  ...{ id, level, clause, title },
  outcome: 'not-exercised',
  exercised: 0,
  because,
});

async function replayOne(session: Session, row: Written): Promise<RequirementResult> {
  const { id, level, clause, title, counterexample } = row;
  const { steps } = counterexample.case;
  if (steps.length === 0) return open(row, 'its case describes no world that could be built again');
  const runs: CaseRun[] = [];
  const watched: Session = {
    ...session,
    again: async (scene, manner) => {
      const run = await session.again(scene, manner);
      runs.push(run);
      return run;
    },
  };
  const again = await (comparesRuns(id) ? replayPair : replayCase)(watched, id, counterexample);
  const played = runs.filter(({ unarrangeable }) => unarrangeable === undefined);
  const result = { id, level, clause, title, exercised: played.length };
  if (again !== undefined) return { ...result, outcome: 'fail', counterexample: again };
  const failing = alwaysFailing(played).find(({ mismatch }) => mismatch.requirement === id);
  if (failing !== undefined) {
    const told = toldAgain(counterexample, failing, { times: played.length, of: played.length });
    return { ...result, outcome: 'fail', counterexample: told };
  }
  if (played.length === 0) return open(row, runs[0]?.unarrangeable ?? 'the target went silent while it was repeated');
  // Without what the whole run knew, an effect that is missing cannot be told from one that no such reset has here.
  if (id === 'confirmed-did-it' && played.every(({ effects }) => effects.get(steps.length - 1)?.seen === 'none')) {
    return open(row, 'no effect was seen again, but whether there has to be one only a whole run can tell');
  }
  return { ...result, outcome: 'pass' };
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
  const { mismatch, run } = first;
  return toldAgain(written, { mismatch, story: run.story }, { times: failing.length, of });
}

const toldAgain = (
  written: Counterexample,
  { mismatch: { summary, comparison }, story }: Pick<Violation, 'mismatch' | 'story'>,
  reproduced: Counterexample['reproduced'],
): Counterexample => ({ ...written, summary, comparison, story, reproduced });

async function replayPair(
  session: Session,
  id: RequirementId,
  written: Counterexample,
): Promise<Counterexample | undefined> {
  const { same, unequal, contradictory } = await compareWithTwin(session, written.case, 'careful');
  if (id === 'keeps-to-its-behaviour') {
    const reproduced = { times: same.length, of: same.length };
    return contradictory && { ...written, ...contradictionTold(...contradictory), reproduced };
  }
  return unequal && { ...written, ...inequalityTold(unequal) };
}
