import { expect, test } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import type { Report } from '../report/document.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { htmlText } from '../writers/html.ts';
import { markdownText } from '../writers/markdown.ts';
import { terminalText } from '../writers/terminal.ts';
import { comparisonPage } from './compare-page.ts';
import { compareReports, differing, rowsOf } from './compare-reports.ts';

const { conforms, violates, incomplete, notApplicable } = sampleReports;
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
const axisUnknown = behaving({ ...others, statuses: refusing(500) });
const reordered = behaving({ ...conforms.behaviour, addressing: ['path-peer', 'path-actor'] });
const violated = ['success-true', 'group-order-kept', 'nothing-doubled-or-lost', 'false-deletes-none-for-others'];

test.each<[string, Report, Report, readonly string[]]>([
  ['itself', violates, violates, []],
  ['forms named in another order', conforms, reordered, []],
  ['another axis and status', conforms, strict, ['withoutPreserveOrder', 'statuses.unknownActor']],
  ['other outcomes', conforms, violates, [...violated, 'permanentDeletion']],
  ['the status of an axis', behaving(all), behaving({ ...all, statuses: refusing(404) }), ['nonMember']],
  ['a status whose axis is unknown', behaving(all), axisUnknown, ['statuses.nonMember']],
  // What one report has not measured is no change.
  ['a run of one requirement', conforms, limited, []],
  ['an incomplete run', conforms, incomplete, []],
  ['what does not apply', conforms, notApplicable, []],
])('compared with %s', (_what, one, other, changed) => {
  expect(differing(rowsOf(compareReports([one, other]))).map(({ id }) => id)).toEqual(changed);
});

test('a page has what each run was, and unfolded what differs and what was not measured everywhere', () => {
  const shown = comparisonPage(compareReports([incomplete, conforms, violates]));
  const text = terminalText(shown, { colour: false, verbose: false });
  expect(text.slice(text.indexOf('Requirements'), text.indexOf('Violations')).trimEnd()).toBe(
    `
Requirements
4 not the same
  requirement                reference    late <server>              slow
  success-true               ✓ fulfilled  ✗ violated                 ✓ fulfilled
  group-order-kept           ✓ fulfilled  ✗ violated                 ✓ fulfilled
  nothing-doubled-or-lost    ✓ fulfilled  ✗ violated                 ✓ fulfilled
  false-deletes-none-for-ot  ✓ fulfilled  ✗ violated, did not come   ✓ fulfilled
  hers                                    back
2 the same, but not measured everywhere
  requirement           reference    late <server>  slow
  omitted-equals-false  ✓ fulfilled  ? not judged   ✓ fulfilled
  rest-keeps-order      ✓ fulfilled  ✓ fulfilled    ? not judged
2 alike everywhere

Behaviour where the spec is silent
  None of it is right or wrong.
1 not the same
  axis               reference              late <server>  slow
  permanentDeletion  for-everyone           other          for-everyone
                     (default)                             (default)
8 alike everywhere`.trimStart(),
  );
});

const page = htmlText(comparisonPage(compared));

test.each([
  ['the run that was not finished, apart', '<th data-of="column-4" class="apart">slow</th>'],
  ['how much each run judged', '<td><span>judged</span></td><td data-of="column-1"><span>8 of 8</span></td>'],
  ['what differs', '<p class="lead">They differ in 4 requirements and 3 axes.</p>'],
  ['why a run stands apart', '<p class="note">slow stands apart: incomplete (stopped by SIGINT).</p>'],
  ['a link to a reproduction', '<a href="#group-order-kept-2"><span class="bad">✗ violated</span></a>'],
  ['a reproduction', '<article class="failure" id="group-order-kept-2" data-of="column-2 required">'],
])('the page shows %s', (_what, shown) => {
  expect(page).toContain(shown);
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

test('in Markdown a violation says whose it is, and what is empty is left out', () => {
  expect(markdownText(comparisonPage(compared))).toContain('## ❌ group-order-kept of late &lt;server&gt;');
  expect(markdownText(comparisonPage(compareReports([conforms, conforms])))).not.toContain('not the same');
});
