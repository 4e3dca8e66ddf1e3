import type { Variation } from '../varied-server.ts';
import { answerForms } from './answer-forms.ts';
import { effectsLeftOpen } from './effects-left-open.ts';
import { refused } from './refused.ts';

/** Correct servers with unusual choices that no axis names, by name; written by somebody who had not read the suite. */
export const secondPermitted: Readonly<Record<string, Variation>> = { ...answerForms, ...refused, ...effectsLeftOpen };
