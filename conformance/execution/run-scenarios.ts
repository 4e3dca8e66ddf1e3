import { isPause, type Scenario } from '../scenario/scenario.ts';
import { inParallel } from '../target/pool.ts';
import type { Target } from '../target/target.ts';
import { type Execution, execute, type Waits } from './execute.ts';
import type { Follower, ObservationPlan } from './observation-plan.ts';
import type { Trace } from './trace.ts';

export interface RunOptions {
  readonly target: Target;
  /** How many scenarios are executed side by side. */
  readonly width: number;
  readonly plan: (scenario: Scenario) => ObservationPlan;
  /** `unexplained` when left out. */
  readonly waits?: Waits;
  /** What follows one execution. */
  readonly follow: (scenario: Scenario) => Follower;
  /** Called when the operations of a scenario are done; its last observation is still to come. */
  readonly onDone?: () => void;
}

/** How often a scenario is executed again where arranging failed. */
const attempts = 3;

/**
 * Executes scenarios side by side, each on ids of its own. The settling time before the last observations is waited once
 * for all of them. One that waits for the others begins before them, and goes on when their operations are done. A
 * scenario that was void is executed again.
 */
export async function runScenarios(scenarios: readonly Scenario[], options: RunOptions): Promise<readonly Trace[]> {
  const { target } = options;
  // Where reads lag, scenarios mostly wait, so that all can run at once.
  const width = target.lags() ? scenarios.length : options.width;
  const traces: Trace[] = [];
  const all = scenarios.map((scenario, index) => ({ scenario, index, pauses: scenario.steps.some(isPause) }));
  let open = all.toSorted((one, other) => Number(other.pauses) - Number(one.pauses));
  for (let attempt = 1; open.length > 0; attempt += 1) {
    const begun = await inParallel(open, width, ({ scenario }) =>
      unlessStopped(target, () => begin(scenario, options)),
    );
    const again: typeof open = [];
    const finish = async (one: (typeof open)[number]): Promise<void> => {
      const execution = begun[open.indexOf(one)];
      if (execution === undefined) return;
      // Where the run was stopped, what was seen until then.
      const trace = (await unlessStopped(target, execution.finish)) ?? execution.trace();
      const isAgain = trace.void !== undefined && trace.lost > 0 && attempt < attempts && !target.signal?.aborted;
      if (isAgain) again.push(one);
      else traces[one.index] = trace;
    };
    await inParallel(open, width, finish);
    open = again;
  }
  return traces.filter((trace) => trace !== undefined);
}

async function begin(scenario: Scenario, options: RunOptions): Promise<Execution> {
  const { target, plan, waits, follow, onDone } = options;
  const execution = await execute(target, scenario, { plan: plan(scenario), waits, follower: follow(scenario) });
  onDone?.();
  return execution;
}

/** What comes of it; nothing where the run was stopped before or meanwhile. */
export async function unlessStopped<Value>({ signal }: Target, act: () => Promise<Value>): Promise<Value | undefined> {
  if (signal?.aborted) return undefined;
  try {
    return await act();
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
}
