import { referenceBehaviour } from '../../../core/index.ts';
import { naiveServer } from '../naive-server.ts';
import { deviating } from '../second-catalogue/deviation.ts';
import { answerForms } from './answer-forms.ts';
import { effectsLeftOpen } from './effects-left-open.ts';
import type { Permitted } from './permitted.ts';
import { refused } from './refused.ts';

/** Correct servers with unusual choices, written by somebody who had not read the suite. */
export const secondPermitted: readonly Permitted[] = [...answerForms, ...refused, ...effectsLeftOpen];

/** The naive server with one such choice. */
export function unusualServer(name: string, keys: { readonly apiKey: string; readonly authOnlyKey?: string }) {
  const permitted = secondPermitted.find((it) => it.name === name);
  if (!permitted) throw new Error(`No permitted server of the second set has the name ${name}.`);
  const { behaviour, style = {}, vary = ({ next }) => next() } = permitted;
  const axes = { ...referenceBehaviour, ...behaviour };
  return naiveServer({ ...keys, behaviour: axes, style, around: deviating(vary, keys.apiKey) });
}
