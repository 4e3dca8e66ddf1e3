import { expect, test } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import type { Report } from '../report/document.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { htmlText } from '../writers/html.ts';
import { markdownText } from '../writers/markdown.ts';
import { comparisonPage } from './compare-page.ts';
import { changesIn, compareReports, couldDiffer } from './compare-reports.ts';
import { comparisonText } from './compare-words.ts';

const { conforms, violates, incomplete, notApplicable, notRun } = sampleReports;
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

const differing = (...reports: readonly Report[]): readonly string[] => {
  const { requirements, behaviours } = compareReports(reports);
  const rows = [...requirements, ...behaviours.map(({ axis, standing }) => ({ id: axis, standing }))];
  return rows.filter(({ standing }) => standing === 'differs').map(({ id }) => id);
};

test('nothing has changed between a report and itself, whatever the order in which forms are named', () => {
  const behaviour = { ...conforms.behaviour, addressing: ['path-peer', 'path-actor'] } as const;
  expect(differing(conforms, { ...conforms, behaviour })).toEqual([]);
  expect(differing(violates, violates)).toEqual([]);
});

test('an outcome, an axis and a status that differ are changes', () => {
  expect(differing(conforms, strict)).toEqual(['withoutPreserveOrder', 'statuses.unknownActor']);
  expect(differing(conforms, violates)).toEqual([
    ...['success-true', 'group-order-kept', 'nothing-doubled-or-lost', 'false-deletes-none-for-others'],
    'permanentDeletion',
  ]);
  expect(changesIn(compareReports([conforms, violates]))).toBe(5);
});

/** As a run with `--only user-reset-works` that could not tell an axis. */
const { withoutPreserveOrder: _, ...lessBehaviour } = conforms.behaviour;
const limited: Report = {
  ...{ ...conforms, name: 'limited', behaviour: lessBehaviour, behaviourUnknown: ['withoutPreserveOrder'] },
  requirements: conforms.requirements.filter(({ id }) => id === 'user-reset-works'),
};

test.each([
  [limited],
  [incomplete],
  [notApplicable],
])('what one report has not measured is no change, and is named', (less) => {
  expect(changesIn(compareReports([conforms, less]))).toBe(0);
  expect(changesIn(compareReports([violates, less]))).toBeGreaterThan(0);
});

test('what a report does not say stands under its name, in the words of the page', () => {
  const lines = comparisonText(compareReports([conforms, incomplete, limited, violates])).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '4 reports compared. They differ in 4 requirements and 1 axis.',
    '  success-true: fulfilled (reference, slow); not in this report (limited);',
    '    violated (late <server>)',
  ]);
  expect(lines.slice(lines.indexOf('Not measured everywhere, and no change:') + 1).join('\n')).toMatch(
    new RegExp(
      [
        '^ {2}limited: not in this report: success-true, [^;]* and 1 more; unknown:\\s+withoutPreserveOrder',
        ' {2}late <server>: not judged: omitted-equals-false',
        ' {2}slow: incomplete \\(stopped by SIGINT\\); not judged: rest-keeps-order\n$',
      ].join('\n'),
    ),
  );
  expect(comparisonText(compareReports([conforms, conforms]))).toBe('2 reports compared. Nothing differs.\n');
  expect(comparisonText(compareReports([conforms, limited]))).toMatch(/^2 reports compared. Nothing that was measured/);
  const apart = comparisonText(compareReports([conforms, notRun]));
  expect(apart).toMatch(/^2 reports compared. They have measured nothing in common.\n/);
});

test('reports without anything in common could not have differed', () => {
  expect(couldDiffer(compareReports([conforms, limited]))).toBe(true);
  expect(couldDiffer(compareReports([conforms, notRun]))).toBe(false);
});

const page = htmlText(comparisonPage(compared));
const table = (title: string): string => {
  const begin = page.indexOf(`<h2>${title}`);
  return page.slice(begin, page.indexOf('</section>', begin));
};

/** What a row shows, cell by cell. */
const cellsOf = (text: string, first: string): readonly string[] => {
  const row = text.split('<tr').find((one) => one.replaceAll('<wbr/>', '').includes(`>${first}</`)) ?? '';
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].slice(1).map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''));
};

test('the page has a column for each run with what the run was, and the one that was not finished stands apart', () => {
  expect(page).toContain('<th data-column="slow" data-apart>slow</th>');
  expect(page).toContain('<p class="lead">They differ in 4 requirements and 3 axes.</p>');
  expect(page).toContain('<p class="lead">slow stands apart: incomplete (stopped by SIGINT).</p>');
  expect(cellsOf(page, 'verdict')).toEqual(['Conforms', 'Violates the specification', 'Conforms', 'Incomplete']);
  expect(cellsOf(page, 'judged')).toEqual(['8', '7', '8', '7'].map((count) => `${count} of 8`));
  expect(cellsOf(page, 'seed')).toEqual(['42', '42', '42', '42']);
});

test('a violated cell leads to its reproduction', () => {
  expect(table('Requirements')).toContain('<a href="#group-order-kept-2"><span class="bad">✗ violated</span></a>');
  expect(page).toContain(
    '<article class="failure required" id="group-order-kept-2" data-column="late &lt;server&gt;">',
  );
  expect(cellsOf(page, 'false-deletes-none-for-others')[1]).toBe('✗ violated, did not come back');
});

test('rows that are alike are folded, those that differ are not, and those that were not measured stand apart', () => {
  const rowsOf = (group: string): readonly string[] => {
    const fold = table('Requirements').split(`<details data-group="${group}"`)[1]?.split('</details>')[0] ?? '';
    return [...fold.matchAll(/<tr[^>]*><td[^>]*><code>(.*?)<\/code>/g)].map(([, id = '']) => id);
  };
  expect(rowsOf('differs')).toHaveLength(4);
  expect(rowsOf('partly-measured')).toEqual(['omitted-equals-false', 'rest-keeps-order']);
  expect(rowsOf('alike')).toEqual(['user-reset-works', 'quiet-after-concurrency']);
  expect(table('Requirements')).toContain('<details data-group="differs" open><summary>4 not the same</summary>');
});

test('a default is marked in words, and neither value in colour', () => {
  const [usual, other] = ['removed (default)', 'moved-last'];
  expect(cellsOf(page, 'withoutPreserveOrder')).toEqual([usual, usual, other, usual]);
  expect(table('Behaviour')).not.toMatch(/<span class=/);
});

const accepted = { unknownField: 200, emptyBody: 200, missingContentType: 200 };
const reference: Report = {
  ...conforms,
  behaviour: { ...referenceBehaviour, statuses: { ...referenceBehaviour.statuses, ...accepted } },
};

test('what a run finds of the reference is the default everywhere', () => {
  const { behaviours } = compareReports([reference]);
  expect(behaviours.map(({ values }) => values[0])).toEqual(behaviours.map((axis) => axis.default));
});

test('the status of a refusal stands with its axis, and in a row of its own where the axis could not be told', () => {
  const { nonMember, ...others } = reference.behaviour;
  const changed = (status: number): Report['behaviour'] => ({
    ...reference.behaviour,
    statuses: { ...reference.behaviour.statuses, nonMember: status },
  });
  const withAxis = compareReports([reference, { ...reference, behaviour: changed(404) }]);
  expect(withAxis.behaviours.filter(({ axis }) => axis.endsWith('nonMember')).map(({ values }) => values)).toEqual([
    ['rejected with 403', 'rejected with 404'],
  ]);
  expect(
    differing(reference, { ...reference, behaviour: { ...others, statuses: changed(500).statuses ?? {} } }),
  ).toEqual(['statuses.nonMember']);
});

test('a report may have any name, that of a heading or none', () => {
  const html = htmlText(
    comparisonPage(
      compareReports([
        { ...conforms, name: 'axis' },
        { ...strict, name: '' },
      ]),
    ),
  );
  expect(html).toContain(`<th>axis</th><th data-column="axis">axis</th><th data-column="${conforms.target}">`);
});

test('in Markdown every row has a cell for each report, and what is empty is left out', () => {
  const text = markdownText(comparisonPage(compared));
  const rows = text
    .slice(0, text.indexOf('## Violations'))
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([7]));
  expect(text).toContain('| suite | 0.1.0 | 0.1.0 |');
  expect(text).toContain('## ❌ group-order-kept of late &lt;server&gt;');
  expect(markdownText(comparisonPage(compareReports([conforms, conforms])))).not.toContain('not the same');
});
