import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { comparisonPage } from '../compare/compare-page.ts';
import { compareReports } from '../compare/compare-reports.ts';
import type { Report } from '../report/document.ts';
import { notWellFormed } from '../testing/markup-check.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { htmlText } from './html.ts';
import { reportPage } from './report-page.ts';

const htmlReport = (report: Report): string => htmlText(reportPage(report));

const samples = Object.entries(sampleReports) as readonly (readonly [string, Report])[];
const pages: readonly (readonly [string, string])[] = [
  ...samples.map(([name, report]) => [name, htmlReport(report)] as const),
  ['a comparison', htmlText(comparisonPage(compareReports(samples.map(([, report]) => report))))],
];

const withoutEnd = new Set(['meta', 'br', 'input']);
const scriptOf = (page: string): string => /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';

test.each(pages)('%s is a well-formed page', (_name, page) => {
  expect(notWellFormed(page.replace(scriptOf(page), ''), withoutEnd)).toBeUndefined();
});

test.each(pages)('%s loads nothing, and runs its own script alone', (_name, page) => {
  expect(page.replace(scriptOf(page), '')).not.toMatch(/<link|<img|<iframe|\ssrc=|@import|url\(|<[^>]*\son\w+=/i);
  expect(page.match(/<script/g)).toHaveLength(1);
  const hash = createHash('sha256').update(scriptOf(page)).digest('base64');
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'"`);
});

test.each(pages)('every link of %s leads somewhere, and no id stands twice', (_name, page) => {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  const targets = [...page.matchAll(/href="#?([^"]*)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

const violates = htmlReport(sampleReports.violates);
const articleOf = (page: string, id: string): string => {
  const begin = page.indexOf(`<article class="failure " id="${id}">`);
  return page.slice(begin, page.indexOf('</article>', begin));
};

test('title, name, date and version say what the page is of', () => {
  expect(violates).toContain('<title>Violates the specification: late &lt;server&gt;, 2025-11-22 09:15 UTC</title>');
  expect(violates).toContain('<dt>suite</dt><dd>0.1.0</dd>');
});

test('a square leads to each requirement, with its outcome for those who do not see the colour', () => {
  const strip = violates.slice(violates.indexOf('<nav'), violates.indexOf('</nav>'));
  expect(strip.match(/<a /g)).toHaveLength(8);
  expect(strip).toContain(
    '<a class="bad" href="#group-order-kept" title="group-order-kept: violated"><span>group-order-kept: violated</span></a>',
  );
  expect(strip).toContain('<a class="good" href="#row-user-reset-works"');
});

test('a run that judged nothing shows no requirement', () => {
  const { notRun, incomplete } = sampleReports;
  expect(htmlReport({ ...notRun, requirements: incomplete.requirements })).not.toMatch(/<nav|fulfilled|not judged/);
});

test('several violations are told by their diagnoses first', () => {
  const diagnoses = violates.slice(violates.indexOf('<ul class="diagnoses">'), violates.indexOf('</ul>'));
  expect(diagnoses.match(/<li>/g)).toHaveLength(4);
  expect(diagnoses).toContain('<a href="#false-deletes-none-for-others">me&#39;s reset removed two of peer-1');
});

test('the picture has the operation between before and after, with the ids short', () => {
  const article = articleOf(violates, 'group-order-kept');
  expect(article.slice(0, article.indexOf('<div class="list before">'))).toContain(
    '<p class="operation">me resets group:hikers, with preserveOrder true<samp>→ 200 {&quot;data&quot;:{&quot;success&quot;:true,&quot;message&quot;:&quot;The conversation group_hikers has been deleted for me.',
  );
});

test('the row that moved is marked in each list, and a line leads to where it stands', () => {
  const article = articleOf(violates, 'group-order-kept');
  const rows = [...article.matchAll(/<li class="moved">.*?class="name" title="([^"]*)">/g)];
  expect(rows.map(([, name]) => name)).toEqual(Array(3).fill('hikers'));
  expect(article).toContain('<path class="moved" d="M0 30 C50 30 50 10 100 10"/>');
});

test('what did not come back has a mark, and nothing else has it', () => {
  expect(violates.match(/<span class="pill open">did not come back<\/span>/g)).toHaveLength(1);
  expect(articleOf(violates, 'false-deletes-none-for-others')).toContain('did not come back</span>');
});

test('what is fulfilled is folded', () => {
  expect(violates).toContain('<details><summary class="good">✓ 3 fulfilled, each tried ');
  expect(violates).toContain('<details open><summary class="open">? 1 not judged</summary>');
  expect(violates).toContain('<p>Tried 2 times; at least 20 are needed (group-order-kept is violated).</p>');
});

test('the script has a button for those who can use one', () => {
  expect(articleOf(violates, 'success-true')).toContain(
    '<button type="button" class="copy" hidden>Copy</button><pre>export BASE_URL=&#39;http://127.0.0.1:4010/v3&#39;',
  );
});

test('a text of the target is no markup', () => {
  expect(violates).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(violates).not.toContain('<b>done');
});

test('of requests that were sent at once, no single answer stands beside the operation', () => {
  const article = articleOf(htmlReport(sampleReports.together), 'quiet-after-concurrency');
  expect(article).toContain('<p class="operation">me and peer-1 reset their conversation at once</p>');
  expect(article.match(/<span class="pill">sent at once<\/span>/g)).toHaveLength(2);
  expect(article).toContain('<li class="empty">no messages</li>');
});
