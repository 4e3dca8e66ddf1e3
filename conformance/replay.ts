import { rowOf } from './check/requirement.ts';
import { counterexampleOf } from './diagnosis/counterexample.ts';
import { diagnosisOf } from './diagnosis/diagnose-again.ts';
import { repetitions } from './diagnosis/reproduce.ts';
import type { Counterexample, Report, RequirementResult } from './report/document.ts';
import { requirements } from './requirements.ts';
import { type Run, runOnTarget, type Verified, whyStopped } from './run/run-on-target.ts';
import { asSent } from './scenario/as-sent.ts';
import { settled } from './settle-options.ts';
import { NotRun } from './target/not-run.ts';
import { findBehaviour } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

type Written = readonly (RequirementResult & { readonly counterexample: Counterexample })[];

/**
 * Repeats every counterexample of a report from what is written there, against any URL, and tests nothing else. What
 * comes back fails again. What does not passes only if it came back when it was found, which says no more than that.
 */
export async function replay(report: Report, given: VerifyOptions): Promise<Report> {
  // The behaviour is found as it was then: what little is known of it would explain what was a violation.
  const options = settled({ ...given, budget: report.budget });
  const isChosen = (id: string): boolean => options.only === undefined || options.only.includes(id);
  const written: Written = report.requirements.flatMap((one) => {
    const { id, counterexample } = one;
    return counterexample === undefined || !isChosen(id) ? [] : [{ ...one, counterexample }];
  });
  const repeated = await runOnTarget(options, written, (run) => repeatAll(run, written));
  return { ...repeated, replayed: true };
}

async function repeatAll(run: Run, written: Written): Promise<Verified> {
  if (written.length === 0) throw new NotRun('the report holds no violation of the requirements of --only');
  const { target, options, progress } = run;
  const finding = await findBehaviour(run);
  if (!finding.ok) throw new NotRun(finding.refusal);
  const found = finding.value;
  const means = { target, profile: found.profile, failures: [], isSpent: () => false };
  const results: RequirementResult[] = [];
  for (const one of written) {
    progress({ phase: 'testing', done: results.length, of: written.length });
    const outcome = await repeatOne(one).catch((error: unknown) => {
      // What was repeated before somebody stopped the run stands.
      const because = whyStopped(options.signal);
      if (because === undefined) throw error;
      return { outcome: 'not-exercised', exercised: 0, because } as const;
    });
    results.push({ ...rowOf(one), ...outcome });
  }
  const open = results.find(({ outcome }) => outcome === 'not-exercised');
  return { results, found, whyPartial: open?.because };

  async function repeatOne({ id, counterexample }: Written[number]): Promise<Outcome> {
    const { scenario, reproduced, shrunk, also } = counterexample;
    if (requirements.every((one) => one.id !== id)) {
      return { outcome: 'not-exercised', exercised: 0, because: `this version knows no requirement ${id}` };
    }
    const again = await diagnosisOf(id, asSent(scenario), means, timesFor(reproduced));
    if (again.kind === 'back') {
      const found = counterexampleOf(again.diagnosis);
      return { outcome: 'fail', exercised: found.reproduced.of, counterexample: { ...found, shrunk, also } };
    }
    if (again.kind === 'void') return { outcome: 'not-exercised', exercised: 0, because: again.why };
    if (reproduced.times > 0) return { outcome: 'pass', exercised: again.times };
    const before =
      reproduced.of === 0 ? 'was not repeated when it was found' : 'did not come back when it was found either';
    return { outcome: 'not-exercised', exercised: again.times, because: `it ${before}` };
  }
}

const mostRepetitions = 12;

/** What came back now and then is tried more often. */
const timesFor = ({ times, of }: Counterexample['reproduced']): number =>
  times === 0 ? repetitions : Math.min(Math.ceil((repetitions * of) / times), mostRepetitions);

type Outcome = Omit<RequirementResult, keyof ReturnType<typeof rowOf>>;
