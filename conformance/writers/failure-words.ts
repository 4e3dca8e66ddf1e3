import type {
  AnswerComparison,
  Counterexample,
  ListComparison,
  ReportStep,
  RequirementResult,
} from '../report/document.ts';
import { printable } from '../report/printable.ts';
import { scopePattern } from '../scenario/scope.ts';
import { type Cell, type ListDiff, listDiff, type Mark, type ShownRow, shownRows } from './list-diff.ts';
import { isSameStep, shellScript } from './shell-script.ts';

/** What every form says of a violation. */
export interface FailureWords extends Pick<RequirementResult, 'id' | 'level' | 'clause' | 'title'> {
  /** What is wrong, in which ids are short; else what is required. */
  readonly diagnosis: string;
  /** Short marks: that it did not come back, that it is known. */
  readonly marks: readonly string[];
  /** Undefined where nothing was kept that shows it. */
  readonly shown: ReproductionWords | undefined;
}

/** What shows a violation, in texts for one line each in which ids are short. */
export interface ReproductionWords {
  readonly operation: string;
  /** Empty where several requests were sent at once. */
  readonly answer: string;
  readonly comparison: AnswerComparison | ListWords;
  readonly steps: readonly StepWords[];
  /** How reliably it shows, how short the steps are, and what else the operation violates. */
  readonly reproduction: string;
  /** All that was done, for a shell. */
  readonly script: string;
}

export interface ListWords {
  readonly of: ListComparison['of'];
  readonly subject: string;
  /** What each of the three lists is called. */
  readonly headings: readonly string[];
  readonly rows: readonly RowWords[];
  /** What the signs mean, and what is not judged. */
  readonly legend: readonly string[];
}

/** One row of the lists before, expected and seen, or how many were left out. */
export type RowWords = ShownRow<CellWords>;

export interface CellWords {
  /** `empty` stands at the head of a list without entries. */
  readonly mark: Mark | 'empty';
  /** Both empty for an entry that is as it should be. */
  readonly sign: string;
  readonly meaning: string;
  readonly kind: 'user' | 'group' | undefined;
  readonly name: string;
}

export interface StepWords {
  readonly isAct: boolean;
  readonly atOnce: boolean;
  readonly what: string;
  /** Of what is judged; else empty. */
  readonly answer: string;
}

/** `target` is the address that its script begins with. */
export function failureWords(result: RequirementResult, target: string): FailureWords {
  const { id, level, clause, title, counterexample, known } = result;
  return {
    ...{ id, level, clause, title },
    diagnosis: counterexample === undefined ? title : shortNames(counterexample)(counterexample.diagnosis),
    marks: [
      ...(didNotComeBack(result) ? [notBack] : []),
      ...(known === undefined ? [] : [`known: ${printable(known)}`]),
    ],
    shown: counterexample && reproductionWords(counterexample, target),
  };
}

function reproductionWords(counterexample: Counterexample, target: string): ReproductionWords {
  const { operation, steps, comparison, scenario } = counterexample;
  const short = shortNames(counterexample);
  const subject = short(comparison.subject);
  const last = steps.findLast(({ phase }) => phase === 'act');
  return {
    operation: short(operation),
    answer: last === undefined || last.together !== undefined ? '' : short(last.answer),
    comparison:
      comparison.of === 'answer'
        ? { ...comparison, expected: short(comparison.expected), seen: short(comparison.seen), subject }
        : listWords({ ...comparison, subject }, listDiff(comparison, scenario), short),
    steps: thingsDone(steps).map(({ phase, what, answer, together }) => ({
      isAct: phase === 'act',
      atOnce: together !== undefined,
      what: short(what),
      answer: phase === 'act' ? short(answer) : '',
    })),
    reproduction: howReliable(counterexample),
    script: shellScript(counterexample, target),
  };
}

export const notBack = 'did not come back';

/** Whether a violation was seen, and not again when it was repeated. */
export const didNotComeBack = ({ counterexample }: RequirementResult): boolean =>
  counterexample !== undefined && counterexample.reproduced.times === 0 && counterexample.reproduced.of > 0;

type Shorten = (text: string) => string;

/** Leaves out what leads every id of the execution. */
function shortNames({ steps }: Counterexample): Shorten {
  const found = steps.map(({ curl }) => scopePattern.exec(curl)?.[0]).find((match) => match !== undefined);
  return (text) => printable(found === undefined ? text : text.replaceAll(found, ''));
}

function listWords(comparison: ListComparison, diff: ListDiff, short: Shorten): ListWords {
  const { of, otherwise = 'expected', subject } = comparison;
  const words = (mark: Mark) => ({ mark, sign: signs[mark], meaning: short(meaningOf(mark, comparison)) });
  const cellWords = ({ text, mark }: Cell): CellWords => {
    const kind = of === 'list' ? (['user', 'group'] as const).find((one) => text.startsWith(`${one}:`)) : undefined;
    return { ...words(mark), kind, name: short(kind === undefined ? text : text.slice(kind.length + 1)) };
  };
  const none = of === 'list' ? 'no conversations' : 'no messages';
  const empty: CellWords = { ...words('same'), mark: 'empty', kind: undefined, name: none };
  const marks = new Set(diff.slice(1).flatMap((list) => list.map(({ mark }) => mark)));
  return {
    ...{ of, subject, headings: ['before', short(otherwise), 'seen'] },
    rows: shownRows(diff).map((row) => {
      if ('leftOut' in row) return row;
      const ending = row.place === 1 ? empty : undefined;
      return { ...row, cells: row.cells.map((cell) => (cell === undefined ? ending : cellWords(cell))) };
    }),
    legend: [
      ...[...marks].filter((mark) => mark !== 'same').map((mark) => `${signs[mark]} ${words(mark).meaning}`),
      ...(of === 'messages' ? ['the order of messages is not judged'] : []),
    ],
  };
}

const signs: Readonly<Record<Mark, string>> = { same: '', moved: '↕', lost: '−', extra: '+', free: '~' };

/** What a mark says of an entry. Of two outcomes that contradict each other, none is the expected one. */
function meaningOf(mark: Mark, { otherwise }: ListComparison): string {
  const isExpected = otherwise === undefined;
  return {
    same: '',
    moved: isExpected ? 'out of its place' : `elsewhere ${otherwise}`,
    lost: isExpected ? 'missing' : `only ${otherwise}`,
    extra: isExpected ? 'not expected' : `not ${otherwise}`,
    free: 'may be in any place, or gone',
  }[mark];
}

/** A thing done in several requests is one; looks are left out. */
const thingsDone = (steps: readonly ReportStep[]): readonly ReportStep[] =>
  steps.filter((step, index) => {
    const before = steps[index - 1];
    return step.phase !== 'look' && (before === undefined || !isSameStep(before, step));
  });

function howReliable({ reproduced: { times, of }, shrunk, also }: Counterexample): string {
  const repeated = of === 1 ? 'once' : `${of} times`;
  const often =
    of === 0
      ? 'It was not repeated'
      : times === 0
        ? `It ${notBack} when it was repeated ${repeated}`
        : `It came back ${times} of ${of} times`;
  const short = shrunk ? 'nothing shorter was found that shows it' : 'the steps are as they were found, not shortened';
  const others = also.length === 0 ? '' : ` The same operation also violates ${also.map(printable).join(', ')}.`;
  return `${often}; ${short}.${others}`;
}
