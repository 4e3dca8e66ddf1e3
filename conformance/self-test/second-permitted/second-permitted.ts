import { answerForms } from './answer-forms.ts';
import { effectsLeftOpen } from './effects-left-open.ts';
import type { Permitted } from './permitted.ts';
import { refused } from './refused.ts';

/** Correct servers with unusual choices, written by somebody who had not read the suite. */
export const secondPermitted: readonly (Permitted & { readonly name: string })[] = [
  answerForms,
  refused,
  effectsLeftOpen,
].flatMap((some) => Object.entries(some).map(([name, it]) => ({ name, ...it })));
