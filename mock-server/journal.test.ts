import { describe, expect, it } from 'vitest';
import { type ChatState, emptyState } from '../core/index.ts';
import type { OpenHandler } from './handle-request.ts';
import type { HttpRequest } from './http-message.ts';
import { createJournal, type Journal, longestKept, mostCharacters, type Observed, replyTo } from './journal.ts';

describe('a journal', () => {
  it('should keep the last ones in order, and count what it dropped', () => {
    const journal = createJournal(3);
    for (let number = 1; number <= 5; number += 1) record(journal);
    expect(numbers(journal)).toEqual([3, 4, 5]);
    expect([journal.size(), journal.dropped()]).toEqual([3, 2]);
    record(journal);
    expect(numbers(journal)).toEqual([4, 5, 6]);
  });

  it('should go on counting when it is cleared, with nothing dropped', () => {
    const journal = createJournal(2);
    for (let number = 1; number <= 3; number += 1) record(journal);
    journal.clear();
    expect([numbers(journal), journal.dropped()]).toEqual([[], 0]);
    for (let number = 1; number <= 3; number += 1) record(journal);
    expect([numbers(journal), journal.dropped()]).toEqual([[5, 6], 1]);
  });

  it('should keep none where it may keep none, and tell of them all the same', () => {
    const journal = createJournal(0);
    record(journal);
    const seen: number[] = [];
    const unwatch = journal.watch(({ number }) => seen.push(number));
    record(journal);
    unwatch();
    record(journal);
    expect([numbers(journal), journal.dropped(), seen]).toEqual([[], 0, [1]]);
  });

  it('should keep a request as it came, but for its key and the headers that the API does not read', () => {
    const journal = createJournal(10);
    const body = '{"text":\n\n"ü😀"}\n';
    record(journal, { request: { ...request, url: '/v3/u\xff', body } });
    record(journal, { request: { ...request, headers: {} } });
    expect(journal.entries().map((entry) => entry.request)).toEqual([
      { method: 'GET', url: '/v3/u\xff', headers: { onbehalfof: 'alice', 'content-type': 'application/json' }, body },
      { method: 'GET', url: '/', headers: {}, body: '' },
    ]);
    expect(JSON.stringify(journal.entries())).not.toContain('the-key');
  });

  it('should have each answer as it was, one that was wrong on purpose too', () => {
    const journal = createJournal(3);
    record(journal, { status: 404, body: 'none' });
    record(journal, { status: 500, body: 'kept elsewhere', wrong: { status: 500, body: 'wrong', cut: 'half-way' } });
    const replies = journal.entries().map((entry) => replyTo(entry, handle));
    expect(replies).toEqual([
      { status: 404, body: 'none' },
      { status: 500, body: 'wrong', cut: 'half-way' },
    ]);
  });

  it('should work a long answer out again, from what the request met', () => {
    const journal = createJournal(10);
    const bodies = ['x'.repeat(longestKept), 'x'.repeat(longestKept + 1)];
    for (const body of bodies) record(journal, { at: 7, before: stateOf(30), body });
    expect(journal.entries().map((entry) => replyTo(entry, handle).body)).toEqual([bodies[0], '30 at 7']);
    expect(journal.entries().map((entry) => entry.body)).toEqual([bodies[0], undefined]);
  });

  it('should show no more of an answer than its beginning', () => {
    const journal = createJournal(2);
    record(journal, { request: { ...request, url: '/long' }, body: 'x'.repeat(20_000) });
    record(journal, { wrong: { status: 200, body: 'x'.repeat(20_000) } });
    const lengths = journal.entries().map((entry) => replyTo(entry, handle).body.length);
    expect(lengths).toEqual([10 * 1024 + 1, 10 * 1024 + 1]);
  });

  it.each<[string, Partial<Observed>]>([
    ['the requests', { request: { method: 'POST', url: '/', headers: {}, body: 'x'.repeat(10 * 1024) } }],
    ['the answers that were wrong on purpose', { wrong: { status: 1, body: 'x'.repeat(10_240) } }],
  ])('should drop the oldest, and count them, where %s are large', (_, large) => {
    const journal = createJournal(1000);
    for (let number = 1; number <= 1000; number += 1) record(journal, large);
    expect(journal.size() * 10 * 1024).toBeLessThanOrEqual(mostCharacters);
    expect(journal.size()).toBeGreaterThan(90);
    expect(journal.size() + journal.dropped()).toBe(1000);
    expect(numbers(journal).at(-1)).toBe(1000);
    // What was dropped leaves room.
    for (let number = 1; number <= 1000; number += 1) record(journal);
    expect(journal.size()).toBe(1000);
  });
});

// Helpers

const headers = { apikey: 'the-key', cookie: 'c', onbehalfof: 'alice', 'content-type': 'application/json' };
const request: HttpRequest = { method: 'GET', url: '/', headers, body: '' };
const stateOf = (counter: number): ChatState => ({ ...emptyState, counter });

/** Answers with the state and the time. */
const handle: OpenHandler = (state, { url }, at) => ({
  state,
  reply: { status: 200, body: url === '/long' ? 'x'.repeat(20_000) : `${state.counter} at ${at}` },
});

function record(journal: Journal, changes: Partial<Observed> = {}): void {
  journal.record({
    at: 1,
    request,
    access: 'full',
    before: emptyState,
    after: emptyState,
    status: 200,
    body: '{}',
    ...changes,
  });
}

const numbers = (journal: Journal): readonly number[] => journal.entries().map(({ number }) => number);
