import { requirements } from '../requirements/all.ts';
import { type Block, type Cell, list, type Page, type Row, section, table } from '../writers/page.ts';
import { counted, seconds } from '../writers/report-words.ts';
import type { Outcome } from './job.ts';
import { isComplete, isRight, outcomesOf, type SelfTestReport } from './self-test-report.ts';

/** The self-test, to be read. */
export function selfTestPage(report: SelfTestReport): Page {
  const { outcomes, seeds, seed, durationMs, mode, stopped } = report;
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
      `A rate counts runs against faults that we made up, at the ${mode === 'quick' ? 'quick' : 'default'} budget; it is not the probability that a fault of yours is found.`,
    ],
    blocks: [
      ...table(
        ['', ''],
        figures(report).map((cells) => ({ cells })),
      ),
      ...matrix(outcomesOf(report, 'first')),
      ...section('Not judged as it has to be', list(wrong.map(whatWentWrong)), 'bad'),
      ...section('Missed of the second catalogue', list(missed(outcomesOf(report, 'second'))), 'open'),
      ...section('Controls', controlTable(outcomesOf(report, 'control'))),
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

type Figure = readonly [name: string, value: string];

/** Each figure with what it counts; the two catalogues and the two sets of permitted servers are kept apart. */
function figures(report: SelfTestReport): readonly Figure[] {
  const [first, second, slow] = [outcomesOf(report, 'first'), outcomesOf(report, 'second'), outcomesOf(report, 'slow')];
  const conforms = ({ verdict }: Outcome) => verdict === 'conforms';
  const incomplete = slow.filter(({ verdict }) => verdict === 'incomplete').length;
  return [
    ...counting('first catalogue', first, isRight, 'caught by the named requirement'),
    ...toCatch(first.filter(isRight)),
    ...counting('second catalogue', second, isRight, 'caught by any requirement'),
    ...counting('', second, isCaughtByClause, 'by one that checks the broken clause'),
    ...toCatch(second.filter(isRight)),
    ...counting('permitted', outcomesOf(report, 'permitted'), conforms, 'found to conform'),
    ...counting('second permitted', outcomesOf(report, 'second-permitted'), conforms, 'found to conform'),
    ...counting('slow', slow, isRight, `not accused, ${incomplete} of them incomplete`),
    ...axesFound(report),
  ];
}

const counting = (
  name: string,
  all: readonly Outcome[],
  isCounted: (one: Outcome) => boolean,
  words: string,
): readonly Figure[] =>
  all.length === 0 ? [] : [[name, `${share(all.filter(isCounted).length, all.length)} ${words}`]];

function isCaughtByClause({ subject: { clause = '' }, violated }: Outcome): boolean {
  const own = requirements.filter(({ clauses }) => clauses.includes(clause)).map(({ id }) => id);
  return violated.some(({ requirement }) => own.includes(requirement));
}

/** Requests until the first violation that counts was seen: of the sorted runs, the one that stands so far. */
function requestsAt(part: number, outcomes: readonly Outcome[]): number {
  const sorted = outcomes.map(({ requestsToCatch }) => requestsToCatch).sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
}

function toCatch(caught: readonly Outcome[]): readonly Figure[] {
  if (caught.length === 0) return [];
  const [half, nearlyAll] = [requestsAt(0.5, caught), requestsAt(0.95, caught)];
  return [['', `${counted(half, 'request')} to the catch; 95th percentile ${nearlyAll.toLocaleString('en-GB')}`]];
}

/** Statuses are reported where they are wrong, and are no axes. */
function axesFound({ outcomes }: SelfTestReport): readonly Figure[] {
  const all = outcomes.flatMap(({ axes }) => axes ?? []);
  const of = all.reduce((sum, axes) => sum + axes.of, 0);
  const wrong = all.flatMap((axes) => axes.wrong.filter(({ axis }) => !axis.includes('.'))).length;
  return of === 0 ? [] : [['axes found', share(of - wrong, of)]];
}

/** Every fault under the requirement that it breaks. */
function matrix(first: readonly Outcome[]): readonly Block[] {
  const byRequirement = grouped(first, ({ subject }) => subject.breaks ?? '');
  const rows = [...byRequirement].sort().map(([id, own]): Row => {
    const caught = own.filter(isRight);
    const faults = [...grouped(own, ({ subject }) => subject.name)].map(([name, runs]) => {
      const missed = runs.length - runs.filter(isRight).length;
      return missed === 0 ? name : `${name} (missed ${missed} times)`;
    });
    const requests = caught.length === 0 ? '–' : requestsAt(0.5, caught);
    const name = marked(id, caught.length === own.length, faults.join(', '));
    return { cells: [name, faults.length, own.length, caught.length, requests] };
  });
  return table(['requirement broken', 'faults', 'runs', 'caught', 'requests'], rows);
}

function grouped(outcomes: readonly Outcome[], by: (one: Outcome) => string): ReadonlyMap<string, readonly Outcome[]> {
  const groups = new Map<string, Outcome[]>();
  for (const one of outcomes) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

const marked = (name: string, isRight: boolean, note: string): Cell =>
  isRight ? { text: `✓ ${name}`, note } : { text: `✗ ${name}`, tone: 'bad', note };

function whatWentWrong({ subject, seed, verdict, reason, violated, reached, axes }: Outcome): string {
  const over = subject.over === undefined ? '' : ` over the ${subject.over} server`;
  const said = [
    reached === 0
      ? 'never given occasion to do wrong'
      : `judged: ${verdict}${reason === undefined ? '' : ` (${reason})`}`,
    ...violated.map(({ requirement, diagnosis }) => `${requirement}: ${diagnosis}`),
    ...(axes?.wrong ?? []).map(({ axis, found, is }) => `${axis} is ${is}, and was found to be ${found}`),
  ];
  return `${subject.name} (${subject.kind}${over}, seed ${seed}): ${said.join('; ')}`;
}

const missed = (second: readonly Outcome[]): readonly string[] =>
  [...grouped(second, ({ subject }) => subject.name)].flatMap(([name, own]) => {
    const none = own.filter((outcome) => !isRight(outcome));
    return none
      .slice(0, 1)
      .map(
        ({ subject: { dimension, about } }) =>
          `${name} (${dimension}), missed in ${share(none.length, own.length)}: ${about}`,
      );
  });

function controlTable(outcomes: readonly Outcome[]): readonly Block[] {
  const rows = outcomes.map((outcome): Row => {
    const { name, about, right } = outcome.subject;
    const must = right.includes('conforms') ? 'must conform' : 'must not conform';
    return { cells: [marked(name, isRight(outcome), about), outcome.verdict, must] };
  });
  return table(['control', 'found', 'right'], rows);
}

/** What repeats the whole, word for word. */
function repeatCommand({ mode, seed, seeds, only }: SelfTestReport): string {
  const kinds = only === undefined ? '' : ` --only ${only.join(',')}`;
  const budget = mode === 'full' ? ' --budget default' : '';
  const more = seeds.length === (mode === 'quick' ? 1 : 20) ? '' : ` (${seeds.length} seeds)`;
  return `npx conversation-reset-conformance --self-test${kinds}${budget} --seed ${seed}${more}`;
}
