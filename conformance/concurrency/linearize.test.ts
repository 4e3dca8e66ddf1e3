import { describe, expect, it } from 'vitest';
import type { Operation } from './history.ts';
import { linearize, type Model, minimize } from './linearize.ts';

/** A set of texts: a send adds its text, a list shows them all. */
const texts: Model<readonly string[]> = {
  apply: (state, { deed, outcome }) => {
    if (deed.do === 'send') return [...state, deed.text].sort();
    if (outcome.kind !== 'seen') return state;
    return outcome.entries.join() === state.join() ? state : undefined;
  },
  fingerprint: (state) => state.join(),
};

const send = (text: string, invoked: number, returned: number): Operation => ({
  client: 1,
  deed: { do: 'send', actor: 'a', to: { kind: 'user', id: 'b' }, text },
  invoked,
  returned,
  outcome: { kind: returned === Number.POSITIVE_INFINITY ? 'unknown' : 'done' },
});

const list = (entries: readonly string[], invoked: number, returned: number): Operation => ({
  client: 2,
  deed: { do: 'list', actor: 'a' },
  invoked,
  returned,
  outcome: { kind: 'seen', entries },
});

describe('linearize', () => {
  it('should accept what one order explains', () => {
    expect(linearize(texts, [], [send('x', 0, 10), list(['x'], 11, 12)])).toBe('linearizable');
  });

  it('should let overlapping operations stand in either order', () => {
    expect(linearize(texts, [], [send('x', 0, 10), list([], 5, 6)])).toBe('linearizable');
    expect(linearize(texts, [], [send('x', 0, 10), list(['x'], 5, 6)])).toBe('linearizable');
  });

  it('should hold on to real time', () => {
    expect(linearize(texts, [], [send('x', 0, 10), list([], 11, 12)])).toBe('anomaly');
    expect(linearize(texts, [], [list(['x'], 0, 1), send('x', 2, 3)])).toBe('anomaly');
  });

  it('should refuse two reads that no order satisfies together', () => {
    const history = [send('x', 0, 10), send('y', 0, 10), list(['x'], 1, 2), list(['y'], 3, 4)];
    expect(linearize(texts, [], history)).toBe('anomaly');
  });

  it('should let an operation without an answer have happened, late, or not at all', () => {
    const lost = send('x', 0, Number.POSITIVE_INFINITY);
    expect(linearize(texts, [], [lost, list([], 1, 2)])).toBe('linearizable');
    expect(linearize(texts, [], [lost, list([], 1, 2), list(['x'], 3, 4)])).toBe('linearizable');
    expect(linearize(texts, [], [lost, list(['x'], 1, 2), list([], 3, 4)])).toBe('anomaly');
  });

  it('should say that it does not know when the search is too long', () => {
    const many = Array.from({ length: 20 }, (_, index) => send(`t${index}`, 0, 10));
    expect(linearize(texts, [], [...many, list(['never'], 0, 10)])).toBe('unknown');
  });

  it('should keep of an anomaly only the reads that it needs', () => {
    const update = send('x', 0, 10);
    const wrong = list([], 11, 12);
    const history = [update, list([], 1, 2), list(['x'], 3, 4), wrong];
    expect(minimize(texts, [], history)).toEqual([update, wrong]);
  });
});
