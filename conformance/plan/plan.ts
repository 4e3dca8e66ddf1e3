import type { Requirement } from '../requirements/requirement.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';

/** The scenarios of a run: what puts the requirements to the test, each once, the longest first. */
export function planScenarios(requirements: readonly Requirement[], extent: Extent): readonly Scenario[] {
  const unique = new Map<string, Scenario>();
  for (const { scenarios } of requirements) {
    for (const scenario of scenarios(extent)) unique.set(JSON.stringify(scenario), scenario);
  }
  // Everything waits for the last one.
  return [...unique.values()].toSorted((one, other) => weightOf(other) - weightOf(one));
}

const weightOf = ({ steps }: Scenario): number =>
  steps.reduce((sum, step) => sum + (step.do === 'send' ? (step.times ?? 1) : 1), 0);
