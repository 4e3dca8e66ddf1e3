import type { Report, RequirementResult } from '../report.ts';
import { escaped } from './markup.ts';
import { tally, verdictText } from './summary.ts';
import { failureText } from './terminal.ts';

/**
 * The report for CI systems. JUnit has no word for what could not be judged, so that is an error, never a skip; what
 * does not apply is skipped, since the verdict stands without it. The run is a test case of its own, and fails where no
 * single requirement says why the whole is no success.
 */
export function junitReport(report: Report): string {
  const cases = [runCase(report), ...report.requirements.map((result) => requirementCase(result, report))];
  const count = (element: string) => cases.filter((text) => text.includes(`\n      <${element} `)).length;
  const counts =
    `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" ` +
    `skipped="${count('skipped')}" time="${(report.durationMs / 1000).toFixed(3)}"`;
  const { target, seed, budget, requests, observedResets, replayed } = report;
  const facts = replayed ? { target, requests, replayed } : { target, seed, budget, requests, observedResets };
  const properties = Object.entries(facts).map(
    ([name, value]) => `      <property name="${name}" value="${escaped(String(value))}"/>\n`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites name="conversation-reset-conformance" ${counts}>\n`,
    `  <testsuite name="conversation-reset-conformance" ${counts}>\n`,
    `    <properties>\n${properties.join('')}    </properties>\n`,
    ...cases,
    '  </testsuite>\n',
    '</testsuites>\n',
  ].join('');
}

function requirementCase(result: RequirementResult, { target, replayed }: Report): string {
  const { id, level, because = '', counterexample, known } = result;
  const opening = `    <testcase classname="${replayed ? 'replay' : 'conformance'}.${level}" name="${id}"`;
  switch (result.outcome) {
    case 'pass':
      return `${opening}/>\n`;
    case 'not-applicable':
      return closed(opening, emptyElement('skipped', because));
    case 'not-exercised':
      return closed(opening, element('error', 'not-exercised', because, because));
    case 'fail':
      if (known !== undefined) return closed(opening, emptyElement('skipped', `known failure: ${known}`));
      return closed(
        opening,
        element('failure', 'violation', counterexample?.summary ?? result.title, failureText(result, target)),
      );
  }
}

function runCase(report: Report): string {
  const opening = `    <testcase classname="${report.replayed ? 'replay' : 'conformance'}" name="run"`;
  const words = verdictText(report);
  const ownFault = tally(report).failed.length === 0 || report.reason !== undefined;
  switch (report.verdict) {
    case 'conforms':
      return `${opening}/>\n`;
    case 'violates':
      return ownFault ? closed(opening, element('failure', 'violation', words, words)) : `${opening}/>\n`;
    case 'incomplete':
    case 'not-run':
      return closed(opening, element('error', report.verdict, words, words));
  }
}

const closed = (opening: string, content: string): string => `${opening}>\n${content}    </testcase>\n`;

const emptyElement = (name: string, message: string): string => `      <${name} message="${attribute(message)}"/>\n`;

const element = (name: string, type: string, message: string, text: string): string =>
  `      <${name} type="${type}" message="${attribute(message)}">${escaped(text)}</${name}>\n`;

/** A line break in an attribute would come out of a parser as a space. */
const attribute = (text: string): string => escaped(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
