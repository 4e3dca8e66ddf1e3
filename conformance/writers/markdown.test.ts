import { expect, test } from 'vitest';
import type { Report } from '../report/document.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { markdownText, unlinked } from './markdown.ts';
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

test('every table row has as many cells as its head, and every fold and fence is closed', () => {
  const tables = violates.split('\n\n').filter((text) => text.startsWith('|'));
  expect(tables.length).toBeGreaterThan(4);
  for (const table of tables) {
    const widths = table.split('\n').map((row) => row.replaceAll('\\|', '').split('|').length);
    expect(new Set(widths).size).toBe(1);
  }
  expect(violates.match(/<details(?: open)?>/g)?.length).toBe(violates.match(/<\/details>/g)?.length);
  expect((violates.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
});

test.each([
  '\nNot complete for group resets (messagesAfterReset is other).\n',
  '## ❌ group-order-kept\n\n**A group reset with preserveOrder moved the conversation from place 2 to 1.** (required)\n',
  '| 1 | user:peer-2 | user:peer-2 | ↕ group:hikers |\n| 2 | ↕ group:hikers | ↕ group:hikers | user:peer-2 |\n',
  '\n\n↕ out of its place\n\n',
  "removed two of peer-1's messages.** (derived)\n\ndid not come back\n",
  'It did not come back when it was repeated 10 times: it may happen now and then, or only after what the run did before;',
  // A text of the target is no markup, and no fence ends early.
  '&lt;script&gt;alert(1)&lt;/script&gt; \\]\\]&gt; \\| \\`x\\`',
  '\n`````sh\nexport BASE_URL=',
])('a violation and what is wrong stand there in words: %j', (shown) => {
  expect(violates).toContain(shown);
});

test.each([
  ['0.1 s later', '0.1 s later'],
  ['1. not a list', '1\\. not a list'],
  ['# not a heading', '\\#\u200b not a heading'],
  ['group_of_two, _one_', 'group\\_of\\_two, \\_one\\_'],
  ['<b>', '&lt;b&gt;'],
  ['@all, see #1 at https://evil.example $x$', '@\u200ball, see #\u200b1 at https:\u200b//evil.example \\$x\\$'],
])('the note %j is text, notifies nobody and leads nowhere', (note, written) => {
  expect(markdownReport({ ...sampleReports.conforms, notes: [note] })).toContain(`\n- ${written}\n`);
});

test.each([
  ['@everyone', '@\u200beveryone'],
  ['fixes #1', 'fixes #\u200b1'],
  ['GH-12', 'GH-\u200b12'],
  ['see https://evil.example/x', 'see https:\u200b//evil.example/x'],
  ['www.evil.example', 'www.\u200bevil.example'],
  ['mailto:a@b.c', 'mailto:\u200ba@\u200bb.c'],
  ['user: ann', 'user: ann'],
])('%s notifies nobody and leads nowhere', (text, harmless) => {
  expect(unlinked(text)).toBe(harmless);
});
