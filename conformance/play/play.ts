import type { Case } from '../cases/case.ts';
import type { Effect, EffectClass, Known, Place } from '../cases/known.ts';
import type { Comparison, ListComparison } from '../report.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import type { Stage } from './stage.ts';

/** A case while it is being played. */
export interface Play {
  readonly scene: Case;
  readonly stage: Stage;
  readonly known: Known;
  readonly mismatches: Mismatch[];
  readonly suspicions: Suspicion[];
  /** What each step did, by its index. */
  readonly effects: Map<number, SeenEffect>;
  readonly exercises: Map<RequirementId, number>;
  readonly attempts: Attempt[];
  /** Look at everybody and everything after each step, so that no step is blamed for what an earlier one did. */
  readonly careful: boolean;
  /** Index of the step that is being played. */
  step: number;
  /** Whether the second has changed since anything happened. */
  aged: boolean;
  /** Whether a permanent deletion was confirmed in this case. */
  deleted: boolean;
  /** Whether no answer came to a reset: it may happen any time from now on, so that nothing more can be judged. */
  inDoubt: boolean;
  /** Resets whose effect was seen. */
  observed: number;
}

/** Something that no implementation of the spec may show. */
export interface Mismatch {
  readonly requirement: RequirementId;
  readonly summary: string;
  readonly comparison: Comparison;
  readonly step: number;
  /** Whether what follows in the case can no longer be judged. */
  readonly taints: boolean;
}

/** An effect that is lawful in itself and unlike the usual one; repeating the case tells whether it contradicts itself. */
export interface Suspicion {
  readonly step: number;
  readonly effect: SeenEffect;
}

export interface SeenEffect {
  /** Where `untied` is false it may be a tie of whole seconds, unless it is `removed`. */
  readonly place: Place;
  readonly untied: boolean;
  readonly aged: boolean;
  readonly texts: Effect['texts'];
  readonly othersTexts: Effect['texts'];
  /** Of the acting user's side, on a conversation with messages; undefined on one without. */
  readonly seen: 'a change' | 'none' | undefined;
  /** Undefined where nobody knows what the target does with a field that is left out. */
  readonly class: EffectClass | undefined;
  /** What it was concluded from. */
  readonly shown: Readonly<Record<'place' | 'texts' | 'othersTexts', Shown>>;
}

/** A list, or the messages of a conversation, before a reset and after it. */
type Shown = Pick<ListComparison, 'of' | 'subject' | 'before' | 'seen'>;

/** A reset as documented, of a conversation with messages: it has to be possible. */
export interface Attempt {
  readonly what: string;
  readonly answer: 'confirmed' | 'refused' | 'failed' | 'lost';
  readonly step: number;
}

export type Finding =
  | { readonly kind: 'mismatch'; readonly mismatch: Mismatch }
  | { readonly kind: 'unusual'; readonly what: 'place' | 'texts' | 'others-texts'; readonly comparison: Comparison };

/** Keeps the mismatches among what was found. */
export function keepMismatches(play: Play, findings: readonly Finding[]): void {
  for (const finding of findings) if (finding.kind === 'mismatch') play.mismatches.push(finding.mismatch);
}

export const count = (play: Play, requirement: RequirementId, times = 1): void => {
  play.exercises.set(requirement, (play.exercises.get(requirement) ?? 0) + times);
};

export const mismatch = (
  play: Play,
  requirement: RequirementId,
  summary: string,
  comparison: Comparison,
  taints = true,
): Mismatch => ({ requirement, summary, comparison, step: play.step, taints });
