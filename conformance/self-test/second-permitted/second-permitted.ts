import type { Variation } from '../varied-server.ts';
import { answerForms } from './answer-forms.ts';
import { effectsLeftOpen } from './effects-left-open.ts';
import { refused } from './refused.ts';

/** Correct servers with unusual choices that no axis names, written by somebody who had not read the suite. */
export const secondPermitted: readonly Variation[] = [...answerForms, ...refused, ...effectsLeftOpen];
