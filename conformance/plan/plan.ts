import type { Requirement } from '../check/requirement.ts';
import { asSent } from '../scenario/as-sent.ts';
import { isReset, type Scenario, withOperations } from '../scenario/scenario.ts';
import { combinations } from './combinations.ts';
import type { Extent, Plan } from './extent.ts';
import { tour } from './tour.ts';
import { pick } from './world.ts';

/** The scenarios of a run: what puts the requirements to the test, each once, the longest first. */
export function planScenarios(requirements: readonly Requirement[], extent: Extent): Plan {
  const requests = new Set(requirements.flatMap((one) => one.requests ?? 'none'));
  const parts = new Set(requirements.flatMap(({ scenarios = [] }) => scenarios));
  const made = (all: readonly Scenario[]) => all.map((one, index) => asSent(inAcceptedForms(one, extent, index)));
  const walks = tour(extent);
  const combined = requests.size === 0 ? { walks, others: [] } : combinations([...requests], extent, walks);
  const planned = [...combined.others.map(asSent), ...made([...parts].flatMap((part) => part(extent)))];
  const unique = new Map(planned.map((scenario) => [JSON.stringify(scenario), scenario]));
  const alone = extent.budget === 'smoke' ? [] : requirements.flatMap((one) => one.alone?.() ?? []);
  // Everything waits for the last one.
  const others = [...unique.values()].toSorted((one, other) => weightOf(other) - weightOf(one));
  return { alone: made(alone), walks: combined.walks.map(asSent), others };
}

/** Its resets in one form after the other that the target accepts. */
function inAcceptedForms(scenario: Scenario, { profile: { forms }, seed }: Extent, index: number): Scenario {
  let count = index + seed;
  return withOperations(scenario, (one) =>
    isReset(one) && one.conversation.kind === 'user' ? { ...one, form: pick(forms, count++) } : one,
  );
}

const weightOf = ({ steps }: Scenario): number =>
  steps.reduce((sum, step) => sum + (step.do === 'send' ? (step.times ?? 1) : 1), 0);
