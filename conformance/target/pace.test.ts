import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RawReply } from './http-client.ts';
import { createPace, type PaceOptions } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = vi.advanceTimersByTimeAsync;

const done: RawReply = { status: 200, contentType: '', text: '{}' };
const busy = (retryAfter?: string, status = 429): RawReply => ({ status, contentType: '', text: 'later', retryAfter });
const late = { kind: 'lost', waiting: true };

/** Sends to a target that answers as given, in a time of its own. */
function asking(answer: (nth: number, what: string) => RawReply, options: Partial<PaceOptions> = {}, ms = 0) {
  const reported: unknown[] = [];
  const asked: string[] = [];
  const pace = createPace({ signal: undefined, onWait: (wait) => reported.push(wait), ...options });
  const send = (what = 'reset') =>
    pace(async () => {
      asked.push(what);
      const reply = answer(asked.length, what);
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      return reply;
    });
  return { send, reported, asked, requests: () => asked.length };
}

it('should send so many requests a second as --rate says, and no more', async () => {
  const { send, requests } = asking(() => done, { rate: 5 });
  for (let request = 0; request < 40; request += 1) void send();
  await pass(999);
  expect(requests()).toBe(5);
  await pass(2_000);
  expect(requests()).toBe(15);
});

describe('waiting', () => {
  it.each([
    [429, '2', 2_000],
    [503, '2', 2_000],
    [429, undefined, 1_000],
  ])('should be done on %i with Retry-After %s, and the request sent again', async (status, after, ms) => {
    const { send, requests, reported } = asking((nth) => (nth === 1 ? busy(after, status) : done));
    const sending = send();
    await pass(ms - 1);
    expect(requests()).toBe(1);
    await pass(1);
    expect([await sending, requests(), reported]).toEqual([done, 2, [{ status, ms }]]);
  });

  it.each(['503', '500 0', '404 0'])('should not be done on a status with Retry-After as in %s', async (answer) => {
    const [status, after] = answer.split(' ');
    const { send, requests } = asking(() => busy(after, Number(status)));
    expect([await send(), requests()]).toEqual([busy(after, Number(status)), 1]);
  });

  it.each([
    ['61', 2],
    ['99999999999999999999', 2],
    ['0', 30],
    ['9', 8],
    ['59', 3],
  ])('should be no answer once it is for longer than a minute: Retry-After %s for ever', async (after, most) => {
    const { send, requests } = asking(() => busy(after));
    const sending = send();
    await pass(61_000);
    expect(await sending).toMatchObject(late);
    expect(requests()).toBeLessThan(most);
    // Nobody is waited for again before there was an answer.
    expect(await send()).toMatchObject(late);
  });

  it('should be no answer also where only this one is put off', async () => {
    const { send } = asking((_, what) => (what === 'read' ? done : busy('9')));
    const sending = send();
    for (let round = 0; round < 4; round += 1) {
      const other = send('read');
      await pass(20_000);
      expect(await other).toBe(done);
    }
    expect(await sending).toMatchObject(late);
  });

  it('should keep everybody from asking, and let fewer ask at once afterwards', async () => {
    let isOpen = false;
    const { send, requests } = asking(() => (isOpen ? done : busy('10')), {}, 100);
    const all = Array.from({ length: 8 }, () => send());
    await pass(5_000);
    all.push(send());
    await pass(5_000);
    expect(requests()).toBe(8);
    await pass(150);
    expect(requests()).toBe(8 + 4);
    isOpen = true;
    await pass(20_000);
    expect(new Set(await Promise.all(all))).toEqual(new Set([done]));
  });

  it('should keep the order in which they came, those that were put off last', async () => {
    const { send, asked } = asking((nth) => (nth === 1 ? busy('1') : done));
    const all = ['first', 'second', 'third'].map((what) => send(what));
    await pass(500);
    all.push(send('fourth'));
    await pass(1_000);
    await Promise.all(all);
    expect(asked).toEqual(['first', 'second', 'third', 'first', 'fourth']);
  });

  it('should be done for no longer than it may be, and again sooner than the target wishes', async () => {
    const { send, requests } = asking(() => busy('30'), { longestWaitMs: 12_000, longestPauseMs: 5_000 });
    const sending = send();
    await pass(10_000);
    const why = '429, and the wish to be asked again in longer than 12 s';
    expect([await sending, requests()]).toEqual([{ ...late, why }, 3]);
  });

  it('should end with the run', async () => {
    const stop = new AbortController();
    const { send, requests } = asking(() => busy('30'), { signal: stop.signal });
    const sending = send();
    await pass(1_000);
    stop.abort(new Error('stopped'));
    await expect(sending).rejects.toThrow('stopped');
    await expect(send()).rejects.toThrow('stopped');
    expect(requests()).toBe(1);
  });
});
