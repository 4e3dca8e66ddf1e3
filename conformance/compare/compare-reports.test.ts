import { expect, test } from 'vitest';
import type { Report } from '../report/document.ts';
import { htmlText } from '../writers/html.ts';
import { markdownText } from '../writers/markdown.ts';
import { sampleReports } from '../writers/sample-reports.ts';
import { comparisonPage } from './compare-page.ts';
import { changesIn, compareReports } from './compare-reports.ts';

const { conforms, violates, incomplete } = sampleReports;
const strict: Report = {
  ...conforms,
  name: 'strict',
  behaviour: {
    ...conforms.behaviour,
    addressing: ['path-peer', 'path-actor'],
    withoutPreserveOrder: 'moved-last',
    statuses: { ...conforms.behaviour.statuses, unknownActor: 403 },
  },
};

const compared = compareReports([incomplete, conforms, violates, strict]);

test('finished runs come first, in the order given, and the others stand apart', () => {
  expect(compared.reports.map(({ name, isIncomplete }) => [name, isIncomplete])).toEqual([
    ['reference', false],
    ['late <server>', false],
    ['strict', false],
    ['slow', true],
  ]);
});

test('reports of one name are told apart', () => {
  const { name, ...unnamed } = conforms;
  const names = compareReports([conforms, conforms, unnamed, conforms]).reports.map((report) => report.name);
  expect(names).toEqual([name, `${name} (2)`, 'http://127.0.0.1:4010/v3', `${name} (3)`]);
});

test('nothing has changed between a report and itself, whatever the order in which forms are named', () => {
  const reordered = {
    ...conforms,
    behaviour: { ...conforms.behaviour, addressing: ['path-peer', 'path-actor'] },
  } as const;
  expect(changesIn(compareReports([conforms, reordered]))).toEqual([]);
  expect(changesIn(compareReports([violates, violates]))).toEqual([]);
});

test('an outcome, an axis and a status that differ are changes', () => {
  expect(changesIn(compareReports([conforms, strict]))).toEqual([
    { of: 'axis', id: 'withoutPreserveOrder', values: ['removed', 'moved-last'] },
    { of: 'axis', id: 'statuses.unknownActor', values: ['404', '403'] },
  ]);
  const ids = changesIn(compareReports([conforms, violates])).map(({ id }) => id);
  expect(ids).toContain('group-order-kept');
  expect(ids).toContain('permanentDeletion');
  expect(ids).not.toContain('user-reset-works');
});

test('what one report does not say is a change, too', () => {
  const { withoutPreserveOrder: _, ...behaviour } = conforms.behaviour;
  const less = { ...conforms, behaviour, requirements: conforms.requirements.slice(1) };
  expect(changesIn(compareReports([conforms, less]))).toEqual([
    { of: 'requirement', id: 'user-reset-works', values: ['pass', null] },
    { of: 'axis', id: 'withoutPreserveOrder', values: ['removed', null] },
  ]);
  expect(changesIn(compareReports([conforms, incomplete])).map(({ values }) => values)).toEqual([
    ['pass', 'not-exercised'],
  ]);
});

const page = htmlText(comparisonPage(compared));
const table = (title: string): string => {
  const begin = page.indexOf(`<h2>${title}`);
  return page.slice(begin, page.indexOf('</section>', begin));
};

test('the page has a column for each run with what the run was', () => {
  expect(page).toContain('<th data-column="slow">slow</th>');
  expect(page).toContain('<td>verdict</td><td data-column="reference"><span>Conforms</span></td>');
  expect(page).toContain('<td data-column="slow"><span class="open">Incomplete</span></td>');
  expect(page).toContain('<td>seed</td><td data-column="reference">42</td>');
});

test('a violated cell leads to its reproduction', () => {
  expect(table('Requirements')).toContain('<a href="#group-order-kept-2"><span class="bad">✗ violated</span></a>');
  expect(page).toContain(
    '<article class="failure required" id="group-order-kept-2" data-column="late &lt;server&gt;">',
  );
  expect(table('Requirements')).toContain('violated, did not come back');
});

test('rows that are alike are folded, the others are not', () => {
  const [open = '', folded = ''] = table('Requirements').split('<details><summary>2 alike everywhere</summary>');
  expect(open).toContain('<code>group-order-kept</code>');
  expect(folded).toContain('<code>user-reset-works</code>');
  expect(open).not.toContain('<code>user-reset-works</code>');
});

test('a default is marked in words, and neither value in colour', () => {
  const row = table('Behaviour').match(/<code>withoutPreserveOrder<\/code>.*/)?.[0] ?? '';
  expect(row.match(/removed \(default\)/g)).toHaveLength(3);
  expect(row).toContain('<td data-column="strict">moved-last</td>');
});

test('in Markdown every row has a cell for each report', () => {
  const text = markdownText(comparisonPage(compared));
  const rows = text
    .slice(0, text.indexOf('## Violations'))
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([7]));
  expect(text).toContain('| suite | 0.1.0 | 0.1.0 |');
  expect(text).toContain('## ❌ group-order-kept of late &lt;server&gt;');
});
