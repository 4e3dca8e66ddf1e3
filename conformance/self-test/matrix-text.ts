import { clipped, padded, wrapped } from '../writers/columns.ts';
import { ansiPaint, noPaint, type Paint } from '../writers/paint.ts';
import { counted, seconds } from '../writers/report-words.ts';
import { accusations, figures, meaning, repeatCommand, share, unreachableWords, verdictOf } from './matrix-words.ts';
import type { RequirementRow, SelfTestReport } from './self-test-report.ts';

const columns = 80;

/** The matrix as it is read on a terminal: 80 columns, the verdict last. */
export function matrixText(report: SelfTestReport, { colour }: { readonly colour: boolean }): string {
  const paint = colour ? ansiPaint : noPaint;
  const blocks = [
    heading(report, paint),
    requirementBlock(report, paint),
    survivorBlock(report, paint),
    unreachedBlock(report, paint),
    secondBlock(report, paint),
    alarmBlock(report, paint),
    controlBlock(report, paint),
    ending(report, paint),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

const indented = (text: string, by: number): readonly string[] =>
  wrapped(text, columns - by).map((line) => `${' '.repeat(by)}${line}`);

function heading(report: SelfTestReport, paint: Paint): readonly string[] {
  const { first, second, permitted, secondPermitted, slow, controls } = report;
  const broken = counted(first.servers + second.servers, 'broken server');
  const correct = counted(permitted.servers + secondPermitted.servers + slow.servers, 'correct one');
  const seeds = `${counted(report.seeds.length, 'seed')} from ${report.seed} on`;
  return [
    paint.strong('Can the suite be trusted?'),
    ...wrapped(
      `${broken}, ${correct}, ${counted(controls.length, 'control')}; ${seeds}, ${seconds(report.durationMs)}`,
      columns,
    ).map(paint.faint),
  ];
}

function requirementBlock({ requirements }: SelfTestReport, paint: Paint): readonly string[] {
  if (requirements.length === 0) return [];
  const head = `  ${padded('requirement broken', 37)}${['faults', 'runs', 'caught', 'requests'].map((word) => word.padStart(10)).join('')}`;
  return [paint.faint(head), ...requirements.map((row) => requirementLine(row, paint))];
}

function requirementLine({ id, servers, runs, caught, requestsToCatch }: RequirementRow, paint: Paint): string {
  const isAll = caught === runs;
  const cells = [servers, runs, caught, requestsToCatch?.median ?? '–'].map((figure) =>
    figure.toLocaleString('en-GB').padStart(10),
  );
  const line = `${isAll ? '✓' : '✗'} ${padded(id, 37)}${cells.join('')}`;
  return isAll ? line : paint.bad(line);
}

function survivorBlock({ survivors, faults }: SelfTestReport, paint: Paint): readonly string[] {
  if (survivors.length === 0) return [];
  return [
    paint.strong(paint.bad(`Broken and not caught by the requirement that is broken: ${survivors.length}`)),
    ...survivors.flatMap(({ subject: { name, over }, seed, violated, verdict, reached = 0 }) => [
      `  ${name} (${over}, seed ${seed})`,
      ...indented(
        `breaks ${faults.find((fault) => fault.name === name)?.requirement} ${counted(reached, 'time')}; ` +
          (violated.length > 0
            ? `caught by ${violated.map(({ requirement }) => requirement).join(', ')}`
            : `judged: ${verdict}`),
        4,
      ).map(paint.faint),
    ]),
  ];
}

function unreachedBlock({ unreached }: SelfTestReport, paint: Paint): readonly string[] {
  if (unreached.length === 0) return [];
  const names = unreached.map(({ subject: { name, over }, seed }) => `${name} (${over}, seed ${seed})`);
  return [
    paint.strong(paint.open(`Never given occasion to do wrong: ${unreached.length}`)),
    ...indented(names.join(', '), 2),
  ];
}

function secondBlock(report: SelfTestReport, paint: Paint): readonly string[] {
  const { missed, runs } = report.second;
  if (runs === 0) return [];
  return [
    ...(missed.length === 0 ? [] : [paint.strong(paint.open(`Missed of the second catalogue: ${missed.length}`))]),
    ...missed.flatMap((one) => [
      ...indented(`${one.name} (${one.dimension}), missed in ${share(one.missed, one.of)}`, 2),
      ...indented(one.what, 4).map(paint.faint),
    ]),
    ...unreachableWords(report).flatMap((sentence) => wrapped(sentence, columns).map(paint.faint)),
  ];
}

function alarmBlock({ falseAlarms }: SelfTestReport, paint: Paint): readonly string[] {
  if (falseAlarms.length === 0) return [];
  return [
    paint.strong(paint.bad(`Correct, and accused or not understood: ${falseAlarms.length}`)),
    ...falseAlarms.flatMap((accused) => [
      ...indented(`${accused.described} (${accused.subject.kind}, seed ${accused.seed})`, 2),
      ...accusations(accused).flatMap((text) => indented(text, 4).map(paint.faint)),
    ]),
  ];
}

function controlBlock({ controls }: SelfTestReport, paint: Paint): readonly string[] {
  if (controls.length === 0) return [];
  return [
    paint.faint('  control'),
    ...controls.map(({ name, mustConform, verdicts, isRight }) => {
      const verdict = [...new Set(verdicts)].join(', ').padEnd(12);
      const line = `${isRight ? '✓' : '✗'} ${padded(name, 33)}${verdict} ${mustConform ? 'must conform' : 'must not conform'}`;
      return isRight ? line : paint.bad(line);
    }),
  ];
}

function ending(report: SelfTestReport, paint: Paint): readonly string[] {
  const { word, isGood } = verdictOf(report);
  return [
    ...figures(report).map(([name, value]) => `  ${padded(name, 18)}${value}`),
    ...wrapped(meaning(report), columns).map(paint.faint),
    paint.strong((isGood ? paint.good : paint.bad)(word)),
    paint.faint(clipped(`Again: ${repeatCommand(report)}`, columns)),
  ];
}
