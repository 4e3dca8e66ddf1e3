import { grouped } from '../report/grouped.ts';
import { type Block, type Cell, list, type Page, type Row, section, table } from '../writers/page.ts';
import { counted, seconds } from '../writers/report-words.ts';
import type { Outcome } from './job.ts';
import { isComplete, isRight, outcomesOf, type SelfTestReport, type SubjectKind } from './self-test-report.ts';

/** The self-test, to be read. */
export function selfTestPage(report: SelfTestReport): Page {
  const { outcomes, seeds, seed, durationMs, budget, stopped } = report;
  const complete = isComplete(report);
  const failed = stopped === undefined ? 'The suite has to be improved' : `Not finished: ${stopped}`;
  const word = complete ? 'All that had to be caught was caught, and no correct server was accused' : failed;
  const wrong = outcomes.filter((one) => !isRight(one) && one.subject.kind !== 'second');
  return {
    title: `Can the suite be trusted? ${word}`,
    about: 'Conversation Reset API · the conformance suite, tested',
    headline: word,
    tone: complete ? 'good' : 'bad',
    lead: [
      `${counted(serversIn(outcomes), 'server')}, ${counted(seeds.length, 'seed')} from ${seed} on, ${seconds(durationMs)}.`,
      `A rate counts runs against faults that we made up, at the ${budget} budget; it is not the probability that a fault of yours is found.`,
    ],
    blocks: [
      ...table(['', ''], figures(report)),
      ...matrix(outcomesOf(report, 'first')),
      ...section('Not judged as it has to be', list(wrong.map(whatWentWrong)), 'bad'),
      ...section('Missed of the second catalogue', list(missed(outcomesOf(report, 'second'))), 'open'),
    ],
    again: `Again: ${repeatCommand(report)}`,
  };
}

const serversIn = (outcomes: readonly Outcome[]): number => new Set(outcomes.map(({ subject }) => subject.name)).size;

/** "1,234 of 1,240 (99.5 %)"; what is not all is never rounded up to it. */
function share(part: number, whole: number): string {
  const percent = whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
  return `${part.toLocaleString('en-GB')} of ${whole.toLocaleString('en-GB')} (${percent} %)`;
}

/** What is a rate of what; the two catalogues and the two sets of permitted servers are kept apart. */
const kinds: readonly (readonly [kind: SubjectKind, name: string, whenRight: string])[] = [
  ['first', 'first catalogue', 'caught by the named requirement'],
  ['second', 'second catalogue', 'caught by any requirement'],
  ['permitted', 'permitted', 'found to conform'],
  ['second-permitted', 'second permitted', 'found to conform'],
  ['slow', 'slow', 'not accused'],
  ['control', 'control', 'judged as they have to be'],
];

function figures(report: SelfTestReport): readonly Row[] {
  const rows = kinds.flatMap(([kind, name, whenRight]): Row[] => {
    const all = outcomesOf(report, kind);
    const right = all.filter(kind === 'permitted' ? ({ verdict }) => verdict === 'conforms' : isRight);
    if (all.length === 0) return [];
    const isBroken = kind === 'first' || kind === 'second';
    const rate = { cells: [name, `${share(right.length, all.length)} ${whenRight}`] };
    return [rate, ...(isBroken && right.length > 0 ? [{ cells: ['', requestsToCatch(right)] }] : [])];
  });
  const axes = report.outcomes.flatMap(({ axes }) => axes ?? []);
  const of = axes.reduce((sum, one) => sum + one.of, 0);
  // Statuses are reported where they are wrong, and are no axes.
  const wrong = axes.flatMap((one) => one.wrong.filter(({ axis }) => !axis.includes('.'))).length;
  return of === 0 ? rows : [...rows, { cells: ['axes found', share(of - wrong, of)] }];
}

/** Requests until the first violation that counts was seen: of the sorted runs, those that stand in the middle and at 95 %. */
function requestsToCatch(caught: readonly Outcome[]): string {
  const sorted = caught.map(({ requestsToCatch }) => requestsToCatch).sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
  return `${counted(at(0.5), 'request')} to the catch; 95th percentile ${at(0.95).toLocaleString('en-GB')}`;
}

/** Every fault under the requirement that it breaks. */
function matrix(first: readonly Outcome[]): readonly Block[] {
  const byRequirement = grouped(first, ({ subject }) => subject.breaks ?? '').sort();
  const rows = byRequirement.map(([id, own]): Row => {
    const caught = own.filter(isRight).length;
    const faults = grouped(own, ({ subject }) => subject.name).map(([name, runs]) => {
      const missed = runs.length - runs.filter(isRight).length;
      return missed === 0 ? name : `${name} (missed ${missed} times)`;
    });
    const isWhole = caught === own.length;
    const name: Cell = {
      text: `${isWhole ? '✓' : '✗'} ${id}`,
      tone: isWhole ? undefined : 'bad',
      note: faults.join(', '),
    };
    return { cells: [name, faults.length, own.length, caught] };
  });
  return table(['requirement broken', 'faults', 'runs', 'caught'], rows);
}

function whatWentWrong({ subject, seed, verdict, reason, violated, reached, axes }: Outcome): string {
  const said = [
    reached === 0
      ? 'never given occasion to do wrong'
      : `judged: ${verdict}${reason === undefined ? '' : ` (${reason})`}`,
    ...violated.map(({ requirement, diagnosis }) => `${requirement}: ${diagnosis}`),
    ...(axes?.wrong ?? []).map(({ axis, found, is }) => `${axis} is ${is}, and was found to be ${found}`),
  ];
  return `${subject.name} (${subject.kind}, seed ${seed}): ${said.join('; ')}`;
}

const missed = (second: readonly Outcome[]): readonly string[] =>
  grouped(second, ({ subject }) => `${subject.name} (${subject.dimension})`).flatMap(([what, own]) => {
    const none = own.filter((outcome) => !isRight(outcome)).length;
    return none === 0 ? [] : [`in ${share(none, own.length)}: ${what}`];
  });

/** What repeats the whole, word for word. */
function repeatCommand({ budget, seed, only }: SelfTestReport): string {
  const kinds = only === undefined ? '' : ` --only ${only.join(',')}`;
  return `npx conversation-reset-conformance --self-test${kinds} --budget ${budget} --seed ${seed}`;
}
