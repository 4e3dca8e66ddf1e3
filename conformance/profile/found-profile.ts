import type { FoundBehaviour } from '../report/document.ts';
import type { Profile } from './profile.ts';

/** What a target does where the spec is silent, and what that was concluded from. */
export interface FoundProfile {
  readonly profile: Profile;
  readonly behaviour: FoundBehaviour;
  readonly unknown: readonly string[];
  readonly evidence: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** What was concluded on an axis, and from what. `other` where no value names it, undefined where it cannot be found out. */
export interface Conclusion<Value extends string> {
  readonly value: Value | 'other' | undefined;
  readonly evidence: string;
}
