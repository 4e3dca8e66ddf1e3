import { expect, test } from 'vitest';
import type { Report } from '../report/document.ts';
import { notWellFormed } from '../testing/markup-check.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { junitReport } from './junit.ts';

test.each([
  ['<a b="1"><c/>x &amp; y</a>', undefined],
  ['<a><b></a></b>', 'an end of what is not open'],
  ['<a>', 'never closed: a'],
  ['<a>x & y</a>', 'a bare ampersand'],
  ['<a b="<">x</a>', 'no tag'],
  ['<a b="1" b="2"/>', 'an attribute twice'],
  ['<a>\u0007</a>', 'a character that XML does not allow'],
])('the check itself: %j is %s', (text, problem) => {
  expect(notWellFormed(text)?.replace(/(?<!closed): .*/, '')).toBe(problem);
});

test.each([
  ['conforms', [9, 0, 0, 0]],
  ['violates', [9, 5, 0, 1]],
  ['together', [9, 1, 0, 0]],
  ['notApplicable', [9, 0, 0, 1]],
  ['incomplete', [9, 0, 2, 0]],
  ['notRun', [1, 0, 1, 0]],
  ['knownFailures', [9, 0, 0, 1]],
  ['replayed', [4, 1, 0, 1]],
  ['noneCameBack', [3, 0, 0, 0]],
] as const)('%s is well-formed, and counts what stands in it', (name, [tests, failures, errors, skipped]) => {
  const text = junitReport(sampleReports[name]);
  expect(notWellFormed(text)).toBeUndefined();
  const counts = `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="4.321"`;
  expect(text).toContain(counts);
  const elements = ['testcase', 'failure', 'error', 'skipped'].map((tag) => text.split(new RegExp(`<${tag}[ >]`)));
  expect(elements.map(({ length }) => length - 1)).toEqual([tests, failures, errors, skipped]);
});

const { conforms, violates, incomplete, notApplicable, knownFailures } = sampleReports;
const stopped = 'stopped by SIGINT';
const incompleteToo: Report = { ...incomplete, requirements: violates.requirements };
const keptFromJudging = 'name="omitted-equals-false">\n      <skipped message="it failed where';
const outOfDate: Report = { ...conforms, verdict: 'violates', reason: 'of the known failures, x is fulfilled' };

test.each<[string, Report, string]>([
  ['not judged', incomplete, 'name="rest-keeps-order">\n      <error type="not-judged" message="tried 3 times;'],
  ['an incomplete run', incomplete, 'name="run">\n      <error type="incomplete" message="Incomplete. Stopped by SIG'],
  ['kept from being judged by another failure, in an incomplete run too', incompleteToo, keptFromJudging],
  ['not applicable', notApplicable, '<skipped message="withoutPreserveOrder is kept:'],
  ['known to fail', knownFailures, '<skipped message="known failure: CHAT-17: fixed'],
  ['violated', violates, '<failure type="violation" message="A group reset with preserveOrder moved the conversation'],
  ['violated, with its script', violates, '\nexport BASE_URL=&#39;http://127.0.0.1:4010/v3&#39;'],
  ['said by the target', violates, '&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; |'],
  ['a run with violations', sampleReports.together, 'name="run"/>'],
  ['a run that was stopped', { ...violates, reason: stopped }, 'name="run">\n      <failure type="violation"'],
  ['a known failure no more', outOfDate, 'message="The known failures are out of date. Of the known failures, x is'],
])('what is %s is reported as such', (_what, report, shown) => {
  expect(junitReport(report)).toContain(shown);
});
