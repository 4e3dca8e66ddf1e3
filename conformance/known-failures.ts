import { accept, type Result } from '../core/result.ts';
import { type Problem, shown } from '../fixtures/problem.ts';
import { anything, checked, readAs, record } from '../fixtures/shape.ts';
import type { Report, RequirementResult } from './report/document.ts';
import { noRequirement } from './requirements.ts';
import { verdictOf } from './run/verdict.ts';

/** Requirements that a target is known to violate, each with the reason why it may fail for now. */
export type KnownFailures = ReadonlyMap<string, string>;

/** Known failures from plain data: every key a requirement, every value a reason in words. */
export function checkKnownFailures(raw: unknown): Result<KnownFailures, readonly Problem[]> {
  const read = readAs(shape, raw ?? {});
  return read.ok
    ? accept(new Map(Object.entries(read.value).map(([id, reason]) => [id, String(reason).trim()])))
    : read;
}

const shape = checked(
  record('the known failures, requirement ids with their reasons,', anything, 10_000),
  (entries, place) => {
    for (const [id, reason] of Object.entries(entries)) {
      const unknown = noRequirement(id);
      const why = `${shown(reason)} is no reason why ${id} may fail; give one, as in "CHAT-17: fixed in the next release".`;
      if (unknown !== undefined) place.in(id).problem(unknown, 'key');
      else if (!isReason(reason)) place.in(id).problem(why);
    }
  },
);

/** A place holder is no reason. */
const isReason = (said: unknown): boolean =>
  typeof said === 'string' && /\p{L}/u.test(said) && !/^(?:todo|tbd|fixme|change ?me)[.!?]*$/iu.test(said.trim());

/**
 * The report with its known failures marked, which then cost nothing. An entry whose requirement was fulfilled does: it
 * would excuse the next failure. A replay has seen too little to say so.
 */
export function withKnownFailures(report: Report, known: KnownFailures): Report {
  if (report.verdict === 'not-run') return report;
  const results = report.requirements.map((result): RequirementResult => {
    const reason = known.get(result.id);
    return result.outcome === 'fail' && reason !== undefined ? { ...result, known: reason } : result;
  });
  const isStale = ({ id, outcome }: RequirementResult) => outcome === 'pass' && known.has(id);
  const stale = report.replayed ? [] : results.filter(isStale).map(({ id }) => id);
  if (stale.length > 0) {
    const them = stale.length === 1 ? 'is fulfilled; take it out' : 'are fulfilled; take them out';
    const reason = `of the known failures, ${stale.join(', ')} ${them}`;
    return { ...report, requirements: results, verdict: 'violates', reason };
  }
  return { ...report, requirements: results, ...verdictOf({ results, whyPartial: report.reason }) };
}
