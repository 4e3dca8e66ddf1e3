import { idIn, type Scenario } from '../scenario/scenario.ts';
import type { Called } from '../target/driver-calls.ts';
import type { Exchange } from '../target/http-client.ts';
import type { Target, TargetCalls } from '../target/target.ts';
import type { StepLog } from './trace.ts';

/** One execution of a scenario: its names, its messages, and the requests that it has sent. */
export interface ExecutionContext {
  readonly target: Target;
  readonly scenario: Scenario;
  readonly scope: string;
  /** The id that stands for an end of an id. */
  readonly nameIn: (tail: string) => string;
  /** The end of an id that stands for the id; any other id as it is. */
  readonly tailOf: (id: string) => string;
  /** The next message, as traces name it. */
  readonly nextText: () => string;
  /** The text that is sent for a message. No two executions of a run send the same. */
  readonly textIn: (text: string) => string;
  readonly nameOfText: (text: string) => string;
  readonly lost: () => number;
  readonly noteLost: (count: number) => void;
}

/** Ends an execution whose world could not be arranged or seen: it says nothing about the resets. */
export class ScenarioVoid extends Error {}

/** What came of a call; what the target did not do or show, or may do at any later time, makes the scenario void. */
export async function done<Value>(attempt: Promise<Called<Value>>): Promise<Value> {
  const result = await attempt;
  if (result.kind !== 'done') throw new ScenarioVoid(result.why);
  return result.value;
}

export function createContext(target: Target, scenario: Scenario, scope: string): ExecutionContext {
  const tails = [...scenario.users, ...scenario.groups.map(({ id }) => id)];
  const byId = new Map(tails.map((tail) => [idIn(scope, tail), tail]));
  let messages = 0;
  let lost = 0;
  return {
    target,
    scenario,
    scope,
    nameIn: (tail) => idIn(scope, tail),
    // A target may show an id in capitals. Ids that differ in case alone are asked for only where it tells them apart.
    tailOf: (id) => byId.get(id) ?? byId.get(id.toLowerCase()) ?? id,
    nextText: () => {
      messages += 1;
      return `message ${messages}`;
    },
    textIn: (text) => `${scope}${text}`,
    nameOfText: (text) => (text.startsWith(scope) ? text.slice(scope.length) : text),
    lost: () => lost,
    noteLost: (count) => {
      lost += count;
    },
  };
}

/** Does something, and writes down the requests that it took. */
export async function logged<Value>(
  { target, noteLost }: Pick<ExecutionContext, 'target' | 'noteLost'>,
  step: Omit<StepLog, 'exchanges'>,
  act: (calls: TargetCalls) => Promise<Value>,
): Promise<{ readonly value: Value; readonly log: StepLog }> {
  const exchanges: Exchange[] = [];
  try {
    return { value: await act(target.recorded(exchanges)), log: { ...step, exchanges } };
  } finally {
    noteLost(exchanges.filter(({ reply }) => reply.kind === 'lost').length);
  }
}
