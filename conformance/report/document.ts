import type { PartialBehaviour } from '../../fixtures/behaviour.ts';
import type { Scenario } from '../scenario/scenario.ts';

export type Verdict = 'conforms' | 'violates' | 'incomplete' | 'not-run';

/** The result of a run; the JSON report is this value. The writers of the other forms decide nothing. Holds no secret. */
export interface Report {
  /** Is another number once a reader of this version could misread the report. */
  readonly schemaVersion: 1;
  /** What the exit code says: `violates` goes before `incomplete`, and that before `conforms`. `not-run` judged nothing. */
  readonly verdict: Verdict;
  /** Why, for `not-run` and `incomplete`; for `violates` only where it was stopped, or a known failure is none any more. */
  readonly reason?: string;
  /** The address that was tested. */
  readonly target: string;
  /** What the caller calls the implementation (`--name`); the target's address when left out. */
  readonly name?: string;
  /** When the run began, in ISO 8601, UTC. */
  readonly startedAt: string;
  /** The version of the suite. */
  readonly suite: string;
  /** Decides everything but the letters that lead the ids of a run. */
  readonly seed: number;
  /** How much was run. */
  readonly budget: Budget;
  /** Requests that were sent, those that arrange and look included. */
  readonly requests: number;
  /** How long the run took, in milliseconds. */
  readonly durationMs: number;
  /** Resets that were sent. */
  readonly resets: number;
  /** What came of each requirement that was to be tested. */
  readonly requirements: readonly RequirementResult[];
  /** What the target does where the specification is silent; never a reason to fail it. */
  readonly behaviour: FoundBehaviour;
  /** Axes that could not be found out. */
  readonly behaviourUnknown: readonly string[];
  /** What each axis was concluded from, one sentence each. */
  readonly evidence: Readonly<Record<string, string>>;
  /** For which faults the run is complete, in one sentence; absent where it makes no such claim. */
  readonly completeFor?: string;
  /** Remarks that decide nothing: where groups differ from users, reads that lagged. */
  readonly notes: readonly string[];
  /** What could not be removed; `--clean` with this report removes it. */
  readonly left?: readonly Left[];
  /** Set where only the violations of an earlier report were repeated: then `conforms` says that none came back. */
  readonly replayed?: true;
}

/** A user or group that the run created. */
export interface Left {
  /** Which of the two calls removes it. */
  readonly kind: 'user' | 'group';
  /** The uid or guid. */
  readonly id: string;
}

export const budgets = ['smoke', 'quick', 'default', 'thorough'] as const;
export type Budget = (typeof budgets)[number];

export type Outcome = 'pass' | 'fail' | 'not-exercised' | 'not-applicable';

export interface RequirementResult {
  /** Its name in `--only` and `--list`. */
  readonly id: string;
  /** `required`: a sentence of the spec says it. `derived`: it follows from one, or from HTTP. */
  readonly level: 'required' | 'derived';
  /** The section of the spec, and what it says there in our words. */
  readonly clause: string;
  /** What is required, in one sentence without a full stop. */
  readonly title: string;
  /** Fulfilled, violated, not judged, or not applicable: the target's behaviour leaves nothing to see. */
  readonly outcome: Outcome;
  /** How often it was put to the test in a way that could have failed. */
  readonly exercised: number;
  /** For `not-exercised` and `not-applicable`. */
  readonly because?: string;
  /**
   * Set for `not-exercised` where another requirement's violation is the cause: the id of that requirement. Such a
   * result does not make a run incomplete.
   */
  readonly causedBy?: string;
  /** Set for `not-exercised` where it failed, and nobody has looked into it, as other violations had cost enough. */
  readonly failed?: true;
  /** For `fail`. */
  readonly counterexample?: Counterexample;
  /** The reason given in the known-failures file for a failure that was expected. */
  readonly known?: string;
}

/** The shortest reproduction of a violation that was found. */
export interface Counterexample {
  /** What is wrong with the target, in one plain sentence: "A reset without an apikey was answered 200 and done." */
  readonly diagnosis: string;
  /** The operation that shows it, in words. */
  readonly operation: string;
  /** Everything that was done, in order, from the empty target on. */
  readonly steps: readonly ReportStep[];
  /** What was expected, and what was seen. */
  readonly comparison: Comparison;
  /** How often it came back when the scenario was executed again on fresh ids. */
  readonly reproduced: Reproduced;
  /** Whether nothing smaller shows it, as far as was tried. */
  readonly shrunk: boolean;
  /** Requirements that the same operation violates too. */
  readonly also: readonly string[];
  /** What `--replay` executes again. */
  readonly scenario: Scenario;
}

export interface Reproduced {
  /** So often it came back. */
  readonly times: number;
  /** So often it was repeated. */
  readonly of: number;
}

export interface ReportStep {
  /** `arrange` prepares, `act` is what is judged, `look` reads the state. */
  readonly phase: 'arrange' | 'act' | 'look';
  /** In words: "create the user me". */
  readonly what: string;
  /** A command line that repeats it; the key stands there as `$API_KEY`, the address as `$BASE_URL`. Empty where a driver did it. */
  readonly curl: string;
  /** The status and the beginning of the body. */
  readonly answer: string;
  /** Steps in a row with the same number were sent at once, so that any of them may have come first. */
  readonly together?: number;
}

export type Comparison = ListComparison | AnswerComparison;

export interface ListComparison {
  /** A conversation list, first shown first; or the messages that can be read, oldest first. */
  readonly of: 'list' | 'messages';
  /** Whose list, or who reads which conversation. */
  readonly subject: string;
  /** As it was last seen before the operation; conversations as `user:ID` or `group:ID`. */
  readonly before: readonly string[];
  /** One lawful outcome. */
  readonly expected: readonly string[];
  /** The entry of `expected` whose place is free. */
  readonly freely?: string;
  /** Set where two outcomes contradict each other and `expected` is the other one: when that was seen. */
  readonly otherwise?: string;
  /** As it was seen after the operation. */
  readonly seen: readonly string[];
}

export interface AnswerComparison {
  /** What the target answered, and nothing that it shows. */
  readonly of: 'answer';
  /** The request that was answered. */
  readonly subject: string;
  /** What the answer should have been. */
  readonly expected: string;
  /** What it was. */
  readonly seen: string;
}

/** The axes found; `other` where a target does something that no value names. */
export type FoundBehaviour = PartialBehaviour;

/** What a run says while it goes on. */
export type ProgressEvent =
  | { readonly phase: 'reaching' | 'finding-behaviour' | 'tidying-up'; readonly requests: number }
  | { readonly phase: 'testing' | 'shrinking'; readonly done: number; readonly of: number; readonly requests: number }
  /** The target asked for patience, with this status; nothing is sent for so long. */
  | { readonly phase: 'waiting'; readonly status: number; readonly seconds: number; readonly requests: number };
