import type { Counterexample } from '../report.ts';
import { withObservation } from './observation.ts';
import { type StoryGroup, storyGroups } from './summary.ts';

/** A line of a story told as a shell script: `text` of a command is one; everything else is a remark or its own. */
export type ScriptLine =
  | { readonly kind: 'set-up' | 'together' | 'wait'; readonly text: string }
  | { readonly kind: 'title' | 'answer'; readonly phase: StoryGroup['phase']; readonly text: string }
  /** Sent without waiting for its answer where it is one of several. */
  | { readonly kind: 'command'; readonly text: string; readonly isBackground: boolean };

export const storyOf = (counterexample: Counterexample): readonly StoryGroup[] =>
  storyGroups(withObservation(counterexample));

/** Steps as a script that a shell runs once the key stands in its first line. No secret is written. */
export function scriptOf(groups: readonly StoryGroup[], target: string): readonly ScriptLine[] {
  const lines: ScriptLine[] = [{ kind: 'set-up', text: setUp(groups, target) }];
  for (const [index, { phase, what, exchanges, together }] of groups.entries()) {
    const isTogether = together !== undefined;
    if (isTogether && groups[index - 1]?.together !== together) {
      lines.push({ kind: 'together', text: 'sent together, so that any may come first:' });
    }
    lines.push({ kind: 'title', phase, text: what });
    for (const { curl, answer } of exchanges) {
      if (curl !== '') lines.push({ kind: 'command', text: curl, isBackground: isTogether });
      if (answer !== '') lines.push({ kind: 'answer', phase, text: answer });
    }
    if (isTogether && groups[index + 1]?.together !== together) lines.push({ kind: 'wait', text: 'wait' });
  }
  return lines;
}

function setUp(groups: readonly StoryGroup[], target: string): string {
  const hasWrongKey = groups.some(({ exchanges }) => exchanges.some(({ curl }) => curl.includes('$WRONG_API_KEY')));
  const wrong = hasWrongKey ? " WRONG_API_KEY='…your key, changed as said below…'" : '';
  return `export BASE_URL='${target.replaceAll("'", '%27')}' API_KEY='…your key…'${wrong}`;
}
