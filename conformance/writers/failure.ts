import { clipped } from '../../fixtures/printable.ts';
import type { Counterexample, RequirementResult } from '../report/document.ts';
import { scopePattern } from '../scenario/ids.ts';
import { maskedValue } from '../target/secrets.ts';
import { listDiff } from './list-diff.ts';
import { type Block, type Failure, text } from './page.ts';
import { isSameStep, shellScript } from './shell-script.ts';
import { shortIds } from './short-ids.ts';

type Where = Pick<Failure, 'anchor' | 'of'>;

/** A violation with everything that was done. `target` is the address that its script begins with. */
export function failureOf(result: RequirementResult, target: string, where: Where = { anchor: result.id }): Failure {
  const { id, level, clause, title, known, counterexample } = result;
  const marks = [...(didNotComeBack(result) ? [notBack] : []), ...(known === undefined ? [] : [`known: ${known}`])];
  const heading = [...marks.map((mark) => text(mark, 'open')), text(`Rule: ${title} (${clause})`, 'faint')];
  const common = { kind: 'failure', id, level, ...where } as const;
  if (counterexample === undefined) return { ...common, diagnosis: title, blocks: heading };
  const { shorten, legend } = shortIds(counterexample.scenario);
  // Ids are as people tell them apart, without what leads every id of its execution; those of others, and in the script, are whole.
  const [own = ''] = JSON.stringify(counterexample.steps).match(scopePattern) ?? [];
  const shown = maskedValue(counterexample, (said) => shorten(said.replaceAll(own, ''))) as Counterexample;
  const script = shellScript(counterexample, target).trimEnd().split('\n');
  return {
    ...common,
    diagnosis: shown.diagnosis,
    blocks: [
      ...heading,
      ...(legend === '' ? [] : [text(legend, 'faint')]),
      { kind: 'act', text: shown.operation, answer: answerOf(shown) },
      ...comparisonBlocks(shown),
      { kind: 'steps', items: stepLines(shown) },
      text(howReliable(shown)),
      { kind: 'script', items: script },
    ],
  };
}

function comparisonBlocks({ comparison, scenario }: Counterexample): readonly Block[] {
  if (comparison.of === 'answer') {
    const expected = { text: comparison.expected, tone: 'good', isCode: true } as const;
    const seen = { text: comparison.seen, tone: 'bad', isCode: true } as const;
    // What was answered stands above: it is the operation.
    return [{ kind: 'table', head: ['', ''], rows: [{ cells: ['expected', expected] }, { cells: ['seen', seen] }] }];
  }
  const { table, legend } = listDiff(comparison, scenario);
  return [text(comparison.subject, 'strong'), table, ...(legend === '' ? [] : [text(legend, 'faint')])];
}

export const notBack = 'did not come back';

/** Whether a violation was seen, and not again when it was repeated. */
export const didNotComeBack = ({ counterexample: found }: Pick<RequirementResult, 'counterexample'>): boolean =>
  found !== undefined && found.reproduced.times === 0 && found.reproduced.of > 0;

/** What the operation was answered; empty where several requests were sent at once. */
function answerOf({ steps }: Counterexample): string {
  const last = steps.findLast(({ phase }) => phase === 'act');
  return last === undefined || last.together !== undefined ? '' : last.answer;
}

const mostOfAnswer = 40;

/** A line for each thing done, in however many requests, with the beginning of its answer. Observations are left out. */
const stepLines = ({ steps }: Counterexample): readonly string[] =>
  steps
    .filter((step, index) => step.phase !== 'look' && !isSameStep(steps[index - 1], step))
    .map(({ phase, what, answer, together }) => {
      // What arranges is answered as it should be.
      const said = phase === 'act' && answer !== '' ? ` → ${clipped(answer, mostOfAnswer)}` : '';
      return `${together === undefined ? '' : 'at once: '}${what}${said}`;
    });

/** How reliably it shows, how short the steps are, and what else the operation violates. */
function howReliable({ reproduced: { times, of }, shrunk, also }: Counterexample): string {
  const repeated = of === 1 ? 'once' : `${of} times`;
  const gone = `It ${notBack} when it was repeated ${repeated}: it may happen now and then, or only after what the run did before`;
  const back = times === 0 ? gone : `It came back ${times} of ${of} times`;
  const often = of === 0 ? 'It was not repeated' : back;
  const short = shrunk ? 'nothing shorter was found that shows it' : 'the steps are as they were found, not shortened';
  const others = also.length === 0 ? '' : ` The same operation also violates ${also.join(', ')}.`;
  return `${often}; ${short}.${others}`;
}
