import { expect, test } from 'vitest';
import type { Report } from '../report/document.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { markdownText } from './markdown.ts';
import { reportPage } from './report-page.ts';

const markdownReport = (report: Report): string => markdownText(reportPage(report));

test.each([
  ['conforms', '# ✅ Conforms'],
  ['violates', '# ❌ Violates the specification'],
  ['incomplete', '# ⚠️ Incomplete'],
  ['noneCameBack', '# None of the 2 violations came back'],
] as const)('%s begins with its verdict', (name, heading) => {
  expect(markdownReport(sampleReports[name]).split('\n')[0]).toBe(heading);
});

const violates = markdownReport(sampleReports.violates);

test('every table row has as many cells as its head', () => {
  const tables = violates.split('\n\n').filter((text) => text.startsWith('|'));
  expect(tables.length).toBeGreaterThan(4);
  for (const table of tables) {
    const widths = table.split('\n').map((row) => row.replaceAll('\\|', '').split('|').length);
    expect(new Set(widths).size).toBe(1);
  }
});

test('every fold and every fence is closed', () => {
  expect(violates.match(/<details(?: open)?>/g)?.length).toBe(violates.match(/<\/details>/g)?.length);
  expect((violates.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
});

test('a violation begins with its diagnosis, and the lists say in words what is wrong', () => {
  expect(violates).toContain(
    '## ❌ group-order-kept\n\n**A group reset with preserveOrder moved the conversation from place 2 to 1.**\n',
  );
  expect(violates).toContain(
    '| 1 | user peer-2 | user peer-2 | ↕ group hikers |\n| 2 | ↕ group hikers | ↕ group hikers | user peer-2 |\n',
  );
  expect(violates).toContain('\n\n↕ out of its place\n\n');
  expect(violates).toContain("removed two of peer-1's messages.** (did not come back)");
});

test('a text of the target is no markup, and no fence ends early', () => {
  expect(violates).toContain('&lt;script&gt;alert(1)&lt;/script&gt; \\]\\]&gt; \\| \\`x\\`');
  expect(violates).toContain('- Could not be removed: cr7x9k2a-3-crew &lt;b&gt;; ');
  expect(violates).toContain('\n`````sh\nexport BASE_URL=');
});

test('figures stay as they are, and what would begin a list does not', () => {
  const note = (text: string) => markdownReport({ ...sampleReports.conforms, notes: [text] });
  expect(note('0.1 s later')).toContain('- 0.1 s later\n');
  expect(note('1. not a list')).toContain('- 1\\. not a list\n');
  expect(note('# not a heading')).toContain('- \\#\u200b not a heading\n');
});

test('a text of the target notifies nobody and leads nowhere', () => {
  const text = markdownReport({ ...sampleReports.notRun, notes: ['@everyone, see #1 at https://evil.example $x$'] });
  expect(text).toContain('- @\u200beveryone, see #\u200b1 at https:\u200b//evil.example \\$x\\$');
});
