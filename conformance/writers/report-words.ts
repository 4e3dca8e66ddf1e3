import { printable } from '../../fixtures/printable.ts';
import type { FoundBehaviour, Report, RequirementResult } from '../report/document.ts';
import { didNotComeBack, notBack } from './failure.ts';
import type { Fact } from './page.ts';
import { withShortIds } from './short-ids.ts';

/** What a result means for the verdict: its outcome, a failure that was expected, or one that nobody looked into. */
export type Shown = RequirementResult['outcome'] | 'known' | 'failed';

const shownOf = ({ outcome, known, failed }: RequirementResult): Shown => {
  if (failed) return 'failed';
  return outcome === 'fail' && known !== undefined ? 'known' : outcome;
};

export const resultsOf = ({ requirements }: Report, shown: Shown): readonly RequirementResult[] =>
  requirements.filter((result) => shownOf(result) === shown);

/** `replayed` is the word where only violations are repeated. */
const words = {
  pass: { word: 'fulfilled', replayed: notBack, tone: 'good', sign: '✓' },
  fail: { word: 'violated', replayed: 'came back', tone: 'bad', sign: '✗' },
  known: { word: 'violated as expected', replayed: 'came back as expected', tone: 'open', sign: '✗' },
  failed: { word: 'failed and not looked into', replayed: 'failed and not looked into', tone: 'open', sign: '?' },
  'not-exercised': { word: 'not judged', replayed: 'could not be repeated', tone: 'open', sign: '?' },
  'not-applicable': { word: 'not applicable', replayed: 'not applicable', tone: 'faint', sign: '–' },
} as const satisfies Readonly<Record<Shown, object>>;

/** How a result is said. A check mark says that something was judged, and fulfilled. */
export function saidOf(result: RequirementResult, isReplay = false) {
  const { word, replayed: again, tone, sign } = words[shownOf(result)];
  const isUnproven = result.outcome === 'pass' && (isReplay || result.exercised === 0);
  return { word: isReplay ? again : word, tone, sign: isUnproven ? '–' : sign };
}

/** What one result of a run says, in a few words. */
export const outcomeText = (result: RequirementResult): string =>
  `${saidOf(result).word}${didNotComeBack(result) ? `, ${notBack}` : ''}`;

export const verdictWords: Readonly<Record<Report['verdict'], string>> = {
  conforms: 'Conforms',
  violates: 'Violates the specification',
  incomplete: 'Incomplete',
  'not-run': 'Nothing was judged',
};

/** The verdict in a few words, without a full stop. Neither a replay nor known failures read like a run without. */
export function headline(report: Report): string {
  const known = resultsOf(report, 'known').length;
  if (report.verdict === 'not-run') return verdictWords['not-run'];
  if (report.replayed) return replayHeadline(report);
  if (report.verdict === 'violates' && resultsOf(report, 'fail').length === 0)
    return 'The known failures are out of date';
  if (report.verdict === 'conforms' && known > 0) return `No new violation; ${known} known`;
  return verdictWords[report.verdict];
}

function replayHeadline({ requirements }: Report): string {
  const all = requirements.length;
  const back = requirements.filter(({ outcome }) => outcome === 'fail').length;
  const open = requirements.filter(({ outcome }) => outcome === 'not-exercised').length;
  if (all === 1 && open === 1) return 'The violation could not be repeated';
  if (all === 1) return `The violation ${back === 1 ? 'came back' : 'did not come back'}`;
  const unknown = open === 0 ? '' : `; ${open} could not be repeated`;
  return `${back === 0 ? 'None' : back} of the ${all} violations came back${unknown}`;
}

/** The verdict in a sentence or two, without the words of the headline. */
export function verdictSentence(report: Report): string {
  const { verdict, reason, replayed } = report;
  const rest = replayed ? 'Nothing else was tested.' : outcomeCounts(report);
  const why = reason && withShortIds(reason);
  const sentences = verdict === 'not-run' ? [why] : [why, rest];
  return sentences.flatMap((sentence) => (sentence ? [asSentence(sentence)] : [])).join(' ');
}

export const verdictText = (report: Report): string => `${headline(report)}. ${verdictSentence(report)}`.trimEnd();

function outcomeCounts(report: Report): string {
  const inHeadline = report.verdict === 'conforms' ? 'known' : undefined;
  return (['fail', 'known', 'failed', 'pass', 'not-applicable', 'not-exercised'] as const)
    .map((shown) => ({ shown, count: resultsOf(report, shown).length }))
    .filter(({ shown, count }) => count > 0 && shown !== inHeadline)
    .map(({ shown, count }, at) => `${at === 0 ? counted(count, 'requirement') : count} ${words[shown].word}`)
    .join(', ');
}

export function asSentence(text: string): string {
  const shown = printable(text);
  const begun = /^[a-z]+[ ,]/u.test(shown) ? shown.charAt(0).toUpperCase() + shown.slice(1) : shown;
  return /[.!?…]$/u.test(begun) ? begun : `${begun}.`;
}

/** "1 request", "5,120 requests". */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`;

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

export const nameOf = ({ name, target }: Pick<Report, 'name' | 'target'>): string => name || target;

/** "2025-11-22 09:15 UTC"; what is no date stays as it is. */
export const dateOf = ({ startedAt }: Pick<Report, 'startedAt'>): string =>
  startedAt.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/u, '$1 $2 UTC');

/** What the run was. A replay has neither seed nor budget, and counts no resets. */
export function factsOf(
  report: Omit<Report, 'requirements' | 'behaviour' | 'behaviourUnknown' | 'evidence'>,
): readonly Fact[] {
  const { name, target, suite, seed, budget, requests, resets, durationMs, replayed } = report;
  const facts: Readonly<Record<string, string | undefined>> = {
    ...{ name, target, date: dateOf(report), suite },
    ...(replayed ? {} : { seed: String(seed), budget }),
    sent: `${counted(requests, 'request')}${replayed ? '' : `, ${counted(resets, 'reset')}`}`,
    took: seconds(durationMs),
  };
  return Object.entries(facts).flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]));
}

/** Why a result is what it is; undefined where nothing needs to be said. */
export function reasonOf({ because, known, outcome }: RequirementResult): string | undefined {
  const reason = outcome === 'fail' ? known : because && withShortIds(because);
  return reason === undefined ? undefined : printable(reason);
}

/** The value found on each axis. The forms of addressing are a set; the status of a refusal stands with it. */
export function axisWords({ statuses = {}, ...axes }: FoundBehaviour): ReadonlyMap<string, string> {
  const status = new Map<string, number>(Object.entries(statuses));
  return new Map(
    Object.entries(axes).map(([axis, value]) => {
      const isRefusal = (value === 'rejected' || value === 'other') && status.has(axis);
      return [axis, `${[value].flat().toSorted().join(', ')}${isRefusal ? ` with ${status.get(axis)}` : ''}`];
    }),
  );
}

/** The notes, and what the run could not remove. */
export function notesOf({ notes: said, left = [] }: Report): readonly string[] {
  const notes = said.map(withShortIds);
  if (left.length === 0) return notes;
  const more = left.length > 5 ? ` and ${left.length - 5} more` : '';
  const some = left
    .slice(0, 5)
    .map(({ id }) => id)
    .join(', ');
  return [...notes, `Could not be removed: ${some}${more}; --clean with the JSON report removes it.`];
}
