import type { Report, RequirementResult } from '../report/document.ts';
import { failureWords } from './failure-words.ts';
import { type Block, type Failure, type Fold, list, type Page, type Row, section, type Tone, table } from './page.ts';
import {
  asSentence,
  axisWords,
  dateOf,
  factsOf,
  headline,
  type Look,
  lookOf,
  nameOf,
  notesOf,
  outcomeWords,
  reasonOf,
  resultsOf,
  signOf,
  verdictSentence,
} from './report-words.ts';

/** A report, to be read. */
export function reportPage(report: Report): Page {
  const { target, verdict, replayed, completeFor } = report;
  const failed = resultsOf(report, 'fail').map((result) => failureOf(result, target));
  const wasRun = verdict !== 'not-run';
  const words = outcomeWords(report);
  return {
    title: `${headline(report)}: ${nameOf(report)}, ${dateOf(report)}`,
    about: `Conversation Reset API · ${replayed ? 'violations repeated' : 'conformance'} of ${nameOf(report)}`,
    headline: headline(report),
    tone: toneOf(report),
    lead: [verdictSentence(report), ...(completeFor === undefined ? [] : [asSentence(completeFor)])],
    facts: factsOf(report),
    contents: failed.length < 2 ? [] : failed.map(({ anchor, diagnosis }) => ({ to: anchor, text: diagnosis })),
    squares:
      !wasRun || replayed
        ? []
        : report.requirements.map((result) => ({
            text: `${result.id}: ${words[lookOf(result)]}`,
            to: result.outcome === 'fail' ? result.id : rowId(result),
            tone: toneOfLook[lookOf(result)],
          })),
    blocks: [
      ...(wasRun ? [...failed, ...outcomes(report), ...(replayed ? [] : behaviour(report))] : []),
      ...section('Notes', list(notesOf(report))),
    ],
    ...(failed.length === 0 ? {} : { again: replayed ? '' : againOf(report) }),
  };
}

export const toneOfLook: Readonly<Record<Look, Tone>> = {
  ...{ pass: 'good', fail: 'bad', known: 'open' },
  ...{ 'not-exercised': 'open', 'not-applicable': 'faint' },
};

/** A replay that finds nothing is no success. */
function toneOf({ verdict, replayed }: Report): Tone | undefined {
  if (verdict === 'conforms') return replayed ? undefined : 'good';
  return verdict === 'violates' ? 'bad' : 'open';
}

const failureOf = (result: RequirementResult, target: string): Failure => ({
  ...{ kind: 'failure', anchor: result.id },
  ...failureWords(result, target),
});

const rowId = ({ id }: RequirementResult): string => `row-${id}`;

/** All that is not newly violated; what has one reason stands together. */
function outcomes(report: Report): readonly Fold[] {
  return (['pass', 'known', 'not-exercised', 'not-applicable'] as const).flatMap((look) => {
    const groups = new Map<string, RequirementResult[]>();
    for (const result of resultsOf(report, look)) {
      const reason = reasonOf(result) ?? '';
      groups.set(reason, [...(groups.get(reason) ?? []), result]);
    }
    return [...groups].map(([reason, results]) => outcome(report, look, reason, results));
  });
}

function outcome(report: Report, look: Look, reason: string, results: readonly RequirementResult[]): Fold {
  const { replayed, target } = report;
  const ids = results.map(({ id }) => id).join(', ');
  const sign = results[0] === undefined ? '' : signOf(results[0], report);
  const often = look === 'pass' ? triedWords(results) : '';
  const rows = results.map((result): Row => {
    const { id, title, clause, level, exercised, counterexample } = result;
    const to = counterexample === undefined ? undefined : id;
    const name = { text: id, isCode: true, note: `${title} (${clause})`, to };
    return { id: rowId(result), cells: [name, level, exercised] };
  });
  return {
    kind: 'fold',
    summary: `${sign} ${results.length} ${outcomeWords(report)[look]}${often}`,
    tone: look === 'pass' && sign !== '✓' ? 'faint' : toneOfLook[look],
    brief: look === 'pass' && !replayed ? [] : reason === '' ? [ids] : [ids, `  ${reason}`],
    isOpen: look !== 'pass',
    blocks: [
      ...(reason === '' ? [] : [{ kind: 'text', text: asSentence(reason) } as const]),
      ...table(['requirement', 'level', 'tried'], rows),
      ...results.filter(({ counterexample }) => counterexample !== undefined).map((one) => failureOf(one, target)),
    ],
  };
}

function triedWords(results: readonly RequirementResult[]): string {
  const exercised = results.map((result) => result.exercised);
  const [least, most] = [Math.min(...exercised), Math.max(...exercised)];
  return `, ${results.length === 1 ? '' : 'each '}tried ${least === most ? least : `${least} to ${most}`} times`;
}

/** What the target does where the spec is silent; all other statuses are one row. */
function behaviour({ behaviour, behaviourUnknown, evidence }: Report): readonly Block[] {
  const axes = axisWords(behaviour);
  const others = Object.entries(behaviour.statuses ?? {}).filter(([name]) => !axes.has(name));
  const said = others.map(([name, status]) => `${name} ${status}`);
  const found = [
    ...axes,
    ...(said.length === 0 ? [] : [['statuses', said.join(', ')] as const]),
    ...behaviourUnknown.map((axis) => [axis, 'unknown'] as const),
  ];
  const rows = found.map(([axis, text]) => {
    const isOpen = text === 'unknown' || text.startsWith('other');
    const value = { text, isCode: true, ...(isOpen ? { tone: 'open' as const } : {}) };
    const seen = evidence[axis];
    return { cells: [axis, value, seen === undefined ? '' : asSentence(seen)] };
  });
  return section('Behaviour found where the spec is silent', table(['axis', 'value', 'seen'], rows, 1));
}

const againOf = ({ seed, budget }: Report): string =>
  `To repeat this run, add --seed ${seed}${budget === 'default' ? '' : ` --budget ${budget}`} --report found.json to its command. Then --replay found.json repeats the violations alone.`;
