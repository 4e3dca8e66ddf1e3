import { Place, problemText } from '../../fixtures/problem.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { scenarioShape } from '../scenario/scenario.ts';

/** What is wrong with a scenario, as a replay would report it. */
export function problemsOf(scenario: unknown): readonly string[] {
  const place = new Place();
  const read = scenarioShape.read(place, scenario);
  if (place.problems.length === 0) checkScenario(place, read);
  return place.problems.map(problemText);
}
