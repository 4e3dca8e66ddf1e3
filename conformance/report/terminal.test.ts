import { expect, test } from 'vitest';
import type { Report } from '../report.ts';
import { requirements } from '../requirements/catalogue.ts';
import { columnsOf } from './columns.ts';
import { sampleReports } from './sample-reports.ts';
import { failureText, terminalReport } from './terminal.ts';

const plain = (report: Report): string => terminalReport(report, { colour: false });
const esc = '\u001b';

test.each(Object.entries(sampleReports))('%s fits in 80 columns', (_name, report) => {
  const tooWide = plain(report)
    .split('\n')
    .filter((line) => columnsOf(line) > 80);
  expect(tooWide).toEqual([]);
});

test.each(Object.entries(sampleReports))('%s has colour only when told, and says the same with it', (_name, report) => {
  const coloured = terminalReport(report, { colour: true });
  expect(plain(report)).not.toContain(esc);
  expect(coloured).toContain(esc);
  expect(coloured.replace(new RegExp(`${esc}\\[\\d+m`, 'g'), '')).toBe(plain(report));
});

test.each([
  ['conforms', 'Conforms. 34 requirements fulfilled.'],
  ['notApplicable', 'Conforms. 33 requirements fulfilled, 1 not applicable.'],
  ['knownFailures', 'No new violation; 1 known. 33 requirements fulfilled.'],
  ['noneCameBack', 'None of the 2 violations came back. Nothing else was tested.'],
  ['incomplete', 'Incomplete. Stopped by SIGINT. 33 requirements fulfilled, 1 not exercised.'],
] as const)('%s ends with the verdict', (name, verdict) => {
  expect(plain(sampleReports[name]).trimEnd().split('\n').at(-1)).toBe(verdict);
});

test('a run that judged nothing says why, and nothing more', () => {
  const because = sampleReports.notRun.reason;
  const everything = requirements.map((row) => ({ ...row, outcome: 'not-exercised', exercised: 0, because }) as const);
  const text = plain({ ...sampleReports.notRun, requirements: everything });
  expect(text).toBe(
    [
      'Nothing was judged. http://127.0.0.1:4010/v3 could not be reached: connect',
      'ECONNREFUSED 127.0.0.1:4010.\n',
    ].join('\n'),
  );
});

const violates = plain(sampleReports.violates);

test('a violation is told with rule, clause, requests, lists and repetition', () => {
  const story = violates.slice(violates.indexOf('✗ group-order-kept'), violates.indexOf('✗ nothing-doubled-or-lost'));
  expect(story).toContain('Clause: Reset group conversation, rule 1');
  expect(story).toContain(`-H "apikey: $API_KEY" -H 'onBehalfOf: cr7x9k2a-12-f-me' \\`);
  expect(story).toContain(`-d '{"preserveOrder":true}'`);
  expect(story).toContain(
    [
      'the list of f-me',
      '     before                    expected                  seen',
      '1    user z-peer03             user z-peer03           ↕ group q-group02',
      '2  ↕ group q-group02         ↕ group q-group02           user z-peer03',
      '3    user a-peer01             user a-peer01             user a-peer01',
    ].join('\n'),
  );
  expect(story).toContain('Every id begins with cr7x9k2a-12-; sentences leave that out.');
  expect(story).toContain('It came back 3 of 3 times');
});

test('lists with long names stand one below the other, without what is alike', () => {
  expect(violates).toContain(' 41  − group x-row40_user_a-long-name-that-fills-a-line');
  expect(violates).toContain('… 35 more');
});

test('a long preparation is shortened, and says so', () => {
  expect(violates.match(/… 54 more steps like these; a report file has them all/g)).toHaveLength(1);
});

test('what a target answers cannot steer the terminal', () => {
  expect(violates).toContain('<b>done</b>\\u001b[2J');
  expect(plain({ ...sampleReports.notRun, reason: 'it said \u001b[2J' })).toContain('It said \\u001b[2J.');
});

test('the behaviour, what is unknown of it, and the notes are named', () => {
  expect(violates).toMatch(/^ {2}permanentDeletion +other$/m);
  expect(violates).toMatch(/^ {2}statuses +missingApiKey 401, wrongApiKey 401,$/m);
  expect(violates).toMatch(/^ {2}unknown +nonMember, identifierCase$/m);
  expect(violates).toContain('  • Could not be removed: cr7x9k2a-3-k-hall <b>');
});

test('what was not judged says why', () => {
  expect(plain(sampleReports.incomplete)).toContain(
    'look-alikes-apart\n      exercised 3 times; at least 20 are needed',
  );
  expect(plain(sampleReports.notApplicable)).toContain('user-order-kept\n      withoutPreserveOrder is kept');
  expect(plain(sampleReports.knownFailures)).toContain('group-order-kept\n      CHAT-17: fixed in the next release');
});

test('of many violations the first five are told in full', () => {
  const [failed] = sampleReports.violates.requirements.filter(({ id }) => id === 'group-order-kept');
  const all = requirements.map((row) => ({ ...failed, ...row }) as NonNullable<typeof failed>);
  const text = plain({ ...sampleReports.violates, requirements: all });
  expect(text.match(/^# arrange {2}create the users/gm)).toHaveLength(5);
  expect(text).toContain('--only quiet-after-concurrency tells the story here');
});

test('the story of one requirement stands by itself', () => {
  const failed = sampleReports.violates.requirements.find(({ id }) => id === 'group-order-kept');
  if (failed === undefined) throw new Error('the sample has lost its violation');
  expect(failureText(failed, 'http://127.0.0.1:4010/v3')).toContain(
    'with preserveOrder group:q-group02 has moved from place 2 to 1',
  );
});

test.each(['replayed', 'noneCameBack'] as const)('%s is told as a replay, with neither seed nor budget', (name) => {
  const text = plain(sampleReports[name]);
  expect(text).not.toMatch(/seed|budget|Conform|fulfilled|[Vv]iolated/);
  expect(text).toContain('Violations repeated on http://127.0.0.1:4010/v3');
  expect(text).toMatch(/✓ \d did not come back/);
});

test('a list without entries says so', () => {
  expect(plain(sampleReports.together)).toContain(
    [
      '     before                    expected                  seen',
      '1    one                       no messages             + one',
      '2    two                                               + two',
      '+ not expected. The order of messages is not judged.',
    ].join('\n'),
  );
});

test('a run that saw no history of parallel requests does not speak of them', () => {
  const consistency = { histories: 0, linearizable: 0, anomalies: 0, unknown: 0 };
  expect(plain({ ...sampleReports.conforms, consistency })).not.toContain('Parallel');
});
