import type { Counterexample, ReportStep, RequirementResult } from '../report/document.ts';
import { isSameStep, shellScript } from './shell-script.ts';
import { withShortIds } from './short-ids.ts';

/** A violation with everything that was done, and the words that every form has for it. Its ids are short. */
export interface Failure extends Pick<RequirementResult, 'id' | 'level' | 'clause' | 'title'> {
  readonly kind: 'failure';
  /** Its id in the page. */
  readonly anchor: string;
  /** Whose failure it is, where the page is about several implementations. */
  readonly of?: string;
  /** What is wrong; what is required, where nothing was kept that shows it. */
  readonly diagnosis: string;
  /** Short marks: that it did not come back, that it is known. */
  readonly marks: readonly string[];
  readonly counterexample: Counterexample | undefined;
  /** All that was done, for a shell; here ids are whole. */
  readonly script: string;
}

/** `target` is the address that its script begins with. */
export function failureOf(result: RequirementResult, target: string, anchor = result.id, of?: string): Failure {
  const { id, level, clause, title, known } = result;
  const counterexample = result.counterexample && withShortIds(result.counterexample);
  return {
    ...{ kind: 'failure', id, level, clause, title, anchor, ...(of !== undefined && { of }) },
    diagnosis: counterexample?.diagnosis ?? title,
    marks: [...(didNotComeBack(result) ? [notBack] : []), ...(known === undefined ? [] : [`known: ${known}`])],
    counterexample,
    script: result.counterexample === undefined ? '' : shellScript(result.counterexample, target),
  };
}

export const notBack = 'did not come back';

/** Whether a violation was seen, and not again when it was repeated. */
export const didNotComeBack = ({ counterexample }: RequirementResult): boolean =>
  counterexample !== undefined && counterexample.reproduced.times === 0 && counterexample.reproduced.of > 0;

/** What the operation was answered; empty where several requests were sent at once. */
export function answerIn({ steps }: Counterexample): string {
  const last = steps.findLast(({ phase }) => phase === 'act');
  return last === undefined || last.together !== undefined ? '' : last.answer;
}

/** A thing done in several requests is one, and what arranges is answered as it should be; observations are left out. */
export const thingsDone = ({ steps }: Counterexample): readonly ReportStep[] =>
  steps
    .filter((step, index) => step.phase !== 'look' && !isSameStep(steps[index - 1], step))
    .map((step) => (step.phase === 'act' ? step : { ...step, answer: '' }));

/** How reliably it shows, how short the steps are, and what else the operation violates. */
export function howReliable({ reproduced: { times, of }, shrunk, also }: Counterexample): string {
  const repeated = of === 1 ? 'once' : `${of} times`;
  const back = times === 0 ? `It ${notBack} when it was repeated ${repeated}` : `It came back ${times} of ${of} times`;
  const often = of === 0 ? 'It was not repeated' : back;
  const short = shrunk ? 'nothing shorter was found that shows it' : 'the steps are as they were found, not shortened';
  const others = also.length === 0 ? '' : ` The same operation also violates ${also.join(', ')}.`;
  return `${often}; ${short}.${others}`;
}
