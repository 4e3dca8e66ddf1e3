import { describe, expect, it } from 'vitest';
import { type ChatState, emptyState } from '../core/index.ts';
import type { Delivery, HttpRequest } from './http-message.ts';
import { createJournal, type Journal, mostBytes } from './journal.ts';

describe('a journal', () => {
  it('should keep the last ones in order, and count what it dropped', () => {
    const journal = journalOf(3);
    for (let number = 1; number <= 5; number += 1) record(journal);
    expect(numbers(journal)).toEqual([3, 4, 5]);
    expect([journal.size(), journal.dropped()]).toEqual([3, 2]);
    record(journal);
    expect(numbers(journal)).toEqual([4, 5, 6]);
  });

  it('should go on counting when it is cleared, with nothing dropped', () => {
    const journal = journalOf(2);
    for (let number = 1; number <= 3; number += 1) record(journal);
    journal.clear();
    expect([numbers(journal), journal.dropped()]).toEqual([[], 0]);
    for (let number = 1; number <= 3; number += 1) record(journal);
    expect([numbers(journal), journal.dropped()]).toEqual([[5, 6], 1]);
  });

  it('should keep none where it may keep none, and tell of them all the same', () => {
    const journal = journalOf(0);
    record(journal);
    const seen: number[] = [];
    const unwatch = journal.watch(({ number }) => seen.push(number));
    record(journal);
    unwatch();
    record(journal);
    expect([numbers(journal), journal.dropped(), seen]).toEqual([[], 0, [1]]);
  });

  it('should tell a request as it came, but for its key and the headers that the API does not read', () => {
    const journal = journalOf(10);
    const body = '{"text":\n\n"ü😀"}\n';
    for (const apikey of ['the-key', 'weak', 'wrong', 'the-key.Bad_Name', undefined]) {
      record(journal, { url: '/v3/u\xff', headers: { ...headers, apikey }, body });
    }
    record(journal, { headers: {} });
    const requests = journal.happenings().map(({ request }) => request);
    const kept = { onbehalfof: 'alice', 'content-type': 'application/json' };
    expect(requests).toEqual([
      ...['the-key', 'weak', '\0', 'the-key.\0', undefined].map((apikey) => ({
        method: 'GET',
        url: '/v3/u\xff',
        headers: { apikey, ...kept },
        body,
      })),
      { method: 'GET', url: '/', headers: {}, body: '' },
    ]);
  });

  it('should work out each answer from the state that the request met, wherever others put another state there', () => {
    const journal = journalOf(500);
    let state = stateOf(0);
    const told: unknown[] = [];
    for (let number = 1; number <= 600; number += 1) {
      if (number % 7 === 0) state = stateOf(number * 1000);
      const { reply, state: after } = replay(state, request, number);
      const isWrong = number % 5 === 0;
      const outcome = { reply: isWrong ? { status: 500, body: 'wrong' } : reply, before: state, after };
      journal.record(number, request, outcome, isWrong ? 'a fault' : undefined);
      told.push({ number, at: number, fault: isWrong ? 'a fault' : undefined, ...outcome });
      state = after;
    }
    const read = journal.happenings().map(({ number, at, fault, outcome }) => ({ number, at, fault, ...outcome() }));
    expect(read).toEqual(told.slice(100));
  });

  it('should show no more of an answer than its beginning', () => {
    const journal = journalOf(2);
    record(journal, { url: '/long' });
    journal.record(1, request, { ...outcome, reply: { status: 200, body: 'x'.repeat(20_000) } }, 'a fault');
    const lengths = journal.happenings().map(({ outcome }) => outcome().reply.body.length);
    expect(lengths).toEqual([10 * 1024 + 1, 10 * 1024 + 1]);
  });

  it('should drop the oldest, and count them, where the requests are large', () => {
    const journal = journalOf(1000);
    const body = 'x'.repeat(10 * 1024);
    for (let number = 1; number <= 1000; number += 1) record(journal, { body });
    expect(journal.size() * body.length).toBeLessThanOrEqual(mostBytes);
    expect(journal.size()).toBeGreaterThan(30);
    expect(journal.size() + journal.dropped()).toBe(1000);
    expect(numbers(journal).at(-1)).toBe(1000);
  });

  it('should drop the oldest, and count them, where the answers that were wrong on purpose are large', () => {
    const journal = journalOf(1000);
    const reply = { status: 200, body: 'x'.repeat(10 * 1024) };
    for (let number = 1; number <= 1000; number += 1) journal.record(1, request, { ...outcome, reply }, 'a fault');
    expect(journal.size() * reply.body.length).toBeLessThanOrEqual(mostBytes);
    expect(journal.size()).toBeGreaterThan(30);
    expect(journal.size() + journal.dropped()).toBe(1000);
  });
});

// Helpers

const headers = { apikey: 'the-key', cookie: 'c', onbehalfof: 'alice', 'content-type': 'application/json' };
const request: HttpRequest = { method: 'GET', url: '/', headers, body: '' };
const stateOf = (counter: number): ChatState => ({ ...emptyState, counter });
const outcome = { reply: { status: 200, body: '' }, before: emptyState, after: emptyState };

/** Answers with the state and the time, and counts. */
function replay(state: ChatState, { url }: HttpRequest, at: number) {
  const reply: Delivery = { status: 200, body: url === '/long' ? 'x'.repeat(20_000) : `${state.counter} at ${at}` };
  return { state: stateOf(state.counter + 1), reply };
}

const journalOf = (most: number): Journal =>
  createJournal({ most, keys: { apiKey: 'the-key', authOnlyKey: 'weak' }, replay });

function record(journal: Journal, changes: Partial<HttpRequest> = {}): void {
  journal.record(1, { ...request, ...changes }, outcome);
}

const numbers = (journal: Journal): readonly number[] => journal.happenings().map(({ number }) => number);
