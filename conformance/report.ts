import type { Behaviour } from '../core/index.ts';
import type { Case } from './cases/case.ts';
import type { RequirementId } from './requirements/catalogue.ts';

export type Verdict = 'conforms' | 'violates' | 'incomplete' | 'not-run';

/** The result of a run; the JSON report is this value. Holds no secret. */
export interface Report {
  readonly schemaVersion: 1;
  readonly verdict: Verdict;
  /** Why, for `not-run` and `incomplete`; for `violates` only where it was stopped, or a known failure is none any more. */
  readonly reason?: string;
  readonly target: string;
  readonly seed: number;
  readonly budget: Budget;
  readonly requests: number;
  readonly durationMs: number;
  /** Resets that were confirmed and whose effect was seen. */
  readonly observedResets: number;
  readonly requirements: readonly RequirementResult[];
  readonly behaviour: FoundBehaviour;
  /** Axes that could not be told. */
  readonly behaviourUnknown: readonly string[];
  /** What each axis was concluded from, one sentence each. */
  readonly evidence: Readonly<Record<string, string>>;
  /** How parallel requests are ordered; reported, never failed. Absent where it was not looked at. */
  readonly consistency?: Consistency;
  /** Remarks that decide nothing: where groups differ from users, reads that lagged, what could not be tidied up. */
  readonly notes: readonly string[];
  /** What the run created and could not remove. */
  readonly left?: readonly { readonly kind: 'user' | 'group'; readonly id: string }[];
  /** Set where only the violations of an earlier report were repeated: then `conforms` says that none came back. */
  readonly replayed?: true;
}

export type Budget = 'quick' | 'default' | 'thorough';

export interface RequirementResult {
  readonly id: RequirementId;
  readonly level: 'required' | 'derived';
  readonly clause: string;
  readonly title: string;
  readonly outcome: 'pass' | 'fail' | 'not-exercised' | 'not-applicable';
  /** How often it was put to the test in a way that could have failed. */
  readonly exercised: number;
  /** For `not-exercised` and `not-applicable`. */
  readonly because?: string;
  readonly counterexample?: Counterexample;
  /** The reason given in the known-failures file for a failure that was expected. */
  readonly known?: string;
}

/** The shortest story of a violation that was found. */
export interface Counterexample {
  /** What went wrong, in a sentence. */
  readonly summary: string;
  /** Everything that was done, in order, from the empty target on. */
  readonly story: readonly StoryStep[];
  readonly comparison: Comparison;
  readonly reproduced: { readonly times: number; readonly of: number };
  readonly shrunk: boolean;
  /** Set where the time for it ended before all that is smaller was tried. */
  readonly outOfTime?: true;
  /** What `--replay` runs again. */
  readonly case: Case;
}

export interface StoryStep {
  /** `arrange` prepares, `act` is what is judged, `look` reads the state. */
  readonly phase: 'arrange' | 'act' | 'look';
  readonly what: string;
  /** A command line that repeats it; the key stands there as `$API_KEY`, the address as `$BASE_URL`. */
  readonly curl: string;
  readonly answer: string;
  /** Steps in a row with the same number were sent at once, so that any of them may have come first. */
  readonly together?: number;
}

export type Comparison =
  | ListComparison
  | { readonly of: 'answer'; readonly subject: string; readonly expected: string; readonly seen: string };

export interface ListComparison {
  readonly of: 'list' | 'messages';
  /** Whose list, or who reads which conversation. */
  readonly subject: string;
  readonly before: readonly string[];
  /** One lawful outcome; `freely` names the entry whose place is free. */
  readonly expected: readonly string[];
  readonly freely?: string;
  /** Set where two outcomes contradict each other, and `expected` is the other one: when that was seen. */
  readonly otherwise?: string;
  readonly seen: readonly string[];
}

/** Of how many small histories of parallel requests some order explains everything that was answered and seen. */
export interface Consistency {
  readonly histories: number;
  readonly linearizable: number;
  readonly anomalies: number;
  /** Not decided within the limits. */
  readonly unknown: number;
  /** Why it was not looked at. */
  readonly because?: string;
  readonly example?: {
    readonly kind: 'lost update' | 'torn read';
    readonly words: string;
    /** One line for each operation. */
    readonly timeline: readonly string[];
  };
}

/** The axes found; `other` where a target does something that no value names. */
export type FoundBehaviour = {
  readonly [Axis in Exclude<keyof Behaviour, 'statuses'>]?: Behaviour[Axis] | 'other';
} & { readonly statuses?: Readonly<Partial<Record<keyof Behaviour['statuses'], number>>> };

/** What a run tells while it goes on. */
export type ProgressEvent =
  | { readonly phase: 'reaching' | 'finding-behaviour' | 'settling' | 'tidying-up'; readonly requests: number }
  | {
      readonly phase: 'testing' | 'shrinking' | 'tidying-up';
      readonly done: number;
      readonly of: number;
      readonly requests: number;
    }
  /** The target answered with this status, and asked to be left alone for so long. */
  | { readonly phase: 'waiting'; readonly status: number; readonly seconds: number; readonly requests: number };
