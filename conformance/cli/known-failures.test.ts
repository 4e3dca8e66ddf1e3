import { expect, test } from 'vitest';
import { sampleReports } from '../report/sample-reports.ts';
import { terminalReport } from '../report/terminal.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import { parseKnownFailures, withKnownFailures } from './known-failures.ts';

const { violates, conforms, incomplete, notRun } = sampleReports;
const failing = violates.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);

const list = (...entries: readonly (readonly [RequirementId | 'no-such-thing', string])[]) =>
  new Map<string, string>(entries);
const all = list(...failing.map((id) => [id, 'CHAT-17: known since May'] as const));

test('with every failure known the rest decides', () => {
  expect(withKnownFailures(violates, all).verdict).toBe('conforms');
  const open = violates.requirements.map((result) =>
    result.id === 'framing' ? ({ ...result, outcome: 'not-exercised', exercised: 1 } as const) : result,
  );
  expect(withKnownFailures({ ...violates, requirements: open }, all).verdict).toBe('incomplete');
});

test('a failure that is not listed still fails', () => {
  const report = withKnownFailures(violates, list([failing[0] ?? 'framing', 'CHAT-17']));
  expect(report.verdict).toBe('violates');
  expect(report.requirements.filter(({ known }) => known !== undefined).map(({ id }) => id)).toEqual([failing[0]]);
});

test.each([
  ['no-such-thing', 'a reason', 'there is no requirement no-such-thing'],
  ['framing', 'a reason', 'framing is fulfilled, take it out'],
  ['group-order-kept', ' ', 'group-order-kept needs a reason'],
  ['group-order-kept', 'CHANGE ME', 'group-order-kept needs a reason'],
] as const)('an entry "%s: %s" fails the run: %s', (id, reason, fault) => {
  const report = withKnownFailures(conforms, list([id, reason]));
  expect(report.verdict).toBe('violates');
  expect(terminalReport(report, { colour: false }).replaceAll('\n', ' ')).toContain(fault);
});

test('what was not judged makes no entry stale, and a run that judged nothing stays one', () => {
  expect(withKnownFailures(incomplete, list(['look-alikes-apart', 'CHAT-18'])).verdict).toBe('incomplete');
  expect(withKnownFailures(notRun, all)).toEqual(notRun);
});

test('a fault of the list beats an incomplete run', () => {
  expect(withKnownFailures(incomplete, list(['framing', 'CHAT-18'])).verdict).toBe('violates');
});

test.each([
  [
    'framing: CHAT-1\nstatus-200: CHAT-2 # soon\n',
    [
      ['framing', 'CHAT-1'],
      ['status-200', 'CHAT-2'],
    ],
  ],
  ['{"framing": "CHAT-1"}', [['framing', 'CHAT-1']]],
  ['framing:\n', [['framing', '']]],
  ['', []],
])('%j is read', async (text, entries) => {
  expect(await parseKnownFailures(text, 'k.yaml')).toEqual({ ok: true, value: new Map(entries as [string, string][]) });
});

test.each([
  ['- framing', 'k.yaml:1:1: the known failures, requirement ids with their reasons, must be a map, not a list.'],
  ['framing: [a]', 'k.yaml:1:10: a reason must be a text, not a list.'],
  ['framing: a\nframing: b', 'k.yaml:2:1: the key "framing" stands twice; it stands on line 1 already.'],
])('%j is refused: %s', async (text, sentence) => {
  expect(await parseKnownFailures(text, 'k.yaml')).toEqual({ ok: false, refusal: [sentence] });
});

test('an entry without a reason excuses nothing', () => {
  const report = withKnownFailures(violates, list(['group-order-kept', 'TODO']));
  expect(report.requirements.every(({ known }) => known === undefined)).toBe(true);
});

test('a run that was stopped stays incomplete, even when nothing is open', () => {
  const report = { ...conforms, verdict: 'incomplete', reason: 'stopped by SIGINT' } as const;
  expect(withKnownFailures(report, new Map())).toEqual(report);
});
