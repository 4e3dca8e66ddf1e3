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

export const verdictWords: Readonly<Record<Report['verdict'], string>> = {
  conforms: 'Conforms',
  violates: 'Violates the specification',
  incomplete: 'Incomplete',
  'not-run': 'Nothing was judged',
};

/** The verdict in a sentence or two, without the word that stands in `verdictWords`. */
export function verdictSentence(report: Report): string {
  const { passed, failed, knownFailures, notExercised, notApplicable } = tally(report);
  const counts = (
    [
      [failed.length, 'violated'],
      [knownFailures.length, 'violated as expected'],
      [passed.length, 'fulfilled'],
      [notApplicable.length, 'not applicable'],
      [notExercised.length, 'not exercised'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, outcome], index) => `${index === 0 ? counted(count, 'requirement') : count} ${outcome}`)
    .join(', ');
  const reason = report.reason === undefined ? '' : asSentence(printable(report.reason));
  return [reason, counts === '' ? '' : asSentence(counts)].filter((part) => part !== '').join(' ');
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
  const { reproduced, shrunk } = counterexample;
  const times = `came back ${reproduced.times} of ${reproduced.of} times`;
  return shrunk
    ? `${times}; this is the shortest story of it`
    : `${times}; the story is as it was found, not shortened`;
}

/** The options that repeat the run. */
export const repeatOptions = ({ seed, budget }: Report): string =>
  `--seed ${seed}${budget === 'default' ? '' : ` --budget ${budget}`}`;

/** Steps that belong together: one thing done, in one request or several. */
export interface StoryGroup {
  readonly phase: StoryStep['phase'];
  readonly what: string;
  readonly exchanges: readonly { readonly curl: string; readonly answer: string }[];
}

export function storyGroups(story: readonly StoryStep[]): readonly StoryGroup[] {
  const groups: { phase: StoryStep['phase']; what: string; exchanges: { curl: string; answer: string }[] }[] = [];
  for (const { phase, what, curl, answer } of story) {
    const last = groups.at(-1);
    const group = last?.phase === phase && last.what === what ? last : { phase, what, exchanges: [] };
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
