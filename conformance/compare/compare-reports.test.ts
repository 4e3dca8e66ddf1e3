import { expect, test } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import type { Report } from '../report/document.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { htmlText } from '../writers/html.ts';
import { markdownText } from '../writers/markdown.ts';
import { comparisonPage } from './compare-page.ts';
import { compareReports, differing, rowsOf } from './compare-reports.ts';

const { conforms, violates, incomplete, notApplicable, notRun } = sampleReports;
const { statuses } = conforms.behaviour;
const strict: Report = {
  ...{ ...conforms, name: 'strict' },
  behaviour: {
    ...{ ...conforms.behaviour, addressing: ['path-peer', 'path-actor'], withoutPreserveOrder: 'moved-last' },
    statuses: { ...statuses, unknownActor: 403 },
  },
};
/** As a run with `--only user-reset-works` that could not find out an axis. */
const { withoutPreserveOrder: _, ...lessBehaviour } = conforms.behaviour;
const limited: Report = {
  ...{ ...conforms, name: 'limited', behaviour: lessBehaviour, behaviourUnknown: ['withoutPreserveOrder'] },
  requirements: conforms.requirements.filter(({ id }) => id === 'user-reset-works'),
};

const compared = compareReports([incomplete, conforms, violates, strict]);

test('finished runs come first, in the order given, and reports of one name are distinguished', () => {
  const columns = compared.reports.map(({ name, isIncomplete }) => `${name}${isIncomplete ? ', apart' : ''}`);
  expect(columns).toEqual(['reference', 'late <server>', 'strict', 'slow, apart']);
  const { name, ...unnamed } = conforms;
  const names = compareReports([conforms, conforms, unnamed, conforms]).reports.map((report) => report.name);
  expect(names).toEqual([name, `${name} (2)`, 'http://127.0.0.1:4010/v3', `${name} (3)`]);
});

const behaving = (behaviour: Report['behaviour']): Report => ({ ...conforms, behaviour });
const accepted = { unknownField: 200, emptyBody: 200, missingContentType: 200 };
const all = { ...referenceBehaviour, statuses: { ...referenceBehaviour.statuses, ...accepted } };
const { nonMember: __, ...others } = all;
const refusing = (nonMember: number) => ({ ...all.statuses, nonMember });

test.each<[string, Report, Report, readonly string[]]>([
  ['itself', violates, violates, []],
  [
    'forms named in another order',
    conforms,
    behaving({ ...conforms.behaviour, addressing: ['path-peer', 'path-actor'] }),
    [],
  ],
  ['another axis and status', conforms, strict, ['withoutPreserveOrder', 'statuses.unknownActor']],
  [
    'other outcomes',
    conforms,
    violates,
    [
      ...['success-true', 'group-order-kept', 'nothing-doubled-or-lost', 'false-deletes-none-for-others'],
      'permanentDeletion',
    ],
  ],
  ['the status of an axis', behaving(all), behaving({ ...all, statuses: refusing(404) }), ['nonMember']],
  [
    'a status whose axis is unknown',
    behaving(all),
    behaving({ ...others, statuses: refusing(500) }),
    ['statuses.nonMember'],
  ],
  // What one report has not measured is no change.
  ['a run of one requirement', conforms, limited, []],
  ['an incomplete run', conforms, incomplete, []],
  ['what does not apply', conforms, notApplicable, []],
])('compared with %s', (_what, one, other, changed) => {
  expect(differing(rowsOf(compareReports([one, other]))).map(({ id }) => id)).toEqual(changed);
});

test.each([
  [conforms, 'Nothing differs.'],
  [limited, 'Nothing that was measured differs.'],
  [notRun, 'They have measured nothing in common.'],
])('without a difference, it is said how much was measured: %#', (other, sentence) => {
  expect(comparisonPage(compareReports([conforms, other])).lead[0]).toBe(sentence);
});

const page = htmlText(comparisonPage(compared));
const table = (title: string): string => {
  const begin = page.indexOf(`<h2>${title}`);
  return page.slice(begin, page.indexOf('</section>', begin));
};

/** What a row shows, cell by cell. */
const cellsOf = (text: string, first: string): readonly string[] => {
  const row = text.split('<tr').find((one) => one.includes(`>${first}</`)) ?? '';
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].slice(1).map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''));
};

test.each([
  ['verdict', ['Conforms', 'Violates the specification', 'Conforms', 'Incomplete']],
  ['judged', ['8 of 8', '7 of 8', '8 of 8', '7 of 8']],
  ['seed', ['42', '42', '42', '42']],
  ['false-deletes-none-for-others', ['✓ fulfilled', '✗ violated, did not come back', '✓ fulfilled', '✓ fulfilled']],
  // A default is marked in words.
  ['withoutPreserveOrder', ['removed (default)', 'removed (default)', 'moved-last', 'removed (default)']],
])('the page says of each run: %s', (first, cells) => {
  expect(cellsOf(page, first)).toEqual(cells);
});

test.each([
  ['the run that was not finished, apart', '<th data-of="column-4" class="apart">slow</th>'],
  ['what differs', '<p class="lead">They differ in 4 requirements and 3 axes.</p>'],
  ['why a run stands apart', '<p class="lead">slow stands apart: incomplete (stopped by SIGINT).</p>'],
  ['a link to a reproduction', '<a href="#group-order-kept-2"><span class="bad">✗ violated</span></a>'],
  ['a reproduction', '<article class="failure" id="group-order-kept-2" data-of="column-2 required">'],
])('the page shows %s', (_what, shown) => {
  expect(page).toContain(shown);
});

test('no value of an axis has a colour', () => {
  expect(table('Behaviour')).not.toMatch(/<span class=/);
});

test('rows that are alike are folded, those that differ are not, and those that were not measured stand apart', () => {
  const folds = table('Requirements').split('<details').slice(1);
  const shown = folds.map((fold) => {
    const ids = [...fold.matchAll(/<tr[^>]*><td[^>]*><code>(.*?)<\/code>/g)].map(([, id = '']) => id);
    return [/^(.*?)>.*?<summary>(.*?)</.exec(fold)?.slice(1).join(': '), ids];
  });
  expect(shown).toEqual([
    [' open: 4 not the same', expect.arrayContaining(['success-true', 'group-order-kept'])],
    [' open: 2 the same, but not measured everywhere', ['omitted-equals-false', 'rest-keeps-order']],
    [': 2 alike everywhere', ['user-reset-works', 'quiet-after-concurrency']],
  ]);
});

test('what a run finds of the reference is the default everywhere', () => {
  const { behaviours } = compareReports([behaving(all)]);
  expect(behaviours.map(({ values }) => values[0])).toEqual(behaviours.map((axis) => axis.default));
});

test('a report may have any name, that of a heading or none', () => {
  const named = (name: string) => ({ ...conforms, name });
  const html = htmlText(comparisonPage(compareReports([named('axis'), named('')])));
  expect(html.replaceAll(/ data-of="[^"]*"/g, '')).toContain(`<th>axis</th><th>axis</th><th>${conforms.target}</th>`);
});

test('in Markdown every row has a cell for each report, and what is empty is left out', () => {
  const text = markdownText(comparisonPage(compared));
  const tables = text.slice(0, text.indexOf('## Violations'));
  const rows = tables.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([7]));
  expect(text).toContain('## ❌ group-order-kept of late &lt;server&gt;');
  expect(markdownText(comparisonPage(compareReports([conforms, conforms])))).not.toContain('not the same');
});
