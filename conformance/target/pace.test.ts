import { describe, expect, it } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { createHttpClient, type RawReply, type WireRequest } from './http-client.ts';
import { createPace, type Waiting } from './pace.ts';

const get: WireRequest = { method: 'GET', path: '/conversations', headers: {} };
const reset: WireRequest = { method: 'DELETE', path: '/groups/crew/conversation', headers: {}, body: '{}' };
const done: RawReply = { status: 200, contentType: '', text: '{}' };
const busy = (retryAfter?: string, status = 429): RawReply => ({ status, contentType: '', text: 'later', retryAfter });

/** A client of a target that answers as told, in a time of its own. */
function asking(
  answer: (nth: number, request: WireRequest) => RawReply,
  { signal, rate }: { readonly signal?: AbortSignal; readonly rate?: number } = {},
) {
  const clock = manualClock();
  const told: Waiting[] = [];
  let count = 0;
  const made = createHttpClient({
    transport: {
      exchange: async (request) => {
        count += 1;
        return answer(count, request);
      },
      close: async () => {},
    },
    ...{ secrets: [], mask: (text: string) => text, deadlineMs: 1_000, signal, tidyingSignal: undefined, clock },
    pace: createPace({ rate, clock, onWait: (wait) => told.push(wait) }),
  });
  const send: (...asked: Parameters<typeof made.send>) => Promise<unknown> = async (...asked) =>
    (await made.send(...asked)).reply;
  return { ...made, send, clock, told };
}

it('should send so many requests a second as --rate says, and no more', async () => {
  const { send, clock, requests } = asking(() => done, { rate: 5 });
  for (let request = 0; request < 40; request += 1) void send(get);
  await clock.pass(999);
  expect(requests()).toBe(5);
  await clock.pass(2_000);
  expect(requests()).toBe(15);
});

describe('waiting', () => {
  const late = { kind: 'lost', waiting: true };

  it.each([
    [429, '2'],
    [503, '2'],
    [429, undefined],
  ])('should be done on %i with Retry-After %s, and the request sent again', async (status, after) => {
    const { send, clock, requests, told } = asking((nth) => (nth === 1 ? busy(after, status) : done));
    const sending = send(reset);
    await clock.pass(999);
    expect(requests()).toBe(1);
    await clock.pass(2_000);
    expect(await sending).toMatchObject({ status: 200 });
    expect(requests()).toBe(2);
    expect(told).toEqual([{ status, ms: after === undefined ? 1_000 : 2_000 }]);
  });

  it.each([
    [503, undefined],
    [500, '0'],
    [404, '0'],
  ])('should not be done on %i with Retry-After %s', async (status, after) => {
    const { send, requests } = asking(() => busy(after, status));
    expect(await send(reset)).toMatchObject({ status });
    expect(requests()).toBe(1);
  });

  it.each([
    ['61', 2],
    ['99999999999999999999', 2],
    ['0', 30],
    ['9', 8],
    ['59', 3],
  ])('should be no answer once it is for longer than a minute: Retry-After %s for ever', async (after, most) => {
    const { send, clock, requests } = asking(() => busy(after));
    const sending = send(reset);
    await clock.pass(61_000);
    expect(await sending).toMatchObject(late);
    expect(requests()).toBeLessThan(most);
    // Nobody is waited for again before there was an answer.
    expect(await send(reset)).toMatchObject(late);
  });

  it('should be no answer also where only this one is put off', async () => {
    const { send, clock } = asking((_, { method }) => (method === 'GET' ? done : busy('9')));
    const sending = send(reset);
    for (let turn = 0; turn < 7; turn += 1) {
      const other = send(get);
      await clock.pass(10_000);
      expect(await other).toMatchObject({ status: 200 });
    }
    expect(await sending).toMatchObject(late);
  });

  it('should keep everybody from asking, and let fewer ask at once afterwards', async () => {
    let isOpen = false;
    const { send, clock, requests } = asking(() => (isOpen ? done : busy('10')));
    const all = Array.from({ length: 8 }, () => send(get));
    await clock.pass(5_000);
    const asked = requests();
    const later = send(get);
    await clock.pass(4_000);
    expect(requests()).toBe(asked);
    await clock.pass(2_000);
    expect(requests()).toBeLessThan(asked + 8);
    isOpen = true;
    await clock.pass(20_000);
    for (const reply of await Promise.all([...all, later])) expect(reply).toMatchObject({ status: 200 });
  });

  it('should not be done while tidying up', async () => {
    const { send, requests } = asking(() => busy('12'));
    const reply = await send(reset, { isTidying: true });
    expect(reply).toEqual({ kind: 'lost', why: '429, and the wish to be asked again in 12 s', waiting: true });
    expect(requests()).toBe(1);
  });

  it('should end with the run', async () => {
    const stop = new AbortController();
    const { send, clock } = asking(() => busy('30'), { signal: stop.signal });
    const sending = send(reset);
    await clock.pass(1_000);
    stop.abort(new Error('stopped'));
    await expect(sending).rejects.toThrow('stopped');
  });
});
