import { counted } from '../writers/report-words.ts';
import type { Accused, RequestsToCatch, SelfTestReport } from './self-test-report.ts';

/** "1,234 of 1,240 (99.5 %)"; what is not all is never rounded up to it. */
export function share(part: number, whole: number): string {
  const percent = whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
  return `${part.toLocaleString('en-GB')} of ${whole.toLocaleString('en-GB')} (${percent} %)`;
}

/** Each figure with what it counts; the two catalogues and the two sets of permitted servers are kept apart. */
export function figures(report: SelfTestReport): readonly (readonly [name: string, value: string])[] {
  const { first, second, permitted, secondPermitted, slow, axes } = report;
  const notAccused = slow.conforming + slow.incomplete;
  const rows = [
    [first.runs, 'first catalogue', `${share(first.caught, first.runs)} caught by the named requirement`],
    [first.caught, '', toCatch(first.requestsToCatch)],
    [second.runs, 'second catalogue', `${share(second.caught, second.runs)} caught by any requirement`],
    [second.runs, '', `${share(second.caughtByClause, second.runs)} by one that checks the broken clause`],
    [second.caught, '', toCatch(second.requestsToCatch)],
    [permitted.runs, 'permitted', `${share(permitted.conforming, permitted.runs)} found to conform`],
    [
      secondPermitted.runs,
      'second permitted',
      `${share(secondPermitted.conforming, secondPermitted.runs)} found to conform`,
    ],
    [slow.runs, 'slow', `${share(notAccused, slow.runs)} not accused, ${slow.incomplete} of them incomplete`],
    [axes.of, 'axes found', share(axes.found, axes.of)],
  ] as const;
  return rows.filter(([of]) => of > 0).map(([, name, value]) => [name, value] as const);
}

const toCatch = ({ median, p95 }: RequestsToCatch = { median: 0, p95: 0 }): string =>
  `${counted(median, 'request')} to the catch; 95th percentile ${p95.toLocaleString('en-GB')}`;

/** What the rates are rates of. */
export const meaning = ({ mode }: SelfTestReport): string =>
  `A rate counts runs against faults that we made up, at the ${mode === 'quick' ? 'quick' : 'default'} budget; it is not ` +
  'the probability that a fault of yours is found.';

/** Of the second catalogue, what no run can reach: a sentence for each reason. */
export function unreachableWords({ second }: SelfTestReport): readonly string[] {
  const names = Object.keys(second.unreachable);
  const reasons = [...new Set(Object.values(second.unreachable))];
  return reasons.map((reason) => {
    const own = names.filter((name) => second.unreachable[name] === reason);
    return `Out of reach, and not counted, because ${reason}: ${own.join(', ')}.`;
  });
}

/** The whole in a sentence. */
export function verdictOf({ clean, complete, stopped }: SelfTestReport): {
  readonly word: string;
  readonly isGood: boolean;
} {
  if (stopped !== undefined) return { word: `Not finished: ${stopped}.`, isGood: false };
  return clean && complete
    ? { word: 'All that had to be caught was caught, and no correct server was accused.', isGood: true }
    : { word: 'The suite has to be improved: see above.', isGood: false };
}

/** What went wrong with a correct server, one line for each thing. */
export const accusations = ({ verdict, reason, violated, axes }: Accused): readonly string[] => [
  ...(verdict === 'conforms' ? [] : [`judged: ${verdict}${reason === undefined ? '' : ` (${reason})`}`]),
  ...violated.map(({ requirement, diagnosis }) => `${requirement}: ${diagnosis}`),
  ...(axes?.wrong ?? []).map(({ axis, found, is }) => `${axis} is ${is}, and was found to be ${found}`),
];

/** What repeats the whole, word for word. */
export const repeatCommand = ({ mode, seed, seeds, only }: SelfTestReport): string => {
  const usual = mode === 'quick' ? 1 : 20;
  const kinds = only === undefined ? '' : ` --only ${only.join(',')}`;
  const budget = mode === 'full' ? ' --budget default' : '';
  const more = seeds.length === usual ? '' : ` (${seeds.length} seeds)`;
  return `conversation-reset-conformance --self-test${kinds}${budget} --seed ${seed}${more}`;
};
