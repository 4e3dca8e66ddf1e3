import { expect, test } from 'vitest';
import type { Report, RequirementResult } from '../report.ts';
import { htmlReport } from './html.ts';
import { markdownReport } from './markdown.ts';
import { sampleReports } from './sample-reports.ts';
import { terminalReport } from './terminal.ts';

/** The sample whose list has lost a row and gained one, told as two outcomes that contradict each other. */
function contradiction(): Report {
  const [failed] = sampleReports.violates.requirements.filter(({ outcome }) => outcome === 'fail');
  if (failed?.counterexample === undefined) throw new Error('the sample has lost its violation');
  const comparison = {
    of: 'list',
    subject: 'the list of me',
    before: ['user:a', 'user:b', 'user:c'],
    expected: ['user:b', 'user:c'],
    otherwise: 'with false',
    seen: ['user:a', 'user:b'],
  } as const;
  const result: RequirementResult = { ...failed, counterexample: { ...failed.counterexample, comparison } };
  return { ...sampleReports.violates, requirements: [result] };
}

test('of two outcomes, each is shown under its own heading, and neither is called the right one', () => {
  const text = terminalReport(contradiction(), { colour: false });
  expect(text).toContain(
    [
      '     before                    with false                seen',
      '1    user a                    user b                  + user a',
      '2    user b                  − user c                    user b',
      '3  − user c',
      '− only with false. + not with false.',
    ].join('\n'),
  );
  const markdown = markdownReport(contradiction());
  expect(markdown).toContain('|  | before | with false | seen |');
  expect(markdown).toContain('**only with false**');
  const html = htmlReport(contradiction());
  expect(html).toContain('<h4>with false</h4>');
  expect(html).toContain('not with false');
  for (const page of [text, markdown, html]) expect(page).not.toMatch(/\bnot expected\b|\bmissing\b/);
});
