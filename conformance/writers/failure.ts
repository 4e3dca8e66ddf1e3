import type { Counterexample, RequirementResult } from '../report/document.ts';
import { scopePattern } from '../scenario/scope.ts';
import { maskedValue } from '../target/secrets.ts';
import { clipped } from './columns.ts';
import { isSameStep, shellScript } from './shell-script.ts';

/** A violation with everything that was done, and the words that every form has for it. */
export interface Failure extends Pick<RequirementResult, 'id' | 'level'> {
  readonly kind: 'failure';
  /** Its id in the page. */
  readonly anchor: string;
  /** Where the page is about several implementations: in which of its columns stands whose failure it is. */
  readonly of?: { readonly column: string; readonly name: string };
  /** What is wrong; what is required, where nothing was kept that shows it. */
  readonly diagnosis: string;
  /** Short marks: that it did not come back, that it is known. */
  readonly marks: readonly string[];
  /** What is required, and where the specification says so. */
  readonly rule: string;
  /** Its ids are as people distinguish them, without what leads every id of an execution. */
  readonly counterexample: Counterexample | undefined;
  /** All that was done, for a shell; here ids are whole. */
  readonly script: string;
}

type Where = Pick<Failure, 'anchor' | 'of'>;

/** `target` is the address that its script begins with. */
export function failureOf(result: RequirementResult, target: string, where: Where = { anchor: result.id }): Failure {
  const { id, level, clause, title, known, counterexample } = result;
  return {
    ...{ kind: 'failure', id, level, ...where },
    diagnosis: counterexample === undefined ? title : withoutScope(counterexample.diagnosis),
    marks: [...(didNotComeBack(result) ? [notBack] : []), ...(known === undefined ? [] : [`known: ${known}`])],
    rule: `${title} (${clause})`,
    counterexample: counterexample && (maskedValue(counterexample, withoutScope) as Counterexample),
    script: counterexample === undefined ? '' : shellScript(counterexample, target),
  };
}

const withoutScope = (text: string): string => text.replaceAll(new RegExp(scopePattern, 'gu'), '');

export const notBack = 'did not come back';

/** Whether a violation was seen, and not again when it was repeated. */
export const didNotComeBack = ({ counterexample: found }: Pick<RequirementResult, 'counterexample'>): boolean =>
  found !== undefined && found.reproduced.times === 0 && found.reproduced.of > 0;

/** What the operation was answered; empty where several requests were sent at once. */
export function answerIn({ steps }: Counterexample): string {
  const last = steps.findLast(({ phase }) => phase === 'act');
  return last === undefined || last.together !== undefined ? '' : last.answer;
}

/** A line for each thing done, in however many requests, with so much of its answer. Observations are left out. */
export const stepLines = ({ steps }: Counterexample, mostOfAnswer = Infinity): readonly string[] =>
  steps
    .filter((step, index) => step.phase !== 'look' && !isSameStep(steps[index - 1], step))
    .map(({ phase, what, answer, together }) => {
      // What arranges is answered as it should be.
      const said = phase === 'act' && answer !== '' ? ` → ${clipped(answer, mostOfAnswer)}` : '';
      return `${together === undefined ? '' : 'at once: '}${what}${said}`;
    });

/** How reliably it shows, how short the steps are, and what else the operation violates. */
export function howReliable({ reproduced: { times, of }, shrunk, also }: Counterexample): string {
  const repeated = of === 1 ? 'once' : `${of} times`;
  const back = times === 0 ? `It ${notBack} when it was repeated ${repeated}` : `It came back ${times} of ${of} times`;
  const often = of === 0 ? 'It was not repeated' : back;
  const short = shrunk ? 'nothing shorter was found that shows it' : 'the steps are as they were found, not shortened';
  const others = also.length === 0 ? '' : ` The same operation also violates ${also.join(', ')}.`;
  return `${often}; ${short}.${others}`;
}
