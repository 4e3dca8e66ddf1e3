import { accept, type Result, refuse } from '../../core/result.ts';
import { nearestName } from '../../fixtures/nearest-name.ts';
import { Place, type Problem } from '../../fixtures/problem.ts';
import type { Report, RequirementResult } from '../report.ts';
import { isRequirementId, requirements } from '../requirements/catalogue.ts';

/** Requirements that a target is known to violate, each with the reason why that is borne for now. */
export type KnownFailures = ReadonlyMap<string, string>;

/** Reads a map of ids to reasons, in YAML or JSON; or says in sentences with line and column why it is none. */
export async function parseKnownFailures(
  text: string,
  name: string,
): Promise<Result<KnownFailures, readonly string[]>> {
  const { parseYaml } = await import('../../fixtures/parse-yaml.ts');
  return parseYaml(text, name, (raw) => {
    const problems: Problem[] = [];
    const place = new Place(problems);
    const entries = Object.entries(place.entries(raw ?? {}, 'the known failures, requirement ids with their reasons,'));
    const known = new Map(
      entries.map(([id, reason]) => [id, reason === null ? '' : place.in(id).text(reason, 'a reason')]),
    );
    return problems.length === 0 ? accept(known) : refuse(problems);
  });
}

/**
 * The report with its known failures marked, which then cost nothing. What is wrong with the list itself does: an id
 * that no requirement has, a reason that says nothing, an entry whose requirement was fulfilled.
 */
export function withKnownFailures(report: Report, known: KnownFailures): Report {
  if (report.verdict === 'not-run') return report;
  const results = report.requirements.map((result): RequirementResult => {
    const reason = known.get(result.id);
    return result.outcome === 'fail' && reason !== undefined && saysSomething(reason)
      ? { ...result, known: reason.trim() }
      : result;
  });
  const faults = [...known].flatMap(([id, reason]) => faultOf(id, reason, results));
  const fails = results.some(({ outcome, known }) => outcome === 'fail' && known === undefined);
  const { reason, ...rest } = report;
  const judged = { ...rest, requirements: results };
  if (faults.length > 0) {
    return { ...judged, verdict: 'violates', reason: `The list of known failures is wrong: ${faults.join('; ')}` };
  }
  if (fails) return { ...judged, verdict: 'violates', ...(reason === undefined ? {} : { reason }) };
  const open = results.filter(({ outcome }) => outcome === 'not-exercised').length;
  if (report.verdict !== 'incomplete' && open === 0) return { ...judged, verdict: 'conforms' };
  return { ...judged, verdict: 'incomplete', reason: reason ?? `${open} of the requirements were not exercised` };
}

function faultOf(id: string, reason: string, results: readonly RequirementResult[]): readonly string[] {
  if (!isRequirementId(id)) {
    const nearest = nearestName(
      id,
      requirements.map((requirement) => requirement.id),
    );
    return [`there is no requirement ${id}${nearest === undefined ? '' : `, did you mean ${nearest}?`}`];
  }
  if (!saysSomething(reason)) return [`${id} needs a reason`];
  const isFulfilled = results.some((result) => result.id === id && result.outcome === 'pass');
  return isFulfilled ? [`${id} is fulfilled, take it out`] : [];
}

/** A place holder is no reason. */
const saysSomething = (reason: string): boolean =>
  /\p{L}/u.test(reason) && !/^(todo|tbd|fixme|xxx|change ?me|reason|n\/a)[.!?]*$/iu.test(reason.trim());
