import type { Verdict } from '../report/document.ts';
import type { Outcome } from './job.ts';

/** The first and the second catalogue of broken servers, the two sets of correct ones, and what stands beside them. */
export const subjectKinds = ['first', 'second', 'permitted', 'second-permitted', 'slow', 'control'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** How far the suite can be trusted; the JSON form of the matrix is this value. */
export interface SelfTestReport {
  readonly schemaVersion: 1;
  readonly kind: 'self-test';
  readonly mode: Mode;
  /** The first of the seeds; together with the mode it repeats the whole. */
  readonly seed: number;
  readonly seeds: readonly number[];
  /** The kinds that were asked for; all when left out. */
  readonly only?: readonly SubjectKind[] | undefined;
  /** Nothing that was run speaks against the suite. */
  readonly clean: boolean;
  /** It is clean, and everything was run. */
  readonly complete: boolean;
  /** Why not everything was run, if so. */
  readonly stopped?: string;
  readonly durationMs: number;
  /** The faults of the first catalogue; caught is what was caught by the requirement that the fault breaks. */
  readonly first: Sensitivity;
  readonly second: SecondCatalogue;
  readonly permitted: Specificity;
  readonly secondPermitted: Specificity;
  readonly slow: Specificity;
  readonly controls: readonly ControlRow[];
  readonly axes: { readonly found: number; readonly of: number };
  readonly requirements: readonly RequirementRow[];
  readonly faults: readonly FaultRow[];
  /** Runs in which a server did wrong and the requirement that it broke was not found violated. */
  readonly survivors: readonly FirstOutcome[];
  /** Runs in which the server never did wrong. */
  readonly unreached: readonly FirstOutcome[];
  /** Correct servers that were not judged as they may be, or of which something was not found as it is. */
  readonly falseAlarms: readonly Accused[];
}

export type Mode = 'quick' | 'full';

/** Of runs; `servers` counts the different ones among them. */
interface Runs {
  readonly runs: number;
  readonly servers: number;
}

/** Requests until the first violation that counts was seen, over the runs that saw one. */
export interface RequestsToCatch {
  readonly median: number;
  readonly p95: number;
}

export interface Sensitivity extends Runs {
  /** By the requirement that the fault breaks. */
  readonly caught: number;
  /** By other requirements only. */
  readonly caughtByAnother: number;
  readonly survived: number;
  readonly unreached: number;
  readonly requestsToCatch: RequestsToCatch | undefined;
}

/** Its deviations name a clause of the specification, no requirement. */
export interface SecondCatalogue extends Runs {
  /** By any requirement. */
  readonly caught: number;
  /** By a requirement that puts the broken clause to the test. */
  readonly caughtByClause: number;
  readonly requestsToCatch: RequestsToCatch | undefined;
  readonly missed: readonly Missed[];
  /** No run can reach what these do wrong, with the reason; they count in no figure. */
  readonly unreachable: Readonly<Record<string, string>>;
}

export interface Missed {
  readonly name: string;
  readonly dimension: string;
  readonly what: string;
  /** Runs that missed it, of all on it. */
  readonly missed: number;
  readonly of: number;
}

export interface Specificity extends Runs {
  readonly conforming: number;
  /** Of the others, those whose run was incomplete. */
  readonly incomplete: number;
}

export interface ControlRow {
  readonly name: string;
  readonly about: string;
  readonly mustConform: boolean;
  /** Of each run. */
  readonly verdicts: readonly Verdict[];
  readonly isRight: boolean;
}

export interface RequirementRow extends Sensitivity {
  readonly id: string;
}

export interface FaultRow extends Sensitivity {
  readonly name: string;
  readonly about: string;
  readonly requirement: string;
}

/** A run on a fault of the first catalogue. */
export interface FirstOutcome extends Outcome {
  readonly subject: Extract<Outcome['subject'], { readonly kind: 'first' }>;
}

export interface Accused extends Outcome {
  readonly described: string;
}
