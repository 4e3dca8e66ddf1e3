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
  orNull,
  record,
  type Shape,
  text,
  variant,
  whole,
} from '../../fixtures/shape.ts';
import type { ReportComparison } from '../compare/compare-reports.ts';
import { budgets, type Report } from '../report/document.ts';
import { scenarioShape } from '../scenario/read-scenario.ts';

/** More entries than any list of a report has. */
const most = 10_000;
const words = text('it');
const texts = few('it', words, most);
const count = whole('it', 0);
const open = { isOpen: true };

const listComparison = object(
  'ListComparison',
  { of: choice('it', ['list', 'messages']), subject: words, before: texts, expected: texts, seen: texts },
  { freely: words, otherwise: words },
  open,
);
const answerComparison = object(
  'AnswerComparison',
  { of: choice('it', ['answer']), subject: words, expected: words, seen: words },
  {},
  open,
);

const step = object(
  'ReportStep',
  { phase: choice('it', ['arrange', 'act', 'look']), what: words, curl: words, answer: words },
  { together: count },
  open,
);

const counterexample = object(
  'Counterexample',
  {
    diagnosis: words,
    operation: words,
    steps: few('it', step, 10 * most),
    comparison: variant('a comparison', 'of', [listComparison, answerComparison]),
    reproduced: object('Reproduced', { times: count, of: count }, {}, open),
    shrunk: flag('it'),
    also: texts,
    scenario: scenarioShape,
  },
  {},
  open,
);

const requirement = {
  id: words,
  level: choice('it', ['required', 'derived']),
  clause: words,
  title: words,
};
const result = object(
  'RequirementResult',
  {
    ...requirement,
    outcome: choice('it', ['pass', 'fail', 'not-exercised', 'not-applicable']),
    exercised: count,
  },
  { because: words, causedBy: words, counterexample, known: words },
  open,
);

const axes = Object.fromEntries(
  singleAxes.map((axis) => [axis, described(axisMeanings[axis], choice('it', [...axisValues[axis], 'other']))]),
);
const statuses = Object.fromEntries(statusCases.map((name) => [name, whole('it', 100, 599)]));
const behaviour = object(
  'FoundBehaviour',
  {},
  {
    addressing: described(
      axisMeanings.addressing,
      orList(choice('it', ['other']), few('it', choice('it', addressingForms), 3, 1)),
    ),
    ...axes,
    statuses: described(axisMeanings.statuses, object('statuses', {}, statuses, open)),
  },
  open,
) as Shape<Report['behaviour']>;

/** What a report says of its run. */
const run = {
  schemaVersion: constant('it', 1),
  verdict: choice('it', ['conforms', 'violates', 'incomplete', 'not-run']),
  target: words,
  startedAt: words,
  suite: words,
  seed: whole('it', Number.MIN_SAFE_INTEGER),
  budget: choice('it', budgets),
  requests: count,
  durationMs: count,
  resets: count,
  notes: texts,
};
const runToo = {
  reason: words,
  completeFor: words,
  left: few('it', object('Left', { kind: choice('it', ['user', 'group']), id: words }, {}, open), most),
  replayed: constant('it', true),
};

/** What a JSON report looks like. Keys that a later version adds are left out. */
export const reportShape: Shape<Report> = object(
  'Report',
  {
    ...run,
    requirements: few('it', result, most),
    behaviour,
    behaviourUnknown: texts,
    evidence: record('it', words, most),
  },
  { ...runToo, name: words },
  open,
);

const standing = choice('it', ['differs', 'partly-measured', 'alike']);
const column = object('ComparedReport', { ...run, name: words, isIncomplete: flag('it') }, runToo, open);
const outcomes = object(
  'ComparedRequirement',
  { ...requirement, standing, results: few('it', orNull(result), most) },
  {},
  open,
);
const values = object(
  'ComparedAxis',
  { axis: words, default: words, standing, values: few('it', orNull(words), most) },
  {},
  open,
);

/** What `compare` writes as JSON. */
export const comparisonShape: Shape<ReportComparison> = object(
  'ReportComparison',
  {
    schemaVersion: constant('it', 1),
    reports: few('it', column, most),
    requirements: few('it', outcomes, most),
    behaviours: few('it', values, most),
  },
  {},
  open,
);
