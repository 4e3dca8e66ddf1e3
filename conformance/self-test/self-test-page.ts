import { type Block, type Cell, list, type Page, type Row, section, table } from '../writers/page.ts';
import { counted, seconds } from '../writers/report-words.ts';
import type { Outcome } from './job.ts';
import { knownServers } from './known-servers.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';
import { requirementsBrokenBy, unreachable, whyUnreachable } from './second-faults.ts';
import {
  isComplete,
  isRight,
  type OutcomeOf,
  outcomesOf,
  requirementOf,
  type SelfTestReport,
} from './self-test-report.ts';
import { describeSubject } from './subject.ts';

/** The self-test, to be read. */
export function selfTestPage(report: SelfTestReport): Page {
  const { outcomes, seeds, seed, durationMs, mode, stopped } = report;
  const first = outcomesOf(report, 'first');
  const complete = isComplete(report);
  const word = complete
    ? 'All that had to be caught was caught, and no correct server was accused'
    : stopped === undefined
      ? 'The suite has to be improved'
      : `Not finished: ${stopped}`;
  const accused = outcomes.filter((one) => !isRight(one) && !['first', 'second', 'control'].includes(one.subject.kind));
  const survivors = first.filter((one) => one.reached !== 0 && !isRight(one));
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
      ...matrix(first),
      ...section('Broken, and not caught by the requirement that is broken', list(survivors.map(survivor)), 'bad'),
      ...section(
        'Never given occasion to do wrong',
        list(first.filter((one) => one.reached === 0).map(nameOf)),
        'open',
      ),
      ...section('Missed of the second catalogue', list(missed(outcomesOf(report, 'second'))), 'open'),
      ...section('Correct, and accused or not understood', list(accused.map(accusation)), 'bad'),
      ...section('Controls', controlTable(outcomesOf(report, 'control'))),
      ...(outcomesOf(report, 'second').length === 0 ? [] : [outOfReach]),
    ],
    again: `Again: ${repeatCommand(report)}`,
  };
}

const serversIn = (outcomes: readonly Outcome[]): number =>
  new Set(outcomes.map(({ subject }) => describeSubject(subject))).size;

/** "1,234 of 1,240 (99.5 %)"; what is not all is never rounded up to it. */
function share(part: number, whole: number): string {
  const percent = whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
  return `${part.toLocaleString('en-GB')} of ${whole.toLocaleString('en-GB')} (${percent} %)`;
}

/** Each figure with what it counts; the two catalogues and the two sets of permitted servers are kept apart. */
function figures(report: SelfTestReport): readonly (readonly [name: string, value: string])[] {
  const [first, second, slow] = [outcomesOf(report, 'first'), outcomesOf(report, 'second'), outcomesOf(report, 'slow')];
  const counting = (name: string, all: readonly Outcome[], isCounted: (one: Outcome) => boolean, words: string) =>
    all.length === 0 ? [] : [[name, `${share(all.filter(isCounted).length, all.length)} ${words}`] as const];
  const conforms = ({ verdict }: Outcome) => verdict === 'conforms';
  const byClause = ({ subject, violated }: Outcome) =>
    subject.kind === 'second' &&
    violated.some(({ requirement }) => requirementsBrokenBy(subject.name).includes(requirement));
  const incomplete = slow.filter(({ verdict }) => verdict === 'incomplete').length;
  return [
    ...counting('first catalogue', first, isRight, 'caught by the named requirement'),
    ...toCatch(first.filter(isRight)),
    ...counting('second catalogue', second, isRight, 'caught by any requirement'),
    ...counting('', second, byClause, 'by one that checks the broken clause'),
    ...toCatch(second.filter(isRight)),
    ...counting('permitted', outcomesOf(report, 'permitted'), conforms, 'found to conform'),
    ...counting('second permitted', outcomesOf(report, 'second-permitted'), conforms, 'found to conform'),
    ...counting('slow', slow, isRight, `not accused, ${incomplete} of them incomplete`),
    ...axesFound(report),
  ];
}

/** Requests until the first violation that counts was seen: of the sorted runs, the one that stands so far. */
function requestsAt(part: number, outcomes: readonly Outcome[]): number {
  const sorted = outcomes.map(({ requestsToCatch }) => requestsToCatch).sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
}

function toCatch(caught: readonly Outcome[]): readonly (readonly [string, string])[] {
  if (caught.length === 0) return [];
  const [half, nearlyAll] = [requestsAt(0.5, caught), requestsAt(0.95, caught)];
  return [['', `${counted(half, 'request')} to the catch; 95th percentile ${nearlyAll.toLocaleString('en-GB')}`]];
}

/** Statuses are told where they are wrong, and are no axes. */
function axesFound({ outcomes }: SelfTestReport): readonly (readonly [string, string])[] {
  const all = outcomes.flatMap(({ axes }) => axes ?? []);
  const of = all.reduce((sum, axes) => sum + axes.of, 0);
  const wrong = all.flatMap((axes) => axes.wrong.filter(({ axis }) => !axis.includes('.'))).length;
  return of === 0 ? [] : [['axes found', share(of - wrong, of)]];
}

/** Every fault under the requirement that it breaks. */
function matrix(first: readonly OutcomeOf<'first'>[]): readonly Block[] {
  const rows = [...new Set(first.map(requirementOf))].sort().map((id): Row => {
    const own = first.filter((one) => requirementOf(one) === id);
    const caught = own.filter(isRight);
    const names = [...new Set(own.map(({ subject }) => subject.name))].map((fault) => {
      const missing = own.filter((one) => one.subject.name === fault && !isRight(one)).length;
      return missing === 0 ? fault : `${fault} (missed ${missing} times)`;
    });
    const requests = caught.length === 0 ? '–' : requestsAt(0.5, caught);
    const name = marked(id, caught.length === own.length);
    return { cells: [name, serversIn(own), own.length, caught.length, requests, names.join(', ')] };
  });
  const head = ['requirement broken', 'faults', 'runs', 'caught', 'requests', 'broken servers'];
  return table(head, rows, 1);
}

const marked = (name: string, isRight: boolean): Cell => (isRight ? `✓ ${name}` : { text: `✗ ${name}`, tone: 'bad' });

const nameOf = ({ subject: { name, over }, seed }: OutcomeOf<'first'>): string => `${name} (${over}, seed ${seed})`;

function survivor(outcome: OutcomeOf<'first'>): string {
  const { violated, verdict, reached = 0 } = outcome;
  const others = violated.map(({ requirement }) => requirement).join(', ');
  const said = others === '' ? `judged: ${verdict}` : `caught by ${others}`;
  return `${nameOf(outcome)} breaks ${requirementOf(outcome)} ${counted(reached, 'time')}; ${said}`;
}

const missed = (second: readonly OutcomeOf<'second'>[]): readonly string[] =>
  secondCatalogue.flatMap(({ name, dimension, what }) => {
    const own = second.filter(({ subject }) => subject.name === name);
    const none = own.filter((outcome) => !isRight(outcome)).length;
    return none === 0 ? [] : [`${name} (${dimension}), missed in ${share(none, own.length)}: ${what}`];
  });

/** What went wrong with a correct server. */
function accusation({ subject, seed, verdict, reason, violated, axes }: Outcome): string {
  const wrong = [
    ...(verdict === 'conforms' ? [] : [`judged: ${verdict}${reason === undefined ? '' : ` (${reason})`}`]),
    ...violated.map(({ requirement, diagnosis }) => `${requirement}: ${diagnosis}`),
    ...(axes?.wrong ?? []).map(({ axis, found, is }) => `${axis} is ${is}, and was found to be ${found}`),
  ];
  return `${describeSubject(subject)} (${subject.kind}, seed ${seed}): ${wrong.join('; ')}`;
}

function controlTable(outcomes: readonly OutcomeOf<'control'>[]): readonly Block[] {
  const rows = knownServers.flatMap(({ name, about, right }): readonly Row[] => {
    const own = outcomes.filter(({ subject }) => subject.name === name);
    const found = [...new Set(own.map(({ verdict }) => verdict))].join(', ');
    const must = right.includes('conforms') ? 'must conform' : 'must not conform';
    return own.length === 0 ? [] : [{ cells: [marked(name, own.every(isRight)), found, must, about] }];
  });
  const head = ['control', 'found', 'right', 'what it is'];
  return table(head, rows, 1);
}

/** Of the second catalogue, what no run can reach. */
const outOfReach: Block = {
  ...{ kind: 'text', tone: 'faint' },
  text: `Out of reach, and not counted, because ${whyUnreachable}: ${unreachable.join(', ')}.`,
};

/** What repeats the whole, word for word. */
function repeatCommand({ mode, seed, seeds, only }: SelfTestReport): string {
  const kinds = only === undefined ? '' : ` --only ${only.join(',')}`;
  const budget = mode === 'full' ? ' --budget default' : '';
  const more = seeds.length === (mode === 'quick' ? 1 : 20) ? '' : ` (${seeds.length} seeds)`;
  return `npx conversation-reset-conformance --self-test${kinds}${budget} --seed ${seed}${more}`;
}
