import { expect, test } from 'vitest';
import { htmlReport } from './html.ts';
import { notWellFormed } from './markup-check.ts';
import { sampleReports } from './sample-reports.ts';

const withoutEnd = new Set(['meta', 'br']);

test.each(Object.entries(sampleReports))('%s is a well-formed page', (_name, report) => {
  expect(notWellFormed(htmlReport(report), withoutEnd)).toBeUndefined();
});

test.each(Object.entries(sampleReports))('%s needs no script and nothing from elsewhere', (_name, report) => {
  const page = htmlReport(report);
  expect(page).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|@import|url\(|\son\w+=/i);
  expect([...page.matchAll(/href="([^"]*)"/g)].every(([, href]) => href?.startsWith('#'))).toBe(true);
  expect(page).toContain("default-src 'none'");
});

test.each(Object.entries(sampleReports))('every link of %s leads somewhere', (_name, report) => {
  const page = htmlReport(report);
  const ids = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
});

const violates = htmlReport(sampleReports.violates);

test('the row that moved is marked in each list, and a line leads to where it stands', () => {
  const picture = violates.slice(violates.indexOf('id="group-order-kept"'));
  const rows = [...picture.slice(0, picture.indexOf('</figure>')).matchAll(/<li class="moved" title="([^"]*)"/g)];
  expect(rows.map(([, entry]) => entry)).toEqual(Array(3).fill('group:cr7x9k2a-12-q-group02'));
  expect(picture).toContain('<path class="moved" d="M0 30 C50 30 50 10 100 10"/>');
});

test('a text of the target is no markup', () => {
  expect(violates).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(violates).not.toContain('<b>done');
});

test('a long list leaves out what is alike', () => {
  expect(violates).toContain('<li class="left-out">⋯ 35 more</li>');
});

test('evidence stands beside what was concluded from it, and unknown axes are named', () => {
  expect(violates).toContain('after a reset the row was gone from a list of 4');
  expect(violates).toContain('<td>nonMember</td><td><span class="pill unknown">unknown</span></td>');
});

test('of a doubled entry, the one in its place is linked, and the other one not', () => {
  const picture = violates.slice(violates.indexOf('id="nothing-doubled-or-lost"'));
  const endsAtTop = picture.slice(0, picture.indexOf('</figure>')).match(/d="M0 \d+ [^"]* 100 10"/g);
  expect(endsAtTop).toEqual(['d="M0 10 C50 10 50 10 100 10"']);
});

test('the last acts stand beside the lists, those that were sent together with them, and the others are counted', () => {
  const page = htmlReport(sampleReports.together);
  const upFront = page.slice(page.indexOf('<article'), page.indexOf('<figure'));
  expect(upFront).toContain('After 2 earlier acts');
  expect(upFront.match(/<span class="pill">sent together<\/span>/g)).toHaveLength(4);
  expect(upFront).not.toContain('resets another one');
  expect(page).toContain('<li class="empty">no messages</li>');
});

test.each(['replayed', 'noneCameBack'] as const)('%s is told as a replay, with neither seed nor budget', (name) => {
  expect(htmlReport(sampleReports[name])).not.toMatch(/<dt>seed|<dt>budget|--seed|fulfilled|Conforms/);
});
