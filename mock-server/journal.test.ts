import { expect, it } from 'vitest';
import { type ChatState, emptyState } from '../core/index.ts';
import type { Handler } from './handle-request.ts';
import type { HttpRequest } from './http-message.ts';
import { createJournal, type Journal, mostCharacters, type Observed, type Recorded } from './journal.ts';

it('should keep the last ones in order, count what it dropped, and go on counting when it is cleared', () => {
  const journal = createJournal(3, handle);
  const seen = () => [numbers(journal), journal.size(), journal.dropped()];
  fill(journal, 5);
  expect(seen()).toEqual([[3, 4, 5], 3, 2]);
  journal.clear();
  expect(seen()).toEqual([[], 0, 0]);
  fill(journal, 4);
  expect(seen()).toEqual([[7, 8, 9], 3, 1]);
});

it('should keep none where it may keep none, and notify its watchers all the same', () => {
  const journal = createJournal(0, handle);
  record(journal);
  const seen: number[] = [];
  const unwatch = journal.watch(({ number }) => seen.push(number));
  record(journal);
  unwatch();
  record(journal);
  expect([numbers(journal), journal.dropped(), seen]).toEqual([[], 0, [1]]);
});

it('should keep a request as it came, but for its key and the headers that the API does not read', () => {
  const journal = createJournal(10, handle);
  const body = '{"text":\n\n"ü😀"}\n';
  record(journal, { request: { ...request, url: '/v3/u\xff', body } });
  record(journal, { request: { ...request, headers: {} } });
  expect(journal.entries().map((entry) => entry.request)).toEqual([
    { method: 'GET', url: '/v3/u\xff', headers: { onbehalfof: 'alice', 'content-type': 'application/json' }, body },
    { method: 'GET', url: '/', headers: {}, body: '' },
  ]);
});

it('should have the states and the answer of each request, worked out from what it met', () => {
  const journal = createJournal(70, handle);
  for (let number = 1; number <= 200; number += 1) {
    record(journal, { at: 7, before: stateOf(number), after: stateOf(number + 1) });
  }
  const last = Array.from({ length: 70 }, (_, index) => [131 + index, 132 + index, 200, `${131 + index} at 7`]);
  expect(journal.entries().map(shown)).toEqual(last);
});

it('should have them also where something else came in between, or was done, or answered', () => {
  const journal = createJournal(5, handle);
  record(journal, { before: stateOf(1), after: stateOf(2) });
  record(journal, { before: stateOf(5), after: stateOf(6) });
  record(journal, { before: stateOf(6), after: stateOf(9), reply: { status: 200, body: 'late' }, isWrong: false });
  record(journal, { before: stateOf(9), after: stateOf(9), reply: { status: 500, body: 'wrong' }, isWrong: true });
  const cut = { status: 200, body: '', cut: 'before' } as const;
  record(journal, { before: stateOf(9), after: stateOf(9), reply: cut, isWrong: true });
  expect(journal.entries().map(shown)).toEqual([
    [1, 2, 200, '1 at 1'],
    [5, 6, 200, '5 at 1'],
    [6, 9, 200, 'late'],
    [9, 9, 500, 'wrong'],
    [9, 9, undefined, ''],
  ]);
});

it('should work nothing out of a refusal', () => {
  const journal = createJournal(3, () => {
    throw new Error('nothing is left to work out');
  });
  record(journal, { reply: { status: 404, body: 'nobody' } });
  expect(journal.entries().map(shown)).toEqual([[0, 0, 404, 'nobody']]);
});

const longNamed = { onbehalfof: 'x'.repeat(10 * 1024) };
it.each<[string, Partial<Observed>]>([
  ['the requests', { request: { method: 'POST', url: '/', headers: {}, body: 'x'.repeat(10 * 1024) } }],
  ['the names of acting users', { request: { method: 'GET', url: '/', headers: longNamed, body: '' } }],
  ['the answers that it keeps', { reply: { status: 500, body: 'x'.repeat(10_240) } }],
])('should drop the oldest, and count them, where %s are large', (_, large) => {
  const journal = createJournal(1000, handle);
  fill(journal, 1000, large);
  expect(journal.size() * 10 * 1024).toBeLessThanOrEqual(mostCharacters);
  expect(journal.size()).toBeGreaterThan(90);
  expect(journal.size() + journal.dropped()).toBe(1000);
  expect(numbers(journal).at(-1)).toBe(1000);
  // What was dropped leaves room.
  fill(journal, 1000);
  expect(journal.size()).toBe(1000);
});

// Helpers

const headers = { apikey: 'the-key', cookie: 'c', onbehalfof: 'alice', 'content-type': 'application/json' };
const request: HttpRequest = { method: 'GET', url: '/', headers, body: '' };

/** One and the same for each number, as a state is that stays. */
const states = Array.from({ length: 300 }, (_, counter): ChatState => ({ ...emptyState, counter }));
const stateOf = (counter: number): ChatState => states[counter] ?? emptyState;

/** Counts on, and answers with the state and the time. */
const handle: Handler = (state, _, at) => ({
  state: stateOf(state.counter + 1),
  reply: { status: 200, body: `${state.counter} at ${at}` },
});

function record(journal: Journal, changes: Partial<Observed> = {}): void {
  const reply = { status: 200, body: '' };
  journal.record({ at: 1, request, access: undefined, before: emptyState, after: emptyState, reply, ...changes });
}

function fill(journal: Journal, count: number, changes?: Partial<Observed>): void {
  for (let number = 1; number <= count; number += 1) record(journal, changes);
}

const shown = ({ before, after, status, body }: Recorded) => [before.counter, after.counter, status, body];

const numbers = (journal: Journal): readonly number[] => journal.entries().map(({ number }) => number);
