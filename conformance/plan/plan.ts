import type { Requirement } from '../requirements/requirement.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { combinations } from './combinations.ts';
import type { Extent } from './extent.ts';

/** The scenarios of a run: what puts the requirements to the test, each once, the longest first. */
export function planScenarios(requirements: readonly Requirement[], extent: Extent): readonly Scenario[] {
  const requests = new Set(requirements.flatMap((one) => one.requests));
  const parts = new Set(requirements.flatMap(({ scenarios = [] }) => scenarios));
  const planned = [
    ...(requests.size === 0 ? [] : combinations([...requests], extent)),
    ...[...parts].flatMap((part) => part(extent)),
  ];
  const unique = new Map(planned.map((scenario) => [JSON.stringify(scenario), scenario]));
  // Everything waits for the last one.
  return [...unique.values()].toSorted((one, other) => weightOf(other) - weightOf(one));
}

const weightOf = ({ steps }: Scenario): number =>
  steps.reduce((sum, step) => sum + (step.do === 'send' ? (step.times ?? 1) : 1), 0);
