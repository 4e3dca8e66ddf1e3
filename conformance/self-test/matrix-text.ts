import { clipped, padded, wrapped } from '../writers/columns.ts';
import { ansiPaint, noPaint, type Paint } from '../writers/paint.ts';
import { counted, seconds } from '../writers/report-words.ts';
import { repeatCommand, share, verdictOf } from './matrix-words.ts';
import type { Accused, RequirementRow, SelfTestReport } from './self-test-report.ts';

const columns = 80;

/** The matrix as it is read on a terminal: 80 columns, the verdict last. */
export function matrixText(report: SelfTestReport, { colour }: { readonly colour: boolean }): string {
  const paint = colour ? ansiPaint : noPaint;
  const blocks = [
    heading(report, paint),
    requirementBlock(report, paint),
    survivorBlock(report, paint),
    unreachedBlock(report, paint),
    alarmBlock(report, paint),
    figures(report, paint),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

const heading = (report: SelfTestReport, paint: Paint): readonly string[] => [
  paint.strong('Can the suite be trusted?'),
  ...wrapped(
    `${counted(report.sensitivity.runs, 'run')} against ${counted(report.faults.length, 'broken server')}, ` +
      `${report.specificity.runs} against ${counted(report.specificity.servers, 'permitted server')}, ` +
      `${counted(report.seeds.length, 'seed')} from ${report.seed} on, ${seconds(report.durationMs)}`,
    columns,
  ).map(paint.faint),
];

function requirementBlock({ requirements }: SelfTestReport, paint: Paint): readonly string[] {
  if (requirements.length === 0) return [];
  const head = `  ${padded('requirement broken', 37)}${['faults', 'runs', 'caught', 'requests'].map((word) => word.padStart(10)).join('')}`;
  return [paint.faint(head), ...requirements.map((row) => requirementLine(row, paint))];
}

function requirementLine({ id, faults, runs, caught, medianRequests }: RequirementRow, paint: Paint): string {
  const isAll = caught === runs;
  const figures = [faults, runs, caught, medianRequests ?? '–'].map((figure) =>
    figure.toLocaleString('en-GB').padStart(10),
  );
  const line = `${isAll ? '✓' : '✗'} ${padded(id, 37)}${figures.join('')}`;
  return isAll ? line : paint.bad(line);
}

function survivorBlock({ survivors }: SelfTestReport, paint: Paint): readonly string[] {
  if (survivors.length === 0) return [];
  return [
    paint.strong(paint.bad(`Broken and not caught by the requirement that is broken: ${survivors.length}`)),
    ...survivors.flatMap(({ fault, over, seed, requirement, caughtBy, verdict, reached }) => [
      `  ${fault} (${over}, seed ${seed})`,
      ...wrapped(
        `breaks ${requirement} ${counted(reached, 'time')}; ` +
          (caughtBy.length > 0 ? `caught by ${caughtBy.join(', ')}` : `judged: ${verdict}`),
        columns - 4,
      ).map((line) => paint.faint(`    ${line}`)),
    ]),
  ];
}

function unreachedBlock({ unreached }: SelfTestReport, paint: Paint): readonly string[] {
  if (unreached.length === 0) return [];
  const names = unreached.map(({ fault, over, seed }) => `${fault} (${over}, seed ${seed})`);
  return [
    paint.strong(paint.open(`Never given occasion to do wrong: ${unreached.length}`)),
    ...wrapped(names.join(', '), columns - 2).map((line) => `  ${line}`),
  ];
}

function alarmBlock({ falseAlarms }: SelfTestReport, paint: Paint): readonly string[] {
  if (falseAlarms.length === 0) return [];
  return [
    paint.strong(paint.bad(`Permitted, and accused or not understood: ${falseAlarms.length}`)),
    ...falseAlarms.flatMap((accused) => [
      ...wrapped(`${accused.described} (seed ${accused.seed})`, columns - 2).map((line) => `  ${line}`),
      ...accusations(accused).flatMap((text) => wrapped(text, columns - 4).map((line) => paint.faint(`    ${line}`))),
    ]),
  ];
}

/** What went wrong with a permitted server, one line for each thing. */
export const accusations = ({ verdict, reason, alarms, differences }: Accused): readonly string[] => [
  ...(verdict === 'conforms' ? [] : [`judged: ${verdict}${reason === undefined ? '' : ` (${reason})`}`]),
  ...alarms.map(({ requirement, summary }) => `${requirement}: ${summary}`),
  ...differences.map(({ axis, found, is }) => `${axis} is ${is}, and was found to be ${found}`),
];

function figures(report: SelfTestReport, paint: Paint): readonly string[] {
  const { sensitivity, specificity, axes, medianRequests } = report;
  const { word, isGood } = verdictOf(report);
  const line = (name: string, value: string) => `  ${padded(name, 16)}${value}`;
  return [
    line('sensitivity', `${share(sensitivity.caught, sensitivity.runs)} of the broken caught by name`),
    line('specificity', `${share(specificity.conforming, specificity.runs)} of the permitted found to conform`),
    line('axes found', share(axes.found, axes.of)),
    ...(medianRequests === undefined ? [] : [line('median', `${counted(medianRequests, 'request')} to the catch`)]),
    paint.strong((isGood ? paint.good : paint.bad)(word)),
    paint.faint(clipped(`Again: ${repeatCommand(report)}`, columns)),
  ];
}
