import { variedServer } from '../second-catalogue/deviation.ts';
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

/** The naive server with one such choice. */
export function unusualServer(name: string, keys: Parameters<typeof variedServer>[1]) {
  const permitted = secondPermitted.find((it) => it.name === name);
  if (!permitted) throw new Error(`No permitted server of the second set has the name ${name}.`);
  return variedServer(permitted, keys);
}
