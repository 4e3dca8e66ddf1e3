import { accept, type Result, refuse } from '../../core/result.ts';
import { isMap, notAllowed, Place, type Problem, problemText, shown } from '../../fixtures/problem.ts';
import type { Counterexample, Report, RequirementResult } from '../report.ts';
import { isRequirementId, requirements } from '../requirements/catalogue.ts';
import { readCase } from './read-case.ts';

/**
 * A JSON report, to repeat what it found; or one sentence that says why it cannot be repeated. Only what a replay needs
 * is checked; whatever else the report holds stays as it stands there.
 */
export function readReport(text: string, name: string): Result<Report, string> {
  const parsed = parseJson(text);
  if (!parsed.ok) return refuse(`${name} is no JSON: ${parsed.refusal}.`);
  const raw = parsed.value;
  if (!isMap(raw) || raw['schemaVersion'] === undefined) {
    return refuse(`${name} is no report of this suite: it has no schemaVersion.`);
  }
  if (raw['schemaVersion'] !== 1) {
    return refuse(`${name} has schemaVersion ${shown(raw['schemaVersion'])}; this version reads schemaVersion 1 only.`);
  }

  const problems: Problem[] = [];
  const place = new Place(problems);
  const target = place.in('target').text(raw['target'], 'target');
  const results = place
    .in('requirements')
    .list(raw['requirements'], 'requirements', readResult)
    .filter((result) => result !== undefined);
  const [problem] = problems;
  if (problem !== undefined) return refuse(`${name}: ${problemText(problem)}`);
  if (results.every(({ counterexample }) => counterexample === undefined)) {
    return refuse(
      `${name} holds no counterexample, so there is nothing to repeat; its verdict is ${shown(raw['verdict'])}.`,
    );
  }
  return accept({ ...(raw as unknown as Report), target, requirements: results });
}

/** Undefined for a requirement that this version does not know, unless there is a violation of it to repeat. */
function readResult(place: Place, value: unknown): RequirementResult | undefined {
  const entries = place.entries(value, 'a result');
  const id = place.in('id').text(entries['id'], 'id');
  const counterexample = entries['counterexample'];
  if (!isRequirementId(id)) {
    if (counterexample !== undefined) {
      place.in('id').problem(
        notAllowed(
          'this version has no requirement',
          id,
          requirements.map((known) => known.id),
        ),
      );
    }
    return undefined;
  }
  const result = { ...(entries as unknown as RequirementResult), id };
  if (counterexample === undefined) return result;
  const at = place.in('counterexample');
  const read = at.entries(counterexample, 'a counterexample');
  return {
    ...result,
    counterexample: { ...(read as unknown as Counterexample), case: readCase(at.in('case'), read['case']) },
  };
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return accept(JSON.parse(text.replace(/^\uFEFF/u, '')));
  } catch (error) {
    return refuse(error instanceof Error ? error.message.replaceAll('\n', ' ') : 'it cannot be parsed');
  }
}
