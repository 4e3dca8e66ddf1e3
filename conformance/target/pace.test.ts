import { describe, expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import type { RawReply } from './http-client.ts';
import { createPace, type Waiting } from './pace.ts';

const done: RawReply = { status: 200, contentType: '', text: '{}' };
const busy = (retryAfter?: string, status = 429): RawReply => ({ status, contentType: '', text: 'later', retryAfter });
const late = { kind: 'lost', waiting: true };

/** Sends to a target that answers as given, in a time of its own. */
function asking(
  answer: (nth: number, what: string) => RawReply,
  { signal, rate, ms = 0 }: { readonly signal?: AbortSignal; readonly rate?: number; readonly ms?: number } = {},
) {
  const clock = manualClock();
  const reported: Waiting[] = [];
  let count = 0;
  const pace = createPace({ rate, clock, onWait: (wait) => reported.push(wait) });
  const send = async (what = 'reset', isTidying = false) => {
    const once = async () => {
      count += 1;
      const reply = answer(count, what);
      if (ms > 0) await clock.sleep(ms);
      return reply;
    };
    return pace(once, { isTidying, signal: isTidying ? undefined : signal });
  };
  return { send, clock, reported, requests: () => count };
}

it('should send so many requests a second as --rate says, and no more', async () => {
  const { send, clock, requests } = asking(() => done, { rate: 5 });
  for (let request = 0; request < 40; request += 1) void send();
  await clock.pass(999);
  expect(requests()).toBe(5);
  await clock.pass(2_000);
  expect(requests()).toBe(15);
});

describe('waiting', () => {
  it.each([
    [429, '2', 2_000],
    [503, '2', 2_000],
    [429, undefined, 1_000],
  ])('should be done on %i with Retry-After %s, and the request sent again', async (status, after, ms) => {
    const { send, clock, requests, reported } = asking((nth) => (nth === 1 ? busy(after, status) : done));
    const sending = send();
    await clock.pass(ms - 1);
    expect(requests()).toBe(1);
    await clock.pass(1);
    expect([await sending, requests(), reported]).toEqual([done, 2, [{ status, ms }]]);
  });

  it.each([
    [503, undefined],
    [500, '0'],
    [404, '0'],
  ])('should not be done on %i with Retry-After %s', async (status, after) => {
    const { send, requests } = asking(() => busy(after, status));
    expect([await send(), requests()]).toEqual([busy(after, status), 1]);
  });

  it.each([
    ['61', 2],
    ['99999999999999999999', 2],
    ['0', 30],
    ['9', 8],
    ['59', 3],
  ])('should be no answer once it is for longer than a minute: Retry-After %s for ever', async (after, most) => {
    const { send, clock, requests } = asking(() => busy(after));
    const sending = send();
    await clock.pass(61_000);
    expect(await sending).toMatchObject(late);
    expect(requests()).toBeLessThan(most);
    // Nobody is waited for again before there was an answer.
    expect(await send()).toMatchObject(late);
  });

  it('should be no answer also where only this one is put off', async () => {
    const { send, clock } = asking((_, what) => (what === 'read' ? done : busy('9')));
    const sending = send();
    for (let round = 0; round < 4; round += 1) {
      const other = send('read');
      await clock.pass(20_000);
      expect(await other).toBe(done);
    }
    expect(await sending).toMatchObject(late);
  });

  it('should keep everybody from asking, and let fewer ask at once afterwards', async () => {
    let isOpen = false;
    const { send, clock, requests } = asking(() => (isOpen ? done : busy('10')), { ms: 100 });
    const all = Array.from({ length: 8 }, () => send());
    await clock.pass(5_000);
    all.push(send());
    await clock.pass(5_000);
    expect(requests()).toBe(8);
    await clock.pass(150);
    expect(requests()).toBe(8 + 3);
    isOpen = true;
    await clock.pass(20_000);
    expect(new Set(await Promise.all(all))).toEqual(new Set([done]));
  });

  it('should end with the run, and not be done while tidying up', async () => {
    const stop = new AbortController();
    const { send, clock, requests } = asking(() => busy('30'), { signal: stop.signal });
    const sending = send();
    await clock.pass(1_000);
    stop.abort(new Error('stopped'));
    await expect(sending).rejects.toThrow('stopped');
    const why = '429, and the wish to be asked again in 30 s';
    expect([await send('removal', true), requests(), clock.now()]).toEqual([{ ...late, why }, 2, 1_000]);
  });
});
