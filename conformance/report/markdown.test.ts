import { expect, test } from 'vitest';
import { markdownReport } from './markdown.ts';
import { sampleReports } from './sample-reports.ts';

test.each([
  ['conforms', '# ✅ Conforms'],
  ['violates', '# ❌ Violates the specification'],
  ['incomplete', '# ⚠️ Incomplete'],
  ['notRun', '# ⚠️ Nothing was judged'],
  ['knownFailures', '# ✅ No new violation; 1 known'],
  ['replayed', '# ❌ 1 of the 3 violations came back; 1 could not be repeated'],
  ['noneCameBack', '# ☑️ None of the 2 violations came back'],
] as const)('%s begins with its verdict', (name, heading) => {
  expect(markdownReport(sampleReports[name]).split('\n')[0]).toBe(heading);
});

const violates = markdownReport(sampleReports.violates);

test('every table row has as many cells as its head', () => {
  for (const block of violates.split('\n\n').filter((text) => text.startsWith('|'))) {
    const widths = block.split('\n').map((row) => row.replaceAll('\\|', '').split('|').length);
    expect(new Set(widths).size).toBe(1);
  }
});

test('every fold and every fence is closed', () => {
  expect(violates.match(/<details>/g)?.length).toBe(violates.match(/<\/details>/g)?.length);
  expect((violates.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
});

test('the lists stand side by side with what is wrong in words', () => {
  expect(violates).toContain(
    [
      '|  | before | expected | seen |',
      '| --- | --- | --- | --- |',
      '| 1 | user <code>z-peer03</code> | user <code>z-peer03</code> | group <code>q-group02</code> **out of its place** |',
    ].join('\n'),
  );
});

test('a text of the target is no markup', () => {
  expect(violates).toContain('&lt;script&gt;alert(1)&lt;/script&gt; \\]\\]&gt; \\| \\`x\\`');
  expect(violates).toContain('- Could not be removed: cr7x9k2a-3-k-hall &lt;b&gt;');
});

test('a text of the target notifies nobody and leads nowhere', () => {
  const text = markdownReport({ ...sampleReports.notRun, notes: ['# @everyone, see #1 at https://evil.example $x$'] });
  expect(text).toContain('- \\#\u200b @\u200beveryone, see #\u200b1 at https:\u200b//evil.example \\$x\\$');
});

test('a fence is longer than any in what it holds', () => {
  const [failed] = sampleReports.violates.requirements.filter(({ outcome }) => outcome === 'fail');
  if (failed?.counterexample === undefined) throw new Error('the sample has lost its violation');
  const story = [{ phase: 'act', what: 'x', curl: 'curl', answer: '200 ```` done' }] as const;
  const text = markdownReport({
    ...sampleReports.violates,
    requirements: [{ ...failed, counterexample: { ...failed.counterexample, story } }],
  });
  expect(text).toContain('`````sh\nexport BASE_URL=');
  expect(text).toContain('\n# act: x\ncurl\n# → 200 ```` done\n`````\n');
});
