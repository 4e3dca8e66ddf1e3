import type { CaseRun } from '../play/run-case.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import type { Violation } from './violations.ts';

/** A combination that never got an answer below 500 is refused in all but name. */
export function alwaysFailing(runs: readonly CaseRun[]): readonly Violation[] {
  const tried = new Map<string, { answers: string[]; run: CaseRun; step: number; requirement: RequirementId }>();
  for (const run of runs) {
    for (const { what, answer, step } of run.attempts) {
      const requirement: RequirementId = what.startsWith('group') ? 'group-reset-works' : 'user-reset-works';
      const entry = tried.get(what) ?? { answers: [], run, step, requirement };
      entry.answers.push(answer);
      tried.set(what, entry);
    }
  }
  return [...tried].flatMap(([what, { answers, run, step, requirement }]) => {
    if (answers.length < 3 || !answers.every((answer) => answer === 'failed' || answer === 'lost')) return [];
    const summary = `${answers.length} of ${answers.length} resets with ${what} got a server error or no answer`;
    const comparison = {
      of: 'answer',
      subject: what,
      expected: '200 with data.success true',
      seen: 'a server error, or no answer',
    } as const;
    const mismatch = { requirement, summary, comparison, step, taints: false };
    return [{ case: run.case, mismatch, story: run.story, patient: true }];
  });
}
