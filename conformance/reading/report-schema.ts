import { addressingForms, axisValues, singleAxes, statusCases } from '../../core/index.ts';
import { budgets, type Report } from '../report/document.ts';
import { scenarioSchema } from '../scenario/read-scenario.ts';
import { either, flag, list, object, oneOf, record, type Schema, text, whole } from './schema.ts';

/** More entries than any list of a report has. */
const most = 10_000;
const texts = list(text, most);

const listComparison = object(
  'ListComparison',
  { of: oneOf('list', 'messages'), subject: text, before: texts, expected: texts, seen: texts },
  { freely: text, otherwise: text },
);

const answerComparison = object(
  'AnswerComparison',
  { of: oneOf('answer'), subject: text, expected: text, seen: text },
  {},
);

const step = object(
  'ReportStep',
  { phase: oneOf('arrange', 'act', 'look'), what: text, curl: text, answer: text },
  { together: whole() },
);

const counterexample = object(
  'Counterexample',
  {
    diagnosis: text,
    operation: text,
    steps: list(step, 10 * most),
    comparison: either(listComparison, answerComparison),
    reproduced: object('reproduced', { times: whole(), of: whole() }, {}),
    shrunk: flag,
    also: texts,
    scenario: scenarioSchema,
  },
  {},
);

const result = object(
  'RequirementResult',
  {
    id: text,
    level: oneOf('required', 'derived'),
    clause: text,
    title: text,
    outcome: oneOf('pass', 'fail', 'not-exercised', 'not-applicable'),
    exercised: whole(),
  },
  { because: text, causedBy: text, counterexample, known: text },
);

const axes = Object.fromEntries(singleAxes.map((axis) => [axis, oneOf(...axisValues[axis], 'other')]));
const statuses = Object.fromEntries(statusCases.map((name) => [name, whole(100, 599)]));
const behaviour = object(
  'FoundBehaviour',
  {},
  {
    addressing: either(list(oneOf(...addressingForms), 3, 1), oneOf('other')),
    ...axes,
    statuses: object('statuses', {}, statuses),
  },
) as Schema<Report['behaviour']>;

/** What a JSON report looks like; what fits it is a `Report`. */
export const reportSchema: Schema<Report> = object(
  'Report',
  {
    schemaVersion: oneOf(1),
    verdict: oneOf('conforms', 'violates', 'incomplete', 'not-run'),
    target: text,
    startedAt: text,
    suite: text,
    seed: whole(Number.MIN_SAFE_INTEGER),
    budget: oneOf(...budgets),
    requests: whole(),
    durationMs: whole(),
    resets: whole(),
    requirements: list(result, most),
    behaviour,
    behaviourUnknown: texts,
    evidence: record(text, most),
    notes: texts,
  },
  {
    reason: text,
    name: text,
    completeFor: text,
    left: list(object('Left', { kind: oneOf('user', 'group'), id: text }, {}), most),
    replayed: oneOf(true),
  },
);
