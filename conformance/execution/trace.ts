import { type Act, isReset, operationsOf, type Reset, type Scenario } from '../scenario/scenario.ts';
import type { Answer } from '../target/answer.ts';
import type { Peer } from '../target/driver.ts';
import type { Exchange, WireReply } from '../target/http-client.ts';

/**
 * What happened when a scenario was executed: the one log. Users and groups are named as in the scenario, messages by
 * their numbers, so that two traces of one scenario can be compared.
 */
export interface Trace {
  readonly scenario: Scenario;
  /** Leads every id of this execution. */
  readonly scope: string;
  /** How its world was created. */
  readonly arranged: readonly StepLog[];
  readonly events: readonly TraceEvent[];
  /** Why the scenario could not be executed to its end; then nothing in it is judged. */
  readonly void?: string;
  /** Where that was a look: what the target does not show may be wrong. */
  readonly isUnseen?: true;
  /** How many answers were lost, of any request. */
  readonly lost: number;
}

/** Whether the target refused something that the scenario needs, rather than to show what came of it. */
export const isRefused = ({ void: why, lost, isUnseen }: Trace): boolean =>
  why !== undefined && lost === 0 && isUnseen === undefined;

/** Whether a reset may have had an effect. */
export const mayHaveReset = (trace: Pick<Trace, 'events'>): boolean =>
  resetsIn(trace).some(({ answer }) => answer !== 'refused');

export type TraceEvent = (Operated | Observed) & {
  /** When it was answered, by `performance.now()`. */
  readonly at: number;
};

/** Everything that was done, in order. */
export const executedIn = ({ events }: Pick<Trace, 'events'>): readonly Executed[] =>
  events.flatMap((event) => (event.kind === 'operations' ? event.operations : []));

/** The place of an operation among the events; -1 where it is none of theirs. */
export const indexOfOperation = ({ events }: Pick<Trace, 'events'>, executed: Executed): number =>
  events.findIndex((event) => event.kind === 'operations' && event.operations.includes(executed));

/** The resets among it. */
export const resetsIn = (trace: Pick<Trace, 'events'>): readonly (Executed & { readonly operation: Reset })[] =>
  executedIn(trace).flatMap((one) => (isReset(one.operation) ? [{ ...one, operation: one.operation }] : []));

/** Everything that was seen, in order. */
export const observationsIn = ({ events }: Pick<Trace, 'events'>): readonly Observation[] =>
  events.flatMap((event) => (event.kind === 'observations' ? event.observations : []));

/** How many requests an execution has taken, with those that remove what it created. */
export function requestsOf({ scenario: { users, groups }, arranged, events }: Trace): number {
  const logs = events.flatMap((event) =>
    event.kind === 'observations'
      ? event.observations.map(({ log }) => log)
      : [...event.operations.map(({ log }) => log), ...(event.reads ?? [])],
  );
  return [...arranged, ...logs].reduce((sum, { exchanges }) => sum + exchanges.length, users.length + groups.length);
}

/** About how many another scenario takes: as many more or fewer as it is larger or smaller than what was executed. */
export const requestsFor = (scenario: Scenario, trace: Trace): number =>
  (requestsOf(trace) * sizeOf(scenario)) / sizeOf(trace.scenario);

/** How many things are created and done in it. */
const sizeOf = ({ users, groups, steps }: Scenario): number =>
  steps
    .flatMap(operationsOf)
    .reduce((sum, one) => sum + (one.do === 'send' ? (one.times ?? 1) : 1), users.length + groups.length);

interface Operated {
  readonly kind: 'operations';
  readonly step: number;
  readonly operations: readonly Executed[];
  /** What was read meanwhile. */
  readonly reads?: readonly StepLog[];
}

interface Observed {
  readonly kind: 'observations';
  readonly observations: readonly Observation[];
}

/** One operation of the scenario, with what went over the wire. */
export interface Executed {
  readonly operation: Act;
  /** The texts of the messages that were sent. */
  readonly texts: readonly string[];
  /** Of a reset. */
  readonly answer: Answer | undefined;
  readonly reply: WireReply | undefined;
  readonly log: StepLog;
}

/** What one user was shown. */
export interface Observation {
  readonly view: View;
  /** Conversation keys, first shown first; or message texts, oldest first. */
  readonly seen: readonly string[];
  /** Whether the settling time was over since the last operation when it was asked. */
  readonly isSettled: boolean;
  /** Of a list: the conversations' own ids, by key, where the target has them. */
  readonly conversationIds?: ReadonlyMap<string, string>;
  readonly log: StepLog;
}

/** What a user can look at. */
export type View = { readonly of: 'list'; readonly owner: string } | MessagesView;

export interface MessagesView {
  readonly of: 'messages';
  readonly owner: string;
  readonly peer: Peer;
}

export const viewKey = (view: View): string =>
  view.of === 'list' ? `list ${view.owner}` : `messages ${view.owner} ${view.peer.kind}:${view.peer.id}`;

export const isSameView = (one: View, other: View): boolean => viewKey(one) === viewKey(other);

/** One thing that was done, in words, with its requests. */
export interface StepLog {
  readonly phase: 'arrange' | 'act' | 'look';
  readonly what: string;
  readonly exchanges: readonly Exchange[];
  /** Steps in a row with the same number were sent at once. */
  readonly together?: number;
}
