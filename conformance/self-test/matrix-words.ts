import type { SelfTestReport } from './self-test-report.ts';

/** "1,234 of 1,240 (99.5 %)"; what is not all is never rounded up to it. */
export function share(part: number, whole: number): string {
  const percent = whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
  return `${part.toLocaleString('en-GB')} of ${whole.toLocaleString('en-GB')} (${percent} %)`;
}

/** The whole in a sentence. */
export function verdictOf({ complete, stopped }: SelfTestReport): { readonly word: string; readonly isGood: boolean } {
  if (stopped !== undefined) return { word: `Not finished: ${stopped}.`, isGood: false };
  return complete
    ? { word: 'Every broken server was caught, and no other was accused.', isGood: true }
    : { word: 'The suite is to be sharpened: see above.', isGood: false };
}

/** What repeats the whole, word for word. */
export const repeatCommand = ({ mode, seed, seeds }: SelfTestReport): string => {
  const usual = mode === 'quick' ? 1 : 20;
  const more = seeds.length === usual ? '' : ` (${seeds.length} seeds)`;
  return `conversation-reset-conformance --self-test${mode === 'full' ? ' --budget default' : ''} --seed ${seed}${more}`;
};
