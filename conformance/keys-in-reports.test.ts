import { expect, test } from 'vitest';
import type { Report, ReportStep } from './report/document.ts';
import { jsonText } from './report/printable.ts';
import { withoutSecrets } from './report/without-secrets.ts';
import { describeReply } from './target/answer.ts';
import { createHttpClient } from './target/http-client.ts';
import { secretsOf } from './target/secrets.ts';
import { sampleReports } from './testing/sample-reports.ts';
import { key, leaks, spellings } from './testing/sample-secrets.ts';
import { htmlText } from './writers/html.ts';
import { junitReport } from './writers/junit.ts';
import { markdownText } from './writers/markdown.ts';
import { reportPage } from './writers/report-page.ts';
import { terminalText } from './writers/terminal.ts';

const forms: Readonly<Record<string, (report: Report) => string>> = {
  JSON: jsonText,
  JUnit: junitReport,
  HTML: (report) => htmlText(reportPage(report)),
  Markdown: (report) => markdownText(reportPage(report)),
  terminal: (report) => terminalText(reportPage(report), { colour: false, verbose: false }),
};

/** What a run keeps of answers with these bodies. */
async function answersWith(bodies: readonly string[]): Promise<readonly string[]> {
  let asked = 0;
  const exchange = async () => ({ status: 401, contentType: 'text/plain', text: bodies[asked++] ?? '' });
  const options = { apiKey: key, deadlineMs: 1_000, signal: undefined };
  const { send } = createHttpClient(options, { exchange, close: async () => {} });
  const said: string[] = [];
  for (const _ of bodies) {
    const { reply } = await send({ method: 'DELETE', path: '/x', headers: { apikey: key } });
    said.push(describeReply(reply), reply.kind === 'answered' ? JSON.stringify(reply.json ?? '') : '');
  }
  return said;
}

/** A report that says it everywhere. */
function saying(answers: readonly string[]): Report {
  const [failed] = sampleReports.violates.requirements.filter(({ outcome }) => outcome === 'fail');
  const [first = ''] = answers;
  if (failed?.counterexample === undefined) throw new Error('the sample has lost its violation');
  const counterexample = {
    ...failed.counterexample,
    diagnosis: `A reset was answered with ${first}.`,
    steps: answers.map((answer): ReportStep => ({ phase: 'act', what: 'ann resets bob', curl: 'curl', answer })),
    comparison: { of: 'answer', subject: 'the reset', expected: '200', seen: first } as const,
  };
  return { ...sampleReports.violates, notes: answers, requirements: [{ ...failed, counterexample }] };
}

test.each(
  Object.entries(spellings),
)('a key that a target repeats %s, and cuts anywhere, is in no form of a report', async (_, spelled) => {
  const cuts = [...spelled].flatMap((_, cut) => [spelled.slice(0, cut), spelled.slice(cut)]);
  // Our own cut may come in the midst of it, too.
  const late = Array.from({ length: 50 }, (_, index) => `${'y'.repeat(255 + index)}${spelled}`);
  const bodies = [spelled, ...cuts, ...late].flatMap((text) => [`no such key: ${text}`, `{"message":"${text}"}`]);
  const report = withoutSecrets(saying(await answersWith(bodies)), secretsOf(key, []));
  for (const [name, form] of Object.entries(forms)) {
    const lines = form(report).split('\n').filter(leaks);
    expect([name, lines]).toEqual([name, []]);
  }
});

test('every form would show a key', () => {
  for (const form of Object.values(forms)) expect(leaks(form(saying([`401 ${key}`])))).toBe(true);
});
