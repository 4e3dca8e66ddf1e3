import { type Result, refuse } from '../../core/result.ts';
import { isMap } from '../../fixtures/plain-data.ts';
import { messageOf, problemText, shown } from '../../fixtures/problem.ts';
import { readText } from '../../fixtures/read-text.ts';
import { checked, readAs } from '../../fixtures/shape.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { type Report, reportShape } from './document.ts';

/** A JSON report that is what its type says, scenarios included; or a sentence that says what is wrong, and where. */
export function readReport(text: string, name: string): Result<Report, string> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return refuse(`${name} is no JSON: ${messageOf(error)}.`);
  }
  if (!isMap(raw) || raw['schemaVersion'] === undefined) {
    return refuse(`${name} is no report of this suite: it has no schemaVersion.`);
  }
  if (raw['schemaVersion'] !== 1) {
    return refuse(`${name} has schemaVersion ${shown(raw['schemaVersion'])}; this version reads schemaVersion 1 only.`);
  }
  const read = readAs<Report>(wholeReport, raw);
  return read.ok ? read : refuse(`${name}: ${read.refusal.map(problemText)[0]}`);
}

const wholeReport = checked(reportShape, ({ requirements }, place) => {
  for (const [index, { counterexample }] of requirements.entries()) {
    const where = place.in('requirements').in(index).in('counterexample').in('scenario');
    if (counterexample !== undefined) checkScenario(counterexample.scenario, where);
  }
});

export function readReportFile(file: string): Result<Report, string> {
  const text = readText(file);
  return text.ok ? readReport(text.value, file) : refuse(`${file}${text.refusal}.`);
}

/** As `readReportFile`, for a report whose violations are to be repeated; refuses one without any. */
export function readReplayFile(file: string): Result<Report, string> {
  const report = readReportFile(file);
  if (!report.ok || report.value.requirements.some(({ counterexample }) => counterexample !== undefined)) return report;
  return refuse(
    `${file} holds no counterexample, so there is nothing to repeat; its verdict is ${report.value.verdict}.`,
  );
}
