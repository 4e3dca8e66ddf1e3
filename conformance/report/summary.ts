import type { Report, RequirementResult, StoryStep } from '../report.ts';
import { printable } from './printable.ts';

/** The results of a report by what they mean for the verdict, each in the order of the catalogue. */
export interface Tally {
  readonly passed: readonly RequirementResult[];
  readonly failed: readonly RequirementResult[];
  /** Failed, and expected to by the known-failures file. */
  readonly knownFailures: readonly RequirementResult[];
  readonly notExercised: readonly RequirementResult[];
  readonly notApplicable: readonly RequirementResult[];
}

export function tally({ requirements }: Report): Tally {
  const of = (outcome: RequirementResult['outcome']) => requirements.filter((result) => result.outcome === outcome);
  const failed = of('fail');
  return {
    passed: of('pass'),
    failed: failed.filter(({ known }) => known === undefined),
    knownFailures: failed.filter(({ known }) => known !== undefined),
    notExercised: of('not-exercised'),
    notApplicable: of('not-applicable'),
  };
}

const verdictWords: Readonly<Record<Report['verdict'], string>> = {
  conforms: 'Conforms',
  violates: 'Violates the specification',
  incomplete: 'Incomplete',
  'not-run': 'Nothing was judged',
};

/** The verdict in a few words, without a full stop. Neither a replay nor known failures read like a run without. */
export function headline(report: Report): string {
  const { failed, knownFailures } = tally(report);
  if (report.verdict === 'not-run') return verdictWords['not-run'];
  if (report.replayed) return replayHeadline(report);
  if (report.verdict === 'violates' && failed.length === 0) return 'The known failures are out of date';
  if (report.verdict === 'conforms' && knownFailures.length > 0) {
    return `No new violation; ${knownFailures.length} known`;
  }
  return verdictWords[report.verdict];
}

function replayHeadline({ requirements }: Report): string {
  const all = requirements.length;
  const back = requirements.filter(({ outcome }) => outcome === 'fail').length;
  const open = requirements.filter(({ outcome }) => outcome === 'not-exercised').length;
  if (all === 1) return `The violation ${back === 1 ? 'came back' : 'did not come back'}`;
  const unknown = open === 0 ? '' : `; ${open} could not be repeated`;
  return `${back === 0 ? 'None' : back} of the ${all} violations came back${unknown}`;
}

/** What each outcome means in the report's run. */
export const outcomeWords = ({ replayed }: Report): Readonly<Record<RequirementResult['outcome'], string>> => ({
  pass: replayed ? 'did not come back' : 'fulfilled',
  fail: replayed ? 'came back' : 'violated',
  'not-exercised': replayed ? 'could not be repeated' : 'not exercised',
  'not-applicable': 'not applicable',
});

/** The verdict in a sentence or two, without the words of the headline. */
export function verdictSentence(report: Report): string {
  const reason = report.reason === undefined ? '' : asSentence(printable(report.reason));
  const rest =
    report.verdict === 'not-run'
      ? ''
      : report.replayed
        ? 'Nothing else was tested.'
        : [outcomeCounts(report)]
            .filter((counts) => counts !== '')
            .map(asSentence)
            .join('');
  return [reason, rest].filter((part) => part !== '').join(' ');
}

/** The headline and the verdict, in one. */
export const verdictText = (report: Report): string => `${headline(report)}. ${verdictSentence(report)}`.trimEnd();

function outcomeCounts(report: Report): string {
  const { passed, failed, knownFailures, notExercised, notApplicable } = tally(report);
  const words = outcomeWords(report);
  const isSaid = report.verdict === 'conforms';
  return (
    [
      [failed.length, words.fail],
      [isSaid ? 0 : knownFailures.length, 'violated as expected'],
      [passed.length, words.pass],
      [notApplicable.length, words['not-applicable']],
      [notExercised.length, words['not-exercised']],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, outcome], index) => `${index === 0 ? counted(count, 'requirement') : count} ${outcome}`)
    .join(', ');
}

function asSentence(text: string): string {
  const begun = /^[a-z]+[ ,]/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?…]$/u.test(begun) ? begun : `${begun}.`;
}

/** "1 request", "5,120 requests". */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`;

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** How often a violation came back. */
export function reproduction({ counterexample }: RequirementResult): string {
  if (counterexample === undefined) return '';
  const { reproduced, shrunk, outOfTime } = counterexample;
  const times =
    reproduced.times === 0
      ? `did not come back in the ${reproduced.of} times that it was repeated`
      : `came back ${reproduced.times} of ${reproduced.of} times`;
  return shrunk
    ? `${times}; this is the shortest story that was found${outOfTime ? ' in the time for it' : ''}`
    : `${times}; the story is as it was found, not shortened`;
}

/** The options that repeat a run; of a replay there are none but `--replay`. */
export const repeatOptions = ({ seed, budget }: Report): string =>
  `--seed ${seed}${budget === 'default' ? '' : ` --budget ${budget}`}`;

/** Steps that belong together: one thing done, in one request or several. */
export interface StoryGroup {
  readonly phase: StoryStep['phase'];
  readonly what: string;
  readonly exchanges: readonly { readonly curl: string; readonly answer: string }[];
  /** As in `StoryStep`. */
  readonly together: number | undefined;
}

export function storyGroups(story: readonly StoryStep[]): readonly StoryGroup[] {
  const groups: (StoryGroup & { readonly exchanges: { curl: string; answer: string }[] })[] = [];
  for (const { phase, what, curl, answer, together } of story) {
    const last = groups.at(-1);
    const isSame = last?.phase === phase && phase !== 'act' && last.what === what && last.together === together;
    const group = last !== undefined && isSame ? last : { phase, what, exchanges: [], together };
    if (group !== last) groups.push(group);
    if (curl !== '' || answer !== '') group.exchanges.push({ curl, answer });
  }
  return groups;
}

export interface AxisLine {
  readonly axis: string;
  readonly value: string;
  readonly evidence: string | undefined;
}

/** The axes found, each with what it was concluded from; `statuses` apart. */
export function axisLines({ behaviour, evidence }: Report): readonly AxisLine[] {
  return Object.entries(behaviour)
    .filter(([axis]) => axis !== 'statuses')
    .map(([axis, value]) => ({
      axis,
      value: Array.isArray(value) ? value.join(', ') : String(value),
      evidence: evidence[axis],
    }));
}

export const statusLines = ({ behaviour }: Report): readonly (readonly [string, number])[] =>
  Object.entries(behaviour.statuses ?? {});
