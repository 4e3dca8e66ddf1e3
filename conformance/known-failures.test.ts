import { expect, test } from 'vitest';
import { parseText } from '../fixtures/parse-text.ts';
import { checkKnownFailures, withKnownFailures } from './known-failures.ts';
import { sampleReports } from './testing/sample-reports.ts';
import { verdictText } from './writers/report-words.ts';

const { violates, conforms, incomplete, notRun } = sampleReports;
const failing = violates.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);

const list = (...entries: readonly (readonly [string, string])[]) => new Map(entries);
const all = list(...failing.map((id) => [id, 'CHAT-17: known since May'] as const));

const parsed = (text: string) => parseText(text, 'k.yaml', checkKnownFailures);

test('with every failure known the rest decides', () => {
  const { left: _left, reason, ...tidied } = violates;
  expect(withKnownFailures(violates, all)).toMatchObject({ verdict: 'incomplete', reason });
  expect(withKnownFailures(tidied, all).verdict).toBe('conforms');
  const open = violates.requirements.map((result) =>
    result.id === 'user-reset-works' ? ({ ...result, outcome: 'not-exercised', exercised: 1 } as const) : result,
  );
  expect(withKnownFailures({ ...tidied, requirements: open }, all).verdict).toBe('incomplete');
});

test('a failure that is not listed still fails', () => {
  const report = withKnownFailures(violates, list([failing[0] ?? '', 'CHAT-17']));
  expect(report.verdict).toBe('violates');
  expect(report.requirements.filter(({ known }) => known !== undefined).map(({ id }) => id)).toEqual([failing[0]]);
});

test('an entry that is fulfilled fails the run, which says so', () => {
  const report = withKnownFailures(conforms, list(['success-true', 'CHAT-18']));
  expect(report.verdict).toBe('violates');
  expect(verdictText(report)).toContain('Of the known failures, success-true is fulfilled; take it out.');
});

test('what was not judged makes no entry stale, as in a replay, and a run that judged nothing stays one', () => {
  const entry = list(['success-true', 'CHAT-18']);
  expect(withKnownFailures({ ...conforms, replayed: true }, entry).verdict).toBe('conforms');
  expect(withKnownFailures(incomplete, list(['rest-keeps-order', 'CHAT-18'])).verdict).toBe('incomplete');
  expect(withKnownFailures(notRun, all)).toEqual(notRun);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['framing: CHAT-1\nstatus-200: CHAT-2 # soon\n', { framing: 'CHAT-1', 'status-200': 'CHAT-2' }],
  ['{"framing": "CHAT-1"}', { framing: 'CHAT-1' }],
  ['', {}],
])('%j is read', (text, entries) => {
  expect(parsed(text)).toEqual({ ok: true, value: new Map(Object.entries(entries)) });
});

test.each([
  ['- framing', 'k.yaml:1:1: the known failures, requirement ids with their reasons, must be a map, not a list.'],
  ['status-200: CHAT-1\nframng: CHAT-2', 'k.yaml:2:1: there is no requirement framng; did you mean framing?'],
  ['all-of-it: CHAT-1', 'k.yaml:1:1: there is no requirement all-of-it; --list names them.'],
  ...Object.entries({ '[a]': 'a list', '" "': '" "', 17: '17', 'Todo.': '"Todo."', 'CHANGE ME': '"CHANGE ME"' }).map(
    ([reason, shown]) => [
      `framing: ${reason}`,
      `k.yaml:1:10: ${shown} is no reason why framing may fail; give one, as in "CHAT-17: fixed in the next release".`,
    ],
  ),
  ['framing: a\nframing: b', 'k.yaml:2:1: the key "framing" stands twice; it stands on line 1 already.'],
])('%j is refused: %s', (text, sentence) => {
  expect(parsed(text)).toEqual({ ok: false, refusal: [sentence] });
});
