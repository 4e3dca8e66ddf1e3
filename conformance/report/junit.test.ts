import { expect, test } from 'vitest';
import { junitReport } from './junit.ts';
import { notWellFormed } from './markup-check.ts';
import { sampleReports } from './sample-reports.ts';

test.each(Object.entries(sampleReports))('%s is well-formed', (_name, report) => {
  expect(notWellFormed(junitReport(report))).toBeUndefined();
});

test.each([
  ['<a b="1"><c/>x &amp; y</a>', undefined],
  ['<a><b></a></b>', 'an end of what is not open'],
  ['<a>', 'never closed: a'],
  ['<a>x & y</a>', 'a bare ampersand'],
  ['<a b="<">x</a>', 'no tag'],
  ['<a b="1" b="2"/>', 'an attribute twice'],
  ['<a>\u0007</a>', 'a character that XML does not allow'],
])('the check itself: %j is %s', (text, problem) => {
  if (problem === undefined) expect(notWellFormed(text)).toBeUndefined();
  else expect(notWellFormed(text)).toContain(problem);
});

const counts = (text: string) =>
  text.match(/<testsuites .*?tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)" time="([\d.]+)"/)?.slice(1);

test.each([
  ['conforms', ['35', '0', '0', '0', '4.321']],
  ['violates', ['35', '4', '0', '0', '4.321']],
  ['notApplicable', ['35', '0', '0', '1', '4.321']],
  ['incomplete', ['35', '0', '2', '0', '4.321']],
  ['notRun', ['1', '0', '1', '0', '4.321']],
  ['knownFailures', ['35', '0', '0', '1', '4.321']],
  ['replayed', ['4', '1', '1', '0', '4.321']],
  ['noneCameBack', ['3', '0', '0', '0', '4.321']],
] as const)('%s counts what stands in it', (name, expected) => {
  const text = junitReport(sampleReports[name]);
  expect(counts(text)).toEqual(expected);
  const elements = ['testcase', 'failure', 'error', 'skipped'].map(
    (tag) => text.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0,
  );
  expect(elements.map(String)).toEqual(expected.slice(0, 4));
});

test('what could not be judged is an error, never a skip', () => {
  const text = junitReport(sampleReports.incomplete);
  expect(text).toContain('name="look-alikes-apart">\n      <error type="not-exercised" message="exercised 3 times;');
  expect(text).toContain('name="run">\n      <error type="incomplete" message="Incomplete. Stopped by SIGINT.');
});

test('what does not apply and what is known to fail is skipped with its reason', () => {
  expect(junitReport(sampleReports.notApplicable)).toContain('<skipped message="withoutPreserveOrder is kept:');
  expect(junitReport(sampleReports.knownFailures)).toContain('<skipped message="known failure: CHAT-17: fixed');
});

test('a failure carries its story, and none of its characters breaks the form', () => {
  const text = junitReport(sampleReports.violates);
  expect(text).toContain('<failure type="violation" message="with preserveOrder group:cr7x9k2a-12-q-group02 has moved');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; | `x`');
  expect(text).toContain('\\u0007');
});

test('a run that fails for no single requirement fails by itself', () => {
  const report = {
    ...sampleReports.conforms,
    verdict: 'violates',
    reason: 'The list of known failures is wrong',
  } as const;
  expect(junitReport(report)).toContain('name="run">\n      <failure type="violation" message="The known failures');
});

test('a control character from anywhere is spelled out', () => {
  const because = 'it said \u0007 and \ud800';
  const [first, ...others] = sampleReports.conforms.requirements;
  if (first === undefined) throw new Error('the sample has lost its requirements');
  const text = junitReport({
    ...sampleReports.conforms,
    requirements: [{ ...first, outcome: 'not-applicable', because }, ...others],
  });
  expect(notWellFormed(text)).toBeUndefined();
  expect(text).toContain('it said \\u0007 and \\ud800');
});

test('a story is told in full: nobody who reads it has another file', () => {
  const texts = Object.values(sampleReports).map((report) => junitReport(report));
  expect(texts.filter((text) => text.includes('create user 30'))).not.toEqual([]);
  for (const text of texts) expect(text).not.toContain('more steps like these');
});
