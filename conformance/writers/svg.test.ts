import { expect, test } from 'vitest';
import { notWellFormed } from '../testing/markup-check.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { failureWords } from './failure-words.ts';
import { failureSvg } from './svg.ts';

const failed = sampleReports.violates.requirements
  .filter(({ outcome }) => outcome === 'fail')
  .map((result) => failureWords({ ...result, title: '<title>' }, 'http://here/v3'));

test.each(failed)('a picture is well-formed, loads nothing and runs nothing: $diagnosis', (words) => {
  const svg = failureSvg(words);
  expect(notWellFormed(svg.trim())).toBeUndefined();
  expect(svg).not.toMatch(/<script|href=|url\(|@import|\son\w+=/);
  expect(svg).toContain(': &lt;title&gt;');
  expect(svg).toContain(words.shown?.comparison.of === 'answer' ? '<dt>expected</dt>' : '<h4>seen</h4>');
});
