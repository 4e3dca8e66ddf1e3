import { addressingForms, axisValues, singleAxes, statusCases } from '../../core/index.ts';
import { axisMeanings, type PartialBehaviour } from '../../fixtures/behaviour.ts';
import {
  choice,
  described,
  either,
  type Fields,
  flag,
  list,
  map,
  record,
  type Shape,
  text,
  type ValueOf,
  variant,
  whole,
} from '../../fixtures/shape.ts';
import { type Scenario, scenarioShape } from '../scenario/scenario.ts';

// Each field of a report, once: the types, the reader and the published schema are made of these shapes.

/** More entries than any list of a report has. */
const most = 10_000;

const words = (meaning: string) => described(meaning, text('it'));
const count = (meaning: string) => described(meaning, whole('it', 0));
const yes = (meaning: string) => described(meaning, choice('it', [true]));
const oneOf = <const Choice extends string>(meaning: string, choices: readonly Choice[]) =>
  described(meaning, choice('it', choices));
const many = <Item>(meaning: string, item: Shape<Item>) => described(meaning, list('it', item, most));
const texts = (meaning: string) => many(meaning, text('it'));
/** What a later version adds to it is passed over. */
const open = <F extends Fields>(name: string, fields: F) => map(name, fields, { isOpen: true });

const step = open('ReportStep', {
  phase: oneOf('`arrange` prepares, `act` is what is judged, `look` reads the state.', ['arrange', 'act', 'look']),
  what: words('In words: "create the user me".'),
  curl: words('A command line for bash that repeats it, with `$API_KEY` and `$BASE_URL`. Empty where a driver did it.'),
  'unlike?': words('What of the request that command line cannot repeat.'),
  answer: words('The status and the beginning of the body.'),
  'together?': count('Steps in a row with the same number were sent at once, so that any of them may have come first.'),
});
export interface ReportStep extends ValueOf<typeof step> {}

const listComparison = open('ListComparison', {
  of: oneOf('A conversation list, first shown first; or the messages that can be read, oldest first.', [
    'list',
    'messages',
  ]),
  subject: words('Whose list, or who reads which conversation.'),
  before: texts('As it was last seen before the operation; conversations as `user:ID` or `group:ID`.'),
  expected: texts('One lawful outcome.'),
  'freely?': words('The entry of `expected` whose place is free.'),
  'otherwise?': words(
    'Set where two outcomes contradict each other and `expected` is the other one: when that was seen.',
  ),
  seen: texts('As it was seen after the operation.'),
});
export interface ListComparison extends ValueOf<typeof listComparison> {}

const answerComparison = open('AnswerComparison', {
  of: oneOf('What the target answered, and nothing that it shows.', ['answer']),
  subject: words('The request that was answered.'),
  expected: words('What the answer should have been.'),
  seen: words('What it was.'),
});
export interface AnswerComparison extends ValueOf<typeof answerComparison> {}

export type Comparison = ListComparison | AnswerComparison;
const comparison: Shape<Comparison> = variant('a comparison', 'of', [listComparison, answerComparison]);

const reproduced = open('Reproduced', {
  times: count('So often it came back.'),
  of: count('So often it was repeated.'),
});
export interface Reproduced extends ValueOf<typeof reproduced> {}

const counterexample = open('Counterexample', {
  diagnosis: words(
    'What is wrong with the target, in one plain sentence: "A reset without an apikey was answered 200 and done."',
  ),
  operation: words('The operation that shows it, in words.'),
  steps: described(
    'Everything that was done, in order, from the empty target on.',
    list<ReportStep>('it', step, 10 * most),
  ),
  comparison: described('What was expected, and what was seen.', comparison),
  reproduced: described<Reproduced>(
    'How often it came back when the scenario was executed again on fresh ids.',
    reproduced,
  ),
  shrunk: described('Whether nothing smaller shows it, as far as was tried.', flag('it')),
  also: texts('Requirements that the same operation violates too.'),
  scenario: described<Scenario>('What `--replay` executes again.', scenarioShape),
});
/** The shortest reproduction of a violation that was found. */
export interface Counterexample extends ValueOf<typeof counterexample> {}

const result = open('RequirementResult', {
  id: words('Its name in `--only` and `--list`.'),
  level: oneOf('`required`: a sentence of the spec says it. `derived`: it follows from one, or from HTTP.', [
    'required',
    'derived',
  ]),
  clause: words('The section of the spec, and what it says there in our words.'),
  title: words('What is required, in one sentence without a full stop.'),
  outcome: oneOf("Fulfilled, violated, not judged, or not applicable: the target's behaviour leaves nothing to see.", [
    'pass',
    'fail',
    'not-exercised',
    'not-applicable',
  ]),
  exercised: count('How often it was put to the test in a way that could have failed.'),
  'because?': words('For `not-exercised` and `not-applicable`.'),
  'causedBy?': words(
    'For `not-exercised` because of another violation: the id of that requirement. Makes no run incomplete.',
  ),
  'failed?': yes(
    'Set for `not-exercised` where it failed, and nobody has looked into it, as what failed before it had cost enough.',
  ),
  'counterexample?': described<Counterexample>('For `fail`.', counterexample),
  'known?': words('The reason given in the known-failures file for a failure that was expected.'),
});
export interface RequirementResult extends ValueOf<typeof result> {}

const forms = either(choice('it', ['other']), list('it', choice('it', addressingForms), 3, 1), Array.isArray);
const axes = singleAxes.map((axis) => [`${axis}?`, oneOf(axisMeanings[axis], [...axisValues[axis], 'other'])]);
const statuses = Object.fromEntries(statusCases.map((name) => [`${name}?`, whole('it', 100, 599)]));
const behaviour = open('FoundBehaviour', {
  'addressing?': described(axisMeanings.addressing, forms),
  ...Object.fromEntries(axes),
  'statuses?': described(axisMeanings.statuses, open('statuses', statuses)),
}) as Shape<PartialBehaviour>;
/** The axes found; `other` where a target does something that no value names. */
export interface FoundBehaviour extends ValueOf<typeof behaviour> {}

const left = open('Left', {
  kind: oneOf('Which of the two calls removes it.', ['user', 'group']),
  id: words('The uid or guid.'),
});
/** A user or group that the run created. */
export interface Left extends ValueOf<typeof left> {}

export const budgets = ['smoke', 'quick', 'default', 'thorough'] as const;
export type Budget = (typeof budgets)[number];

export const reportShape = open('Report', {
  schemaVersion: described(
    'Is another number once a reader of this version could misread the report.',
    choice('it', [1]),
  ),
  verdict: oneOf(
    'As the exit code: `violates` goes before `incomplete`, that before `conforms`; `not-run` judged nothing.',
    ['conforms', 'violates', 'incomplete', 'not-run'],
  ),
  'reason?': words(
    'Why, for `not-run` and `incomplete`; for `violates` only if not all was judged and removed, or a known failure is none any more.',
  ),
  target: words('The address that was tested.'),
  'name?': words("What the caller calls the implementation (`--name`); the target's address when left out."),
  startedAt: words('When the run began, in ISO 8601, UTC.'),
  suite: words('The version of the suite.'),
  seed: described(
    'Decides everything but the letters that lead the ids of a run.',
    whole('it', Number.MIN_SAFE_INTEGER),
  ),
  budget: oneOf('How much was run.', budgets),
  requests: count('Requests that were sent, those that arrange and look included.'),
  durationMs: count('How long the run took, in milliseconds.'),
  resets: count('Resets that were sent.'),
  requirements: many<RequirementResult>('What came of each requirement that was to be tested.', result),
  behaviour: described<FoundBehaviour>(
    'What the target does where the specification is silent; never a reason to fail it.',
    behaviour,
  ),
  behaviourUnknown: texts('Axes that could not be found out.'),
  evidence: described('What each axis was concluded from, one sentence each.', record('it', text('it'), most)),
  'completeFor?': words('For which faults the run is complete, in one sentence; absent where it makes no such claim.'),
  'notCompleteFor?': words('For which it is not, with the axis and its value, or why it is complete for nothing.'),
  notes: texts('Remarks that decide nothing: groups that differ from users, unusual effects, reads that lag.'),
  'left?': many<Left>('What could not be removed; `--clean` with this report removes it.', left),
  'replayed?': yes(
    'Set where only the violations of an earlier report were repeated: then `conforms` says that none came back.',
  ),
});
/** The result of a run; the JSON report is this value. The writers of the other forms decide nothing. Holds no secret. */
export interface Report extends ValueOf<typeof reportShape> {}
export type Verdict = Report['verdict'];

/** What a run says while it goes on. */
export type Progress =
  | { readonly phase: 'reaching' | 'finding-behaviour' | 'tidying-up' }
  | { readonly phase: 'testing' | 'shrinking'; readonly done: number; readonly of: number }
  /** The target asked for patience, with this status; nothing is sent for so long. */
  | { readonly phase: 'waiting'; readonly status: number; readonly seconds: number };
/** The same with how many requests were sent so far. */
export type ProgressEvent = Progress & { readonly requests: number };
