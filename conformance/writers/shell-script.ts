import { printable } from '../../fixtures/printable.ts';
import type { Counterexample, ReportStep } from '../report/document.ts';

/** All that was done, as a script for bash that lacks the key. What a target said stands in its remarks alone. */
export function shellScript({ steps }: Pick<Counterexample, 'steps'>, target: string): string {
  const wrong = steps.some(({ curl }) => curl.includes('$WRONG_API_KEY'))
    ? " WRONG_API_KEY='…your key, changed as said below…'"
    : '';
  const lines = [`export BASE_URL='${printable(target).replaceAll("'", '%27')}' API_KEY='…your key…'${wrong}`];
  for (const [index, step] of steps.entries()) {
    const { phase, what, curl, unlike, answer, together } = step;
    const [before, after] = [steps[index - 1], steps[index + 1]];
    if (together !== undefined && before?.together !== together)
      lines.push('', '# sent at once, so that any may come first:');
    if (!isSameStep(before, step)) {
      if (together === undefined && phase !== before?.phase) lines.push('');
      lines.push(`# ${phase}: ${printable(what)}`);
    }
    if (unlike !== undefined) lines.push(`# not quite as it was: ${printable(unlike)}`);
    if (curl !== '') lines.push(`${printable(inLines(curl))}${together === undefined ? '' : ' &'}`);
    if (answer !== '') lines.push(`# → ${printable(answer)}`);
    if (together !== undefined && after?.together !== together) lines.push('wait');
  }
  return `${lines.join('\n')}\n`;
}

/** One thing done in several requests, such as the pages of a list. What is judged is never put together. */
export const isSameStep = (one: ReportStep | undefined, { phase, what, together }: ReportStep): boolean =>
  phase !== 'act' && one?.phase === phase && one.what === what && one.together === together;

/** Each answer in a line of its own, no progress, and the version of HTTP of the run: a later one has no case of headers. */
const inLines = (curl: string): string => curl.replace(/^curl /, "curl -s --http1.1 -w '\\n' ");
