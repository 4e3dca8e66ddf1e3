import { problemText } from '../../fixtures/problem.ts';
import { checked, readAs } from '../../fixtures/shape.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { scenarioShape } from '../scenario/scenario.ts';

/** What is wrong with a scenario, as a replay would report it. */
export function problemsOf(scenario: unknown): readonly string[] {
  const read = readAs(checked(scenarioShape, checkScenario), scenario);
  return read.ok ? [] : read.refusal.map(problemText);
}
