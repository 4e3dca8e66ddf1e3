import { expect, test } from 'vitest';
import type { Counterexample, Report, RequirementResult } from '../report/document.ts';
import { scopeOf } from '../scenario/ids.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { reportPage } from './report-page.ts';
import { terminalText } from './terminal.ts';

const plain = (report: Report, verbose = false): string => terminalText(reportPage(report), { colour: false, verbose });
const everySample = Object.entries(sampleReports) as readonly (readonly [string, Report])[];
const esc = '\u001b';

const resultOf = (wanted: RequirementResult['outcome']): RequirementResult =>
  sampleReports.together.requirements.find(({ outcome }) => outcome === wanted) ?? expect.fail();
const [failed, success] = [resultOf('fail'), resultOf('pass')];
const failing = (change: Partial<Counterexample>): Report => {
  const counterexample = { ...(failed.counterexample ?? expect.fail()), ...change };
  return { ...sampleReports.together, requirements: [{ ...failed, counterexample }] };
};

test.each(everySample)('%s fits in 80 columns, and has colour only when asked to', (_name, report) => {
  const text = plain(report);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(text).not.toMatch(/ \n|\n\n\n/);
  expect(text).not.toContain(esc);
  const coloured = terminalText(reportPage(report), { colour: true, verbose: false });
  expect(coloured).toContain(esc);
  expect(coloured.replace(new RegExp(`${esc}\\[\\d+m`, 'g'), '')).toBe(text);
});

test.each([
  ['conforms', 'Conforms. 8 requirements fulfilled.'],
  ['violates', 'Violates the specification. Not all that the run created could be removed. 4'],
  ['notApplicable', 'Conforms. 7 requirements fulfilled, 1 not applicable.'],
  ['knownFailures', 'No new violation; 1 known. 7 requirements fulfilled.'],
  ['replayed', '1 of the 3 violations came back; 1 could not be repeated. Nothing else was'],
  ['noneCameBack', 'None of the 2 violations came back. Nothing else was tested.'],
  ['incomplete', 'Incomplete. Stopped by SIGINT. 7 requirements fulfilled, 1 not judged.'],
] as const)('%s begins with the verdict', (name, verdict) => {
  expect(plain(sampleReports[name]).split('\n')[0]).toBe(verdict);
});

test('a run that judged nothing says why and what it was, and nothing more', () => {
  const unjudged = sampleReports.conforms.requirements.map((row) => ({ ...row, outcome: 'not-exercised' }) as const);
  const text = plain({ ...sampleReports.notRun, requirements: unjudged }).trimEnd();
  const [first, second, ...rest] = text.split('\n');
  expect([first, second]).toEqual([
    'Nothing was judged. http://127.0.0.1:4010/v3 could not be reached: connect',
    'ECONNREFUSED 127.0.0.1:4010.',
  ]);
  expect(rest.join(' ')).toMatch(/^name reference · target .* · took 4\.3 s complete for every fault [^✓?]*$/i);
});

const violates = plain(sampleReports.violates);

test('a violation is its diagnosis, its operation, the lists with the guilty row marked, and a line for each step', () => {
  const begin = violates.indexOf('✗ group-order-kept');
  expect(violates.slice(begin, violates.indexOf('✗ nothing-doubled-or-lost')).trimEnd()).toBe(
    `
✗ group-order-kept                                                      required
  A group reset with preserveOrder moved the conversation from place 2 to 1.
  Rule: with preserveOrder a group keeps its position (Reset group conversation,
  rule 1)

  me resets group:hikers, with preserveOrder true
  the list of me
       before          expected        seen
  1    user:peer-2     user:peer-2   ↕ group:hikers
  2  ↕ group:hikers  ↕ group:hikers    user:peer-2
  3    user:peer-1     user:peer-1     user:peer-1
  ↕ out of its place

  Steps
  • create the user me
  • create the user peer-1
  • create the user peer-2
  • peer-1 writes to user:me
  • me resets group:hikers, with preserveOrder true → 200
    {"data":{"success":true,"message":"…
  It came back 3 of 3 times; nothing shorter was found that shows it. The same
  operation also violates omitted-equals-false, rest-keeps-order.`.trimStart(),
  );
  expect(violates.slice(violates.lastIndexOf('\n\n') + 2)).toBe(`\
Violates the specification. To repeat this run, add --seed 42 --report
found.json to its command. Then --replay found.json repeats the violations
alone.
`);
});

test.each([
  ['did not come back', 'violates', /✗ false-deletes-none-for-others .*\n.*\n {2}did not come back\n/],
  ['has many steps', 'violates', /Steps\n {2}• 49 more before; a report .* all\n {2}• create the user row-49\n/],
  ['has many rows', 'violates', /\n {9}… 35 more +… 35 more +… 35 more\n/],
  ['would steer the terminal', 'violates', /\\u0007\\u202e<script>[\s\S]*the row was kept. \\u001b\[2J/],
  ['leaves a list empty', 'together', /\n {2}1 {4}message 1 {4}no messages {2}\+ message 1\n/],
  ['was sent at once', 'together', /\n {2}• at once: peer-1 resets user:me → 200/],
  [
    'another one caused',
    'violates',
    /\? 1 not judged\n {2}It failed where group-order-kept is violated\.\n.*\n {2}omitted-equals-false /,
  ],
  ['does not apply', 'notApplicable', /\n {2}WithoutPreserveOrder is kept: no diff.*\n.*\n {2}group-order-kept /i],
  ['is known', 'knownFailures', /\n {2}CHAT-17: fixed in the next release\.\n.*\n {2}group-order-kept /],
  ['is no value of its axis', 'violates', /\n {2}permanentDeletion +other: The other side can read some messages\.\n/],
  ['is a status', 'violates', /\n {2}statuses +missingApiKey 401, wrongApiKey 401, unknownActor 404,\n/],
  ['is not known of the target', 'violates', /\n {2}nonMember +unknown\n/],
  ['could not be removed', 'violates', / {2}• Could not be removed: cr7x9k2a-3-crew <b>; --clean with the JSON report/],
  ['was judged', 'conforms', /✓ 8 fulfilled, each tried/],
] as const)('what %s is shown as such: %s', (_what, name, shown) => {
  expect(plain(sampleReports[name])).toMatch(shown);
});

test.each(['noneCameBack', 'replayed'] as const)('%s has no check mark, and no word of a run', (name) => {
  expect(plain(sampleReports[name])).not.toMatch(/✓|seed|budget|Conform|fulfilled|[Vv]iolated/);
});

test('what was never tried has no check mark either', () => {
  const requirements = sampleReports.conforms.requirements.map((result) => ({ ...result, exercised: 0 }));
  expect(plain({ ...sampleReports.conforms, requirements })).not.toContain('✓');
});

test('of a step only the answer is cut, and a name in a list never: two may differ in their last character alone', () => {
  const [one, other] = ['group:outsiders-group-number-17', 'group:outsiders-group-number-18'] as const;
  const what = `m-actor resets ${one}, with a letter of the apikey in the other case`;
  const text = plain(
    failing({
      steps: [{ phase: 'act', what: `${what}, with preserveOrder false`, curl: '', answer: `200 ${'x'.repeat(99)}` }],
      comparison: { of: 'list', subject: 'a list', before: [one], expected: [one], seen: [other] },
    }),
  );
  expect(text).toMatch(/\n {2}• m-actor resets group:outsiders-group-number-17, .*\n .*false → 200\n {4}x{35}…\n/);
  expect(text).toMatch(/\n {2}1 {2}− group:\S+ {2}− group:\S+ {2}\+ group:\S+\n +\S*17 +\S*17 +\S*18\n/);
});

test('ids are short, and those of another execution whole', () => {
  const [own, other] = [42, 43].map((count) => `group_${scopeOf('cr7a9c2a-', count)}hikers`);
  const comparison = {
    of: 'answer',
    subject: 'an answer',
    expected: `a text that names ${own}`,
    seen: `${other}`,
  } as const;
  const text = plain(failing({ comparison }));
  expect(text).toContain('expected  a text that names group_hikers\n');
  expect(text).toContain(`seen      ${other}\n`);
});

test('the script is shown to those who ask for more', () => {
  expect(violates).not.toContain('export BASE_URL');
  expect(plain(sampleReports.violates, true).match(/^export BASE_URL=/gm)).toHaveLength(4);
});

test('what failed and nobody looked into is not called unjudged, and what was tried once not "1 times"', () => {
  const because = 'the other violations had cost enough';
  const open = { ...success, outcome: 'not-exercised', failed: true, because } as const;
  const requirements = [{ ...success, exercised: 1 }, open, failed];
  const text = plain({ ...sampleReports.violates, requirements });
  expect(text).toMatch(/ 1\nrequirement violated, 1 failed and not looked into, 1 fulfilled\.\n/);
  expect(text).toContain('✓ 1 fulfilled, tried once\n\n? 1 failed and not looked into\n  The other violations');
});

test('of many violations the first are shown in full', () => {
  const all = Array.from({ length: 7 }, (_, index) => ({ ...failed, id: `id-${index}` }));
  const text = plain({ ...sampleReports.violates, requirements: all });
  expect(text.match(/^ {2}Steps$/gm)).toHaveLength(5);
  expect(text).toContain('✗ id-6\n  After two permanent deletions at once, two messages can still be read.\n');
});

test('what has one reason stands together, and nothing else does', () => {
  const requirements = sampleReports.conforms.requirements.map((result, index) => ({
    ...result,
    outcome: 'not-exercised' as const,
    because: index < 2 ? 'no group could be created' : 'stopped',
  }));
  expect(plain({ ...sampleReports.incomplete, requirements })).toMatch(
    /\? 2 not judged\n {2}No group could be created\.\n.*\n {2}user-reset-works .*\n {2}success-true .*\n\n\? 6 not judged\n/,
  );
});

test('the status of a refusal stands with its axis, and all others in one row', () => {
  const behaviour = { nonMember: 'rejected', statuses: { nonMember: 403, unknownUser: 404 } } as const;
  const report = { ...sampleReports.conforms, behaviour };
  expect(plain(report)).toMatch(/^ {2}nonMember +rejected with 403\n {2}statuses +unknownUser 404$/m);
});
