import { type Block, list, type Page, type Row, section } from '../writers/page.ts';
import { counted, seconds } from '../writers/report-words.ts';
import type { Accused, FaultRow, FirstOutcome, RequestsToCatch, SelfTestReport } from './self-test-report.ts';

/** The self-test, to be read. */
export function selfTestPage(report: SelfTestReport): Page {
  const { first, second, permitted, secondPermitted, slow, controls, seeds, seed, durationMs, mode } = report;
  const { word, isGood } = verdictOf(report);
  const broken = counted(first.servers + second.servers, 'broken server');
  const correct = counted(permitted.servers + secondPermitted.servers + slow.servers, 'correct one');
  return {
    title: `Can the suite be trusted? ${word}`,
    about: 'Conversation Reset API · the conformance suite, tested',
    headline: word,
    tone: isGood ? 'good' : 'bad',
    lead: [
      `${broken}, ${correct}, ${counted(controls.length, 'control')}; ${counted(seeds.length, 'seed')} from ${seed} on, ${seconds(durationMs)}.`,
      `A rate counts runs against faults that we made up, at the ${mode === 'quick' ? 'quick' : 'default'} budget; it is not the probability that a fault of yours is found.`,
    ],
    ...{ facts: [], contents: [], squares: [] },
    blocks: [
      { kind: 'table', head: ['', ''], rows: figures(report).map((cells) => ({ cells })) },
      ...matrix(report),
      ...section('Broken, and not caught by the requirement that is broken', survivors(report), 'bad'),
      ...section('Never given occasion to do wrong', list(report.unreached.map(nameOf)), 'open'),
      ...section('Missed of the second catalogue', list(missed(report)), 'open'),
      ...section('Correct, and accused or not understood', list(report.falseAlarms.map(accusation)), 'bad'),
      ...section('Controls', controlTable(report)),
      ...unreachable(report),
    ],
    again: `Again: ${repeatCommand(report)}`,
  };
}

/** The whole in a sentence, without a full stop. */
function verdictOf({ clean, complete, stopped }: SelfTestReport): { readonly word: string; readonly isGood: boolean } {
  if (stopped !== undefined) return { word: `Not finished: ${stopped}`, isGood: false };
  return clean && complete
    ? { word: 'All that had to be caught was caught, and no correct server was accused', isGood: true }
    : { word: 'The suite has to be improved', isGood: false };
}

/** "1,234 of 1,240 (99.5 %)"; what is not all is never rounded up to it. */
function share(part: number, whole: number): string {
  const percent = whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
  return `${part.toLocaleString('en-GB')} of ${whole.toLocaleString('en-GB')} (${percent} %)`;
}

/** Each figure with what it counts; the two catalogues and the two sets of permitted servers are kept apart. */
function figures(report: SelfTestReport): readonly (readonly [name: string, value: string])[] {
  const { first, second, permitted, secondPermitted, slow, axes } = report;
  const conforming = ({ conforming, runs }: typeof permitted) => `${share(conforming, runs)} found to conform`;
  const notAccused = slow.conforming + slow.incomplete;
  const rows = [
    [first.runs, 'first catalogue', `${share(first.caught, first.runs)} caught by the named requirement`],
    [first.caught, '', toCatch(first.requestsToCatch)],
    [second.runs, 'second catalogue', `${share(second.caught, second.runs)} caught by any requirement`],
    [second.runs, '', `${share(second.caughtByClause, second.runs)} by one that checks the broken clause`],
    [second.caught, '', toCatch(second.requestsToCatch)],
    [permitted.runs, 'permitted', conforming(permitted)],
    [secondPermitted.runs, 'second permitted', conforming(secondPermitted)],
    [slow.runs, 'slow', `${share(notAccused, slow.runs)} not accused, ${slow.incomplete} of them incomplete`],
    [axes.of, 'axes found', share(axes.found, axes.of)],
  ] as const;
  return rows.filter(([of]) => of > 0).map(([, name, value]) => [name, value] as const);
}

const toCatch = ({ median, p95 }: RequestsToCatch = { median: 0, p95: 0 }): string =>
  `${counted(median, 'request')} to the catch; 95th percentile ${p95.toLocaleString('en-GB')}`;

/** Every fault under the requirement that it breaks. */
function matrix({ requirements, faults }: SelfTestReport): readonly Block[] {
  const rows = requirements.map(({ id, servers, runs, caught, requestsToCatch }): Row => {
    const isAll = caught === runs;
    const name = { text: `${isAll ? '✓' : '✗'} ${id}`, tone: isAll ? undefined : ('bad' as const) };
    const own = faults.filter(({ requirement }) => requirement === id).map(faultWords);
    return { cells: [name, servers, runs, caught, requestsToCatch?.median ?? '–', own.join(', ')] };
  });
  const head = ['requirement broken', 'faults', 'runs', 'caught', 'requests', 'broken servers'];
  return rows.length === 0 ? [] : [{ kind: 'table', head, rows, details: 1 }];
}

const faultWords = ({ name, caught, runs }: FaultRow): string => (caught === runs ? name : `${name} ${caught}/${runs}`);

const nameOf = ({ subject: { name, over }, seed }: FirstOutcome): string => `${name} (${over}, seed ${seed})`;

const survivors = ({ survivors, faults }: SelfTestReport): readonly Block[] =>
  list(
    survivors.map((one) => {
      const { subject, violated, verdict, reached = 0 } = one;
      const own = faults.find(({ name }) => name === subject.name)?.requirement ?? '';
      const others = violated.map(({ requirement }) => requirement).join(', ');
      const said = others === '' ? `judged: ${verdict}` : `caught by ${others}`;
      return `${nameOf(one)} breaks ${own} ${counted(reached, 'time')}; ${said}`;
    }),
  );

const missed = ({ second }: SelfTestReport): readonly string[] =>
  second.missed.map((one) => `${one.name} (${one.dimension}), missed in ${share(one.missed, one.of)}: ${one.what}`);

/** What went wrong with a correct server. */
function accusation({ described, subject, seed, verdict, reason, violated, axes }: Accused): string {
  const wrong = [
    ...(verdict === 'conforms' ? [] : [`judged: ${verdict}${reason === undefined ? '' : ` (${reason})`}`]),
    ...violated.map(({ requirement, diagnosis }) => `${requirement}: ${diagnosis}`),
    ...(axes?.wrong ?? []).map(({ axis, found, is }) => `${axis} is ${is}, and was found to be ${found}`),
  ];
  return `${described} (${subject.kind}, seed ${seed}): ${wrong.join('; ')}`;
}

function controlTable({ controls }: SelfTestReport): readonly Block[] {
  const rows = controls.map(({ name, about, mustConform, verdicts, isRight }): Row => {
    const text = `${isRight ? '✓' : '✗'} ${name}`;
    const found = [...new Set(verdicts)].join(', ');
    const must = mustConform ? 'must conform' : 'must not conform';
    return { cells: [{ text, tone: isRight ? undefined : 'bad' }, found, must, about] };
  });
  return rows.length === 0
    ? []
    : [{ kind: 'table', head: ['control', 'found', 'right', 'what it is'], rows, details: 1 }];
}

/** Of the second catalogue, what no run can reach: a sentence for each reason. */
function unreachable({ second }: SelfTestReport): readonly Block[] {
  const names = second.runs === 0 ? [] : Object.keys(second.unreachable);
  const reasons = [...new Set(names.map((name) => second.unreachable[name]))];
  return reasons.map((reason) => {
    const own = names.filter((name) => second.unreachable[name] === reason).join(', ');
    return { kind: 'text', text: `Out of reach, and not counted, because ${reason}: ${own}.`, tone: 'faint' };
  });
}

/** What repeats the whole, word for word. */
function repeatCommand({ mode, seed, seeds, only }: SelfTestReport): string {
  const kinds = only === undefined ? '' : ` --only ${only.join(',')}`;
  const budget = mode === 'full' ? ' --budget default' : '';
  const more = seeds.length === (mode === 'quick' ? 1 : 20) ? '' : ` (${seeds.length} seeds)`;
  return `conversation-reset-conformance --self-test${kinds}${budget} --seed ${seed}${more}`;
}
