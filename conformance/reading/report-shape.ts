import { addressingForms, axisValues, singleAxes, statusCases } from '../../core/index.ts';
import { axisMeanings } from '../../fixtures/behaviour.ts';
import {
  choice,
  constant,
  described,
  few,
  flag,
  object,
  orList,
  record,
  type Shape,
  text,
  variant,
  whole,
} from '../../fixtures/shape.ts';
import { budgets, type Report } from '../report/document.ts';
import { scenarioShape } from '../scenario/read-scenario.ts';

/** More entries than any list of a report has. */
const most = 10_000;
const words = text('it');
const count = whole('it', 0);
const oneOf = <const Choice extends string>(...choices: readonly Choice[]) => choice('it', choices);
const many = <Item>(item: Shape<Item>) => few('it', item, most);
const texts = many(words);
/** What a later version adds to it is passed over. */
const open: typeof object = (name, needed, optional) => object(name, needed, optional, { isOpen: true });

const listComparison = open(
  'ListComparison',
  { of: oneOf('list', 'messages'), subject: words, before: texts, expected: texts, seen: texts },
  { freely: words, otherwise: words },
);
const answerComparison = open(
  'AnswerComparison',
  { of: oneOf('answer'), subject: words, expected: words, seen: words },
  {},
);
const step = open(
  'ReportStep',
  { phase: oneOf('arrange', 'act', 'look'), what: words, curl: words, answer: words },
  { together: count },
);
const counterexample = open(
  'Counterexample',
  {
    diagnosis: words,
    operation: words,
    steps: few('it', step, 10 * most),
    comparison: variant('a comparison', 'of', [listComparison, answerComparison]),
    reproduced: open('Reproduced', { times: count, of: count }, {}),
    shrunk: flag('it'),
    also: texts,
    scenario: scenarioShape,
  },
  {},
);

const result = open(
  'RequirementResult',
  {
    ...{ id: words, level: oneOf('required', 'derived'), clause: words, title: words },
    ...{ outcome: oneOf('pass', 'fail', 'not-exercised', 'not-applicable'), exercised: count },
  },
  { because: words, causedBy: words, failed: constant('it', true), counterexample, known: words },
);

const forms = orList(oneOf('other'), few('it', oneOf(...addressingForms), 3, 1));
const axes = singleAxes.map((axis) => [axis, described(axisMeanings[axis], oneOf(...axisValues[axis], 'other'))]);
const statuses = Object.fromEntries(statusCases.map((name) => [name, whole('it', 100, 599)]));
const behaviour = open(
  'FoundBehaviour',
  {},
  {
    addressing: described(axisMeanings.addressing, forms),
    ...Object.fromEntries(axes),
    statuses: described(axisMeanings.statuses, open('statuses', {}, statuses)),
  },
) as Shape<Report['behaviour']>;

/** What a JSON report looks like. */
export const reportShape: Shape<Report> = open(
  'Report',
  {
    schemaVersion: constant('it', 1),
    verdict: oneOf('conforms', 'violates', 'incomplete', 'not-run'),
    target: words,
    startedAt: words,
    suite: words,
    seed: whole('it', Number.MIN_SAFE_INTEGER),
    budget: oneOf(...budgets),
    requests: count,
    durationMs: count,
    resets: count,
    requirements: many(result),
    behaviour,
    behaviourUnknown: texts,
    evidence: record('it', words, most),
    notes: texts,
  },
  {
    reason: words,
    name: words,
    completeFor: words,
    left: many(open('Left', { kind: oneOf('user', 'group'), id: words }, {})),
    replayed: constant('it', true),
  },
);
