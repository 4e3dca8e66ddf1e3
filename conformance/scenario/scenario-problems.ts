import { Place, problemText } from '../../fixtures/problem.ts';
import { check } from '../reading/schema.ts';
import { checkScenario, scenarioSchema } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';

/** What is wrong with a scenario, as somebody would be told who gave it to a replay. */
export function problemsOf(scenario: unknown): readonly string[] {
  const place = new Place();
  check(place, scenarioSchema, scenario);
  if (place.problems.length === 0) checkScenario(place, scenario as Scenario);
  return place.problems.map(problemText);
}
