import { describe, expect, it } from 'vitest';
import { emptyState } from '../core/index.ts';
import { createJournal, type Journal } from './journal.ts';

describe('a journal', () => {
  it('should keep the last ones in order, and count what it dropped', () => {
    const journal = createJournal(3);
    for (let number = 1; number <= 5; number += 1) record(journal);
    expect(numbers(journal)).toEqual([3, 4, 5]);
    expect(journal.dropped()).toBe(2);
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

  it('should keep no more of a header or an answer than it shows', () => {
    const journal = createJournal(1);
    record(journal, 'x'.repeat(20_000));
    const [happening] = journal.happenings();
    expect(Object.keys(happening?.request.headers ?? {})).toEqual(['apikey', 'onbehalfof', 'content-type']);
    expect(happening?.reply.body).toHaveLength(10 * 1024 + 1);
  });
});

function record(journal: Journal, body = '{}'): void {
  const headers = { apikey: 'k', cookie: 'c', onbehalfof: 'alice', 'content-type': 'application/json' };
  journal.record(1, { method: 'GET', url: '/', headers, body: '' }, { status: 200, body }, emptyState, emptyState);
}

const numbers = (journal: Journal): readonly number[] => journal.happenings().map(({ number }) => number);
