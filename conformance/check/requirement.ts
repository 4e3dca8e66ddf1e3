import type { Trace } from '../execution/trace.ts';
import type { DeviationKind } from '../plan/deviations.ts';
import type { Extent } from '../plan/extent.ts';
import type { Profile } from '../profile/profile.ts';
import type { Reset, Scenario } from '../scenario/scenario.ts';
import type { Check } from './check.ts';
import type { Failure } from './check-trace.ts';

/**
 * What requirements are about, in the order in which reports show them: of several that one operation violates, the first
 * says most about it. Of one subject they follow each other as their files do, and as they stand there.
 */
export const subjects = [
  /** Who is refused, and that a refusal changes nothing. */
  'refusal',
  /** That a reset is not refused. */
  'acceptance',
  /** Other users, conversations and rows. */
  'others',
  'order',
  /** What is done each time: that nothing was done says more than what stayed. */
  'effect',
  'messages',
  /** What a request is taken for. */
  'meaning',
  /** Spellings that mean the same. */
  'spelling',
  /** What an answer says, and not what was done. */
  'answer',
] as const;

type Subject = (typeof subjects)[number];

/**
 * Something that the suite may hold against a target. Before adding one, ask: would an implementation that follows the
 * spec in full fail it? If it could, it is a behaviour axis, not a requirement.
 */
export interface Requirement {
  /** One word for pass and fail, stable across versions. */
  readonly id: string;
  /** `required`: a sentence of the spec says it. `derived`: it follows from one, or from HTTP. */
  readonly level: 'required' | 'derived';
  readonly about: Subject;
  /** The rows of `fixtures/clauses.yaml` that it puts to the test. */
  readonly clauses: readonly string[];
  /** The section of the spec, and what it says there in our words. */
  readonly clause: string;
  /** What a target does that fulfils it. */
  readonly title: string;
  /** The kinds of requests that put it to the test, in every combination: plain ones, where it names none. */
  readonly requests?: readonly DeviationKind[];
  /** Scenarios that do so beside them. */
  readonly scenarios?: readonly ((extent: Extent) => readonly Scenario[])[];
  /** One that does so while nothing else is sent; a smoke run leaves it out. */
  readonly alone?: () => Scenario;
  /** Whether it says nothing of a target whose lists have no order of their own. */
  readonly restsOnOrder?: true;
  /** Why it cannot show on a target, if so: what the target does, or does not show or create. */
  readonly notApplicable?: (profile: Profile, traces: readonly Trace[]) => string | undefined;
  /** Whether a transition fulfils it. Counting and failing are one function. */
  readonly check: Check;
  /** Whether what another requirement found is reported under this one, as it needs what this one is about. */
  readonly isNeeded?: (violation: Smallest) => boolean;
}

/** What results repeat of a requirement. */
export const rowOf = ({ id, level, clause, title }: Row) => ({ id, level, clause, title });
export type Row = Pick<Requirement, 'id' | 'level' | 'clause' | 'title'>;

/** A violation of `requirement`, in a scenario without anything that it can do without. */
export interface Smallest extends Omit<Failure, 'requirement'> {
  readonly requirement: Requirement;
  /** Undefined where a message shows it, or where another step may have done it. */
  readonly reset: Reset | undefined;
  /** Whether a reset has to be sent at once with something else. */
  readonly isAtOnce: boolean;
}
