import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Counterexample, Report } from '../report.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { withObservation } from './observation.ts';
import { sampleReports } from './sample-reports.ts';
import { storyGroups } from './summary.ts';
import { terminalReport } from './terminal.ts';

const told = (report: Report, id: string): Counterexample => {
  const counterexample = report.requirements.find((result) => result.id === id)?.counterexample;
  if (counterexample === undefined) throw new Error('the sample has lost its violation');
  return counterexample;
};

const { together, violates } = sampleReports;
const lost = told(violates, 'false-deletes-none-for-others');

/** What a shell makes of a script, in which curl only says what it was given. */
function run(script: string, apiKey: string): readonly string[] {
  const curl = `curl() { printf '%s|' "$@"; echo; }`;
  const given = script.replaceAll('…your key…', apiKey);
  return execFileSync('bash', ['-euc', `${curl}\n${given}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

const fenced = (markdown: string): string => /^`{3,}sh\n([\s\S]*?)\n`{3,}$/m.exec(markdown)?.[1] ?? '';

test('a shell runs the story as it stands, once it has the key', () => {
  const sent = run(fenced(markdownReport(together)), 'k-1');
  expect(sent).toHaveLength(10);
  expect(sent[0]).toMatch(/^-X\|POST\|http:\/\/127\.0\.0\.1:4010\/v3\/users\|-H\|apikey: k-1\|/);
  expect(sent.filter((line) => line.includes('…your key, changed as said below…'))).toHaveLength(1);
  expect(sent.at(-1)).toContain('/users/cr7x9k2a-12-a-peer01/messages');
});

test('a shell runs what the terminal shows, too', () => {
  const lines = terminalReport(together, { colour: false }).split('\n');
  const script = lines.slice(
    lines.findIndex((line) => line.startsWith('export ')),
    lines.findIndex((line) => line.endsWith(': here it shows')) + 3,
  );
  expect(run(script.join('\n'), 'k-1')).toHaveLength(10);
});

test.each([
  ['the terminal', (report: Report) => terminalReport(report, { colour: false })],
  ['Markdown', markdownReport],
  ['JUnit', (report: Report) => junitReport(report).replaceAll('&#39;', "'").replaceAll('&amp;', '&')],
] as const)('in %s, what was sent together is sent together again', (_form, write) => {
  const text = write(together);
  expect(text.match(/^# sent together, so that any may come first:$/gm)).toHaveLength(1);
  const batch = text.slice(text.indexOf('# sent together'), text.indexOf('\nwait\n'));
  expect(batch.match(/^curl /gm)).toHaveLength(4);
  expect(batch.match(/ &$/gm)).toHaveLength(4);
  expect(text.match(/ &$/gm)).toHaveLength(4);
});

test.each([
  ['messages', lost, '/users/cr7x9k2a-12-f-me/messages', 'cr7x9k2a-12-a-peer01'],
  [
    'messages of a group',
    { ...lost, comparison: { ...lost.comparison, subject: 'cr1-a reads group:cr1-g' } },
    '/groups/cr1-g/messages',
    'cr1-a',
  ],
  ['a list', { ...lost, comparison: { ...lost.comparison, subject: 'the list of cr1-a' } }, '/conversations', 'cr1-a'],
] as const)('a story about %s ends with the reading that shows it', (_about, counterexample, path, uid) => {
  const story = counterexample.story.slice(0, -1);
  const [last, ...rest] = withObservation({ ...counterexample, story } as Counterexample).slice(story.length);
  expect(rest).toEqual([]);
  expect(last?.curl).toBe(`curl "$BASE_URL"'${path}' -H "apikey: $API_KEY" -H 'onBehalfOf: ${uid}'`);
});

test('a story gets no reading where it has one, where an answer is wrong, and where another driver reads', () => {
  expect(withObservation(lost)).toBe(lost.story);
  const wrong = told(violates, 'success-true');
  expect(withObservation(wrong)).toBe(wrong.story);
  const story = lost.story
    .slice(0, -1)
    .map((step) => ({ ...step, curl: step.curl.replace('/messages', '/testing/letters') }));
  expect(withObservation({ ...lost, story })).toBe(story);
});

test('what is done twice in the same words is said twice, but arranging with several requests once', () => {
  const step = { what: 'ann resets user:bob', curl: 'curl', answer: '200' };
  expect(storyGroups([0, 1].map(() => ({ ...step, phase: 'act' })))).toHaveLength(2);
  expect(storyGroups([0, 1].map(() => ({ ...step, phase: 'arrange' })))).toHaveLength(1);
});
