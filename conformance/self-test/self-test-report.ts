import type { BrokenOutcome, PermittedOutcome } from './job.ts';

/** How far the suite can be trusted; the JSON form of the matrix is this value. */
export interface SelfTestReport {
  readonly schemaVersion: 1;
  readonly kind: 'self-test';
  readonly mode: Mode;
  /** The first of the seeds; together with the mode it repeats the whole. */
  readonly seed: number;
  readonly seeds: readonly number[];
  /** Everything was run, every broken server caught by the requirement it breaks, no other one accused. */
  readonly complete: boolean;
  /** Why not everything was run, if so. */
  readonly stopped?: string;
  readonly durationMs: number;
  readonly sensitivity: Sensitivity;
  readonly specificity: {
    readonly runs: number;
    readonly conforming: number;
    /** Different servers among the runs. */
    readonly servers: number;
  };
  readonly axes: { readonly found: number; readonly of: number };
  /** Requests until the requirement was seen violated, over all runs that saw it. */
  readonly medianRequests: number | undefined;
  readonly requirements: readonly RequirementRow[];
  readonly faults: readonly FaultRow[];
  /** Runs in which a server did wrong and the requirement that it broke was not found violated. */
  readonly survivors: readonly BrokenOutcome[];
  /** Runs in which the server never did wrong. */
  readonly unreached: readonly BrokenOutcome[];
  readonly falseAlarms: readonly Accused[];
}

export type Mode = 'quick' | 'full';

export interface Sensitivity {
  readonly runs: number;
  /** By the requirement that the fault breaks. */
  readonly caught: number;
  /** By other requirements only. */
  readonly caughtByAnother: number;
  readonly survived: number;
  readonly unreached: number;
}

export interface RequirementRow extends Sensitivity {
  readonly id: string;
  readonly faults: number;
  readonly medianRequests: number | undefined;
}

export interface FaultRow extends Sensitivity {
  readonly name: string;
  readonly about: string;
  readonly requirement: string;
  readonly over: readonly ('mock' | 'naive')[];
  readonly medianRequests: number | undefined;
}

/** A permitted server that was not judged to conform, or of which something was not found as it is. */
export interface Accused extends PermittedOutcome {
  readonly described: string;
}
