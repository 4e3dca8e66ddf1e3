import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
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

const loads = /<link|<img|<iframe|\ssrc=|@import|url\(|<[^>]*\son\w+=/i;

test.each(pages)('%s is well-formed, loads nothing, runs its own script alone, and its links lead there', (_, page) => {
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const rest = page.replace(script, '');
  expect(notWellFormed(rest, new Set(['meta', 'br', 'input']))).toBeUndefined();
  expect(rest).not.toMatch(loads);
  expect(page.match(/<script/g)).toHaveLength(1);
  const hash = createHash('sha256').update(script).digest('base64');
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'"`);
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  const targets = [...page.matchAll(/href="#?([^"]*)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the picture of the front page is well-formed, loads nothing and runs nothing', () => {
  const svg = readFileSync(new URL('../pages/violation.svg', import.meta.url), 'utf8');
  expect(notWellFormed(svg.trim())).toBeUndefined();
  expect(svg).not.toMatch(loads);
  expect(svg).not.toMatch(/<script|href=/);
});

const violates = htmlReport(sampleReports.violates);
const articleOf = (page: string, id: string): string => {
  const begin = page.indexOf(`<article class="failure" id="${id}">`);
  return page.slice(begin, page.indexOf('</article>', begin));
};

test.each([
  ['what the page is of', '<title>Violates the specification: late &lt;server&gt;, 2025-11-22 09:15 UTC</title>'],
  ['the version', '<dt>suite</dt><dd>0.1.0</dd>'],
  ['a square for a violation, in words', '<a class="bad" href="#group-order-kept" title="group-order-kept: violated"'],
  ['the same for who cannot see it', ' aria-label="group-order-kept: violated">'],
  ['a square for what is fulfilled', '<a class="good" href="#row-user-reset-works"'],
  ['the diagnoses first', '<li><a href="#false-deletes-none-for-others">me&#39;s reset removed two of peer-1'],
  ['what is fulfilled, folded', '<details><summary class="good">✓ 3 fulfilled, each tried '],
  ['what is not judged, unfolded', '<details open><summary class="open">? 1 not judged</summary>'],
  ['why it is not', '<p>It failed where group-order-kept is violated.</p>'],
  ['a text of the target as text', '&lt;script&gt;alert(1)&lt;/script&gt;'],
])('a page shows %s', (_what, shown) => {
  expect(violates).toContain(shown);
});

test('the script of a page runs to its end, whatever its address ends in', () => {
  const script = violates.slice(violates.indexOf('<script>') + '<script>'.length, violates.indexOf('</script>'));
  const asked: string[] = [];
  const document = {
    querySelectorAll: () => [],
    getElementById: (id: string) => void asked.push(id),
    querySelector: (what: string) => void asked.push(what),
  };
  runInNewContext(script, { document, location: { hash: '#%' }, addEventListener: () => {} });
  expect(asked).toEqual(['%', 'form.filters']);
});

test('a run that judged nothing shows no requirement', () => {
  const { notRun, incomplete } = sampleReports;
  expect(htmlReport({ ...notRun, requirements: incomplete.requirements })).not.toMatch(/<nav|fulfilled|not judged/);
});

test('the picture has the operation, the ids without their beginning, and a line to where a row stands', () => {
  const article = articleOf(violates, 'group-order-kept');
  expect(article).toContain('<p class="operation">me resets group:hikers, with preserveOrder true<samp>→ 200 {');
  expect(article).toContain('&quot;message&quot;:&quot;The conversation group_hikers has been deleted for me.');
  // Where there is no room, the beginning of a name gives way, so that its end can still be read.
  const moved = '<td class="moved"><div title="group:hikers"><b>↕</b><span>group:</span>hikers</div></td>';
  expect(article.split(moved)).toHaveLength(4);
  expect(article).toContain('<path class="moved" d="M0 52 C50 52 50 16 100 16"/>');
  expect(article).toContain('hidden>Copy</button><pre>export BASE_URL=&#39;http://127.0.0.1:4010/v3&#39;');
});

test('what did not come back has a mark, and nothing else has it', () => {
  expect(violates.match(/<p class="open">did not come back<\/p>/g)).toHaveLength(1);
  expect(articleOf(violates, 'false-deletes-none-for-others')).toContain('did not come back</p>');
  expect(violates.split('<article').at(-1)).toContain('did not come back</p>');
});

test('of requests that were sent at once, no single answer stands beside the operation', () => {
  const article = articleOf(htmlReport(sampleReports.together), 'quiet-after-concurrency');
  expect(article).toContain('<p class="operation">me and peer-1 reset their conversation at once</p>');
  expect(article.match(/<li>at once: /g)).toHaveLength(2);
});

test('what shows a violation is not hidden with a column of the comparison that it is in', () => {
  const page = htmlText(comparisonPage(compareReports([sampleReports.conforms, sampleReports.violates])));
  const article = page.slice(page.indexOf('<article'), page.indexOf('</article>'));
  expect(article).toContain('<td><code class="good">data.success: true</code></td>');
});
