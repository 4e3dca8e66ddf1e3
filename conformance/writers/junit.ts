import type { Report, RequirementResult } from '../report/document.ts';
import { failureOf } from './failure.ts';
import { escaped } from './markup.ts';
import { factsOf, nameOf, reasonOf, resultsOf, verdictText } from './report-words.ts';
import { failureText } from './terminal.ts';

/**
 * The report for CI systems. What could not be judged is an error where the run is incomplete for that, and skipped
 * where another failure is the cause; what does not apply is skipped, since the verdict stands without it. The run is a
 * test case of its own, and fails where no single requirement says why the whole is no success.
 */
export function junitReport(report: Report): string {
  const cases = [runCase(report), ...report.requirements.map((result) => requirementCase(result, report))];
  const count = (element: string) => cases.filter((text) => text.includes(`\n      <${element} `)).length;
  const counts =
    `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" ` +
    `skipped="${count('skipped')}" time="${(report.durationMs / 1000).toFixed(3)}"`;
  const properties = factsOf(report).map(
    ([label, value]) => `      <property name="${label}" value="${attribute(value)}"/>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conversation-reset-conformance" ${counts}>
  <testsuite name="${attribute(nameOf(report))}" timestamp="${attribute(report.startedAt)}" ${counts}>
    <properties>
${properties.join('')}    </properties>
${cases.join('')}  </testsuite>
</testsuites>
`;
}

function requirementCase(result: RequirementResult, { target, replayed, verdict }: Report): string {
  const { id, level, outcome, known, causedBy } = result;
  const opening = `    <testcase classname="${replayed ? 'replay' : 'conformance'}.${level}" name="${attribute(id)}"`;
  const because = reasonOf(result) ?? '';
  if (outcome === 'pass') return `${opening}/>\n`;
  if (outcome === 'fail') {
    if (known !== undefined) return closed(opening, skipped(`known failure: ${known}`));
    const failure = failureOf(result, target);
    return closed(opening, element('failure', 'violation', failure.diagnosis, failureText(failure)));
  }
  const isCause = outcome === 'not-exercised' && causedBy === undefined && verdict !== 'violates';
  return closed(opening, isCause ? element('error', 'not-judged', because, because) : skipped(because));
}

function runCase(report: Report): string {
  const { verdict, reason, replayed } = report;
  const opening = `    <testcase classname="${replayed ? 'replay' : 'conformance'}" name="run"`;
  const words = verdictText(report);
  if (verdict === 'incomplete' || verdict === 'not-run')
    return closed(opening, element('error', verdict, words, words));
  const isOwnFault = verdict === 'violates' && (reason !== undefined || resultsOf(report, 'fail').length === 0);
  return isOwnFault ? closed(opening, element('failure', 'violation', words, words)) : `${opening}/>\n`;
}

const closed = (opening: string, content: string): string => `${opening}>\n${content}    </testcase>\n`;

const skipped = (message: string): string => `      <skipped message="${attribute(message)}"/>\n`;

const element = (name: string, type: string, message: string, text: string): string =>
  `      <${name} type="${type}" message="${attribute(message)}">${escaped(text)}</${name}>\n`;

/** A line break in an attribute would come out of a parser as a space. */
const attribute = (text: string): string => escaped(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
