import type { Requirement } from '../requirements/requirement.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { combinations } from './combinations.ts';
import type { Extent, Plan } from './extent.ts';
import { tour } from './tour.ts';

/** The scenarios of a run: what puts the requirements to the test, each once, the longest first. */
export function planScenarios(requirements: readonly Requirement[], extent: Extent): Plan {
  const requests = new Set(requirements.flatMap((one) => one.requests));
  const parts = new Set(requirements.flatMap(({ scenarios = [] }) => scenarios));
  const walks = tour(extent);
  const combined = requests.size === 0 ? { walks, others: [] } : combinations([...requests], extent, walks);
  const planned = [...combined.others, ...[...parts].flatMap((part) => part(extent))];
  const unique = new Map(planned.map((scenario) => [JSON.stringify(scenario), scenario]));
  // Everything waits for the last one.
  const others = [...unique.values()].toSorted((one, other) => weightOf(other) - weightOf(one));
  const alone = requirements.flatMap((one) => one.alone?.(extent) ?? []);
  return { alone, walks: combined.walks, others };
}

const weightOf = ({ steps }: Scenario): number =>
  steps.reduce((sum, step) => sum + (step.do === 'send' ? (step.times ?? 1) : 1), 0);
