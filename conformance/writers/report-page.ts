import type { Report, RequirementResult } from '../report/document.ts';
import { grouped } from '../report/grouped.ts';
import { didNotComeBack, failureOf } from './failure.ts';
import {
  type Block,
  list,
  type Page,
  type RichCell,
  type Row,
  type Section,
  section,
  type Tone,
  table,
  text,
} from './page.ts';
import {
  asSentence,
  axisWords,
  dateOf,
  factsOf,
  headline,
  nameOf,
  notesOf,
  reasonOf,
  resultsOf,
  saidOf,
  verdictSentence,
} from './report-words.ts';

/** A report, to be read. */
export function reportPage(report: Report): Page {
  const { target, verdict, replayed, completeFor, notCompleteFor } = report;
  const wasRun = verdict !== 'not-run';
  // What came back is the surer cause of the others.
  const found = resultsOf(report, 'fail').toSorted((a, b) => Number(didNotComeBack(a)) - Number(didNotComeBack(b)));
  const failed = wasRun ? found.map((result) => failureOf(result, target)) : [];
  return {
    title: `${headline(report)}: ${nameOf(report)}, ${dateOf(report)}`,
    about: `Conversation Reset API · ${replayed ? 'violations repeated' : 'conformance'} of ${nameOf(report)}`,
    headline: headline(report),
    tone: verdictTone(report),
    lead: [verdictSentence(report), ...[completeFor, notCompleteFor].flatMap((one) => (one ? [asSentence(one)] : []))],
    facts: factsOf(report),
    squares: wasRun && !replayed ? squaresOf(report) : [],
    blocks: [
      ...failed,
      ...(wasRun ? outcomes(report) : []),
      ...(wasRun && !replayed ? behaviour(report) : []),
      ...section('Notes', list(notesOf(report))),
    ],
    ...(failed.length === 0 ? {} : { again: replayed ? '' : againOf(report) }),
  };
}

/** A replay that finds nothing is no success. */
function verdictTone({ verdict, replayed }: Report): Tone | undefined {
  if (verdict === 'conforms') return replayed ? undefined : 'good';
  return verdict === 'violates' ? 'bad' : 'open';
}

const squaresOf = (report: Report): readonly RichCell[] =>
  report.requirements.map((result) => {
    const { word, tone } = saidOf(result);
    return { text: `${result.id}: ${word}`, to: result.outcome === 'fail' ? result.id : rowId(result), tone };
  });

const rowId = ({ id }: RequirementResult): string => `row-${id}`;

/** All that is not newly violated; what has one reason stands together. */
const outcomes = (report: Report): readonly Section[] =>
  (['pass', 'known', 'failed', 'not-exercised', 'not-applicable'] as const).flatMap((shown) =>
    grouped(resultsOf(report, shown), reasonOf).flatMap(([, alike]) =>
      alike.slice(0, 1).map((first) => fold(report, first, alike)),
    ),
  );

/** Results that are said like the first of them, and have its reason. */
function fold({ replayed, target }: Report, first: RequirementResult, results: readonly RequirementResult[]): Section {
  const { word, tone, sign } = saidOf(first, replayed);
  const reason = reasonOf(first);
  const isPass = first.outcome === 'pass';
  const rows = results.map((result): Row => {
    const { id, title, clause, level, exercised, counterexample } = result;
    const to = counterexample && id;
    return {
      id: rowId(result),
      cells: [{ text: id, isCode: true, note: `${title} (${clause})`, to }, level, exercised],
    };
  });
  return {
    kind: 'section',
    title: `${sign} ${results.length} ${word}${isPass ? triedWords(results) : ''}`,
    tone: isPass && sign !== '✓' ? 'faint' : tone,
    fold: isPass && !replayed ? 'shut' : 'open',
    blocks: [
      ...(reason === undefined ? [] : [text(asSentence(reason))]),
      ...table(['requirement', 'level', 'tried'], rows),
      ...results.filter(({ counterexample }) => counterexample !== undefined).map((one) => failureOf(one, target)),
    ],
  };
}

function triedWords(results: readonly RequirementResult[]): string {
  const exercised = results.map((result) => result.exercised);
  const [least, most] = [Math.min(...exercised), Math.max(...exercised)];
  const often = least < most ? `${least} to ${most} times` : most === 1 ? 'once' : `${most} times`;
  return `, ${results.length === 1 ? '' : 'each '}tried ${often}`;
}

/** What the target does where the spec is silent; all other statuses are one row. */
function behaviour({ behaviour, behaviourUnknown, evidence }: Report): readonly Block[] {
  const axes = axisWords(behaviour);
  const others = Object.entries(behaviour.statuses ?? {}).filter(([name]) => !axes.has(name));
  const said = others.map(([name, status]) => `${name} ${status}`).join(', ');
  const rows = [...axes, ['statuses', said] as const, ...behaviourUnknown.map((axis) => [axis, 'unknown'] as const)]
    .filter(([, text]) => text !== '')
    .map(([axis, text]): Row => {
      const isOpen = text === 'unknown' || text.startsWith('other');
      const note = evidence[axis] && asSentence(evidence[axis]);
      return { cells: [axis, { text, isCode: true, tone: isOpen ? 'open' : undefined, note }] };
    });
  return section('Behaviour found where the spec is silent', table(['axis', 'value'], rows));
}

const againOf = ({ seed, budget }: Report): string =>
  `To repeat this run, add --seed ${seed}${budget === 'default' ? '' : ` --budget ${budget}`} --report found.json to its command. Then --replay found.json repeats the violations alone.`;
