import type { Counterexample, ListComparison, Report, RequirementResult } from '../report.ts';
import { consistencySentence } from './consistency-text.ts';
import { type Cell, listDiff, type Mark, shownRows } from './list-diff.ts';
import { emptyWords, expectedHeading, meaningOf } from './list-words.ts';
import { escaped } from './markup.ts';
import { printable, unlinked } from './printable.ts';
import { type ScriptLine, scriptOf, storyOf } from './script.ts';
import { oneLine } from './shell-command.ts';
import { type ShortNames, shortNames } from './short-names.ts';
import { shortened } from './story-text.ts';
import {
  axisLines,
  counted,
  headline,
  outcomeWords,
  repeatOptions,
  reproduction,
  seconds,
  statusLines,
  tally,
  verdictSentence,
} from './summary.ts';

/** The report as a CI system shows it under a job: GitHub-flavoured Markdown. */
export function markdownReport(report: Report): string {
  const { verdict, target, requests, observedResets, durationMs, replayed } = report;
  return `${[
    `# ${replayed && verdict === 'conforms' ? '☑️' : verdictSigns[verdict]} ${text(headline(report))}`,
    text(verdictSentence(report)),
    [
      code(target),
      ...(replayed ? [] : [code(repeatOptions(report))]),
      counted(requests, 'request'),
      ...(replayed ? [] : [`${counted(observedResets, 'reset')} seen to work`]),
      seconds(durationMs),
    ].join(' · '),
    ...tally(report).failed.flatMap((result) => failure(result, target)),
    ...requirementTable(report),
    ...behaviourTable(report),
    ...consistencySection(report),
    ...(report.notes.length > 0 ? ['## Notes', report.notes.map((note) => `- ${text(note)}`).join('\n')] : []),
  ].join('\n\n')}\n`;
}

function consistencySection({ consistency }: Report): readonly string[] {
  const sentence = consistencySentence(consistency);
  if (sentence === undefined) return [];
  const timeline = consistency?.example?.timeline ?? [];
  return [
    '## Parallel requests',
    text(sentence),
    ...(timeline.length > 0 ? [timeline.map((line) => `    ${line}`).join('\n')] : []),
  ];
}

const verdictSigns: Readonly<Record<Report['verdict'], string>> = {
  conforms: '✅',
  violates: '❌',
  incomplete: '⚠️',
  'not-run': '⚠️',
};

function failure(result: RequirementResult, target: string): readonly string[] {
  const { id, level, clause, title, counterexample } = result;
  return [
    `## ❌ ${id}`,
    `${text(title)} _(${level}; ${text(clause)})_`,
    ...(counterexample === undefined ? [] : story(result, counterexample, target)),
  ];
}

function story(result: RequirementResult, counterexample: Counterexample, target: string): readonly string[] {
  const names = shortNames(counterexample);
  return [
    `**${text(names.text(counterexample.summary))}**`,
    ...(names.beginning === '' ? [] : [text(shortened(names))]),
    ...comparison(counterexample, names),
    `It ${reproduction(result)}.`,
    '<details><summary>What was done</summary>',
    fenced(
      scriptOf(storyOf(counterexample), target)
        .map((line) => scriptLine(line, names))
        .join('\n'),
    ),
    '</details>',
  ];
}

function scriptLine(line: ScriptLine, names: ShortNames): string {
  switch (line.kind) {
    case 'set-up':
    case 'wait':
      return line.text;
    case 'together':
      return `\n# ${line.text}`;
    case 'title':
      return `\n# ${line.phase}: ${names.text(line.text)}`;
    case 'command':
      return `${oneLine(line.text)}${line.isBackground ? ' &' : ''}`;
    case 'answer':
      return `# → ${printable(line.text)}`;
  }
}

function comparison(counterexample: Counterexample, names: ShortNames): readonly string[] {
  const { comparison: of } = counterexample;
  if (of.of === 'answer') {
    return [
      text(names.text(of.subject)),
      table(
        ['', ''],
        [
          ['expected', code(of.expected)],
          ['seen', code(of.seen)],
        ],
      ),
    ];
  }
  const diff = listDiff(of, counterexample);
  const write = (cell: Cell, isBefore: boolean): string => {
    const { kind = '', name } = names.entry(cell.text);
    return [kind, code(name), isBefore ? '' : markWords(cell.mark, of)].filter((part) => part !== '').join(' ');
  };
  return [
    text(names.text(of.subject)),
    table(
      ['', 'before', expectedHeading(of), 'seen'],
      shownRows(diff).map((shown, index) =>
        'leftOut' in shown
          ? ['', `… ${shown.leftOut} more`, '', '']
          : [
              `${shown.row + 1}`,
              ...[diff.before, diff.expected, diff.seen].map((list) => {
                const cell = list[shown.row];
                if (cell !== undefined) return write(cell, list === diff.before);
                return index === 0 && list.length === 0 ? `_${emptyWords[of.of]}_` : '';
              }),
            ],
      ),
    ),
  ];
}

function markWords(mark: Mark, comparison: ListComparison): string {
  if (mark === 'same') return '';
  return mark === 'free' ? `(${meaningOf(mark, comparison)})` : `**${meaningOf(mark, comparison)}**`;
}

function requirementTable(report: Report): readonly string[] {
  if (report.requirements.length === 0 || report.verdict === 'not-run') return [];
  const words = outcomeWords(report);
  const remark = ({ outcome, because, known }: RequirementResult): string =>
    [
      words[outcome],
      known === undefined ? '' : 'as expected',
      because === report.reason ? '' : text(because ?? known ?? ''),
    ]
      .filter((part) => part !== '')
      .join(': ');
  return [
    `<details><summary>${report.replayed ? 'Repeated' : 'Requirements'}</summary>`,
    table(
      ['', 'requirement', 'what holds', 'level', 'tried', 'outcome'],
      report.requirements.map((result) => [
        outcomeSign(result),
        code(result.id),
        text(result.title),
        result.level,
        String(result.exercised),
        remark(result),
      ]),
    ),
    '</details>',
  ];
}

const outcomeSign = ({ outcome, known }: RequirementResult): string =>
  known !== undefined ? '☑️' : { pass: '✅', fail: '❌', 'not-exercised': '⚠️', 'not-applicable': '➖' }[outcome];

function behaviourTable(report: Report): readonly string[] {
  const rows = [
    ...axisLines(report).map(({ axis, value, evidence = '' }) => [axis, code(value), text(evidence)]),
    ...statusLines(report).map(([name, status]) => [
      `status of ${name}`,
      String(status),
      text(report.evidence[name] ?? ''),
    ]),
    ...report.behaviourUnknown.map((axis) => [text(axis), 'unknown', text(report.evidence[axis] ?? '')]),
  ];
  if (rows.length === 0) return [];
  return [
    '<details><summary>Behaviour found where the specification is silent</summary>',
    table(['axis', 'value', 'seen'], rows),
    '</details>',
  ];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Running text in which nothing is markup, not even at its beginning, and nothing is a link. */
const text = (raw: string): string => unlinked(inline(raw)).replace(/^(\s*)([-+#]|\d+[.)])/u, '$1\\$2');

const inline = (raw: string): string => escaped(printable(raw)).replace(/[\\`*_[\]|~$]/gu, '\\$&');

/** HTML's own element, since a code span cannot hold every text in a table. */
const code = (raw: string): string => `<code>${inline(raw)}</code>`;

function fenced(content: string): string {
  const longest = Math.max(2, ...(content.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${content}\n${fence}`;
}
