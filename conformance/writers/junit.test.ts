import { expect, test } from 'vitest';
import type { Report } from '../report/document.ts';
import { notWellFormed } from '../testing/markup-check.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { junitReport } from './junit.ts';

test.each(
  Object.entries(sampleReports) as readonly (readonly [string, Report])[],
)('%s is well-formed', (_name, report) => {
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
  ['conforms', ['9', '0', '0', '0', '4.321']],
  ['violates', ['9', '4', '0', '1', '4.321']],
  ['notApplicable', ['9', '0', '0', '1', '4.321']],
  ['incomplete', ['9', '0', '2', '0', '4.321']],
  ['notRun', ['1', '0', '1', '0', '4.321']],
  ['knownFailures', ['9', '0', '0', '1', '4.321']],
  ['replayed', ['4', '1', '0', '1', '4.321']],
  ['noneCameBack', ['3', '0', '0', '0', '4.321']],
] as const)('%s counts what stands in it', (name, expected) => {
  const text = junitReport(sampleReports[name]);
  expect(counts(text)).toEqual(expected);
  const elements = ['testcase', 'failure', 'error', 'skipped'].map(
    (tag) => text.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0,
  );
  expect(elements.map(String)).toEqual(expected.slice(0, 4));
});

test('what an incomplete run could not judge is an error', () => {
  const text = junitReport(sampleReports.incomplete);
  expect(text).toContain('name="rest-keeps-order">\n      <error type="not-judged" message="tried 3 times;');
  expect(text).toContain('name="run">\n      <error type="incomplete" message="Incomplete. Stopped by SIGINT.');
});

test('what another failure kept from being judged is skipped, in an incomplete run too', () => {
  const { requirements } = sampleReports.violates;
  const text = junitReport({ ...sampleReports.incomplete, requirements });
  expect(text).toContain('name="omitted-equals-false">\n      <skipped message="tried 2 times;');
});

test('what does not apply and what is known to fail is skipped with its reason', () => {
  expect(junitReport(sampleReports.notApplicable)).toContain('<skipped message="withoutPreserveOrder is kept:');
  expect(junitReport(sampleReports.knownFailures)).toContain('<skipped message="known failure: CHAT-17: fixed');
});

test('a failure carries its diagnosis and its script, and no character of it breaks the form', () => {
  const text = junitReport(sampleReports.violates);
  expect(text).toContain('<failure type="violation" message="A group reset with preserveOrder moved the conversation');
  expect(text).toContain('\nexport BASE_URL=&#39;http://127.0.0.1:4010/v3&#39;');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; |');
});

test('a run whose own fault it is fails as a whole: it was stopped, or a known failure is none any more', () => {
  const { violates, conforms } = sampleReports;
  expect(junitReport(violates)).toContain('name="run"/>');
  expect(junitReport({ ...violates, reason: 'stopped by SIGINT' })).toContain(
    'name="run">\n      <failure type="violation"',
  );
  expect(junitReport({ ...conforms, verdict: 'violates', reason: 'of the known failures, x is fulfilled' })).toContain(
    'message="The known failures are out of date. Of the known failures, x is fulfilled. 8 requirements fulfilled."',
  );
});
