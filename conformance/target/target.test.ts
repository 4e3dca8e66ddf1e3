import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DriverFactory } from './driver.ts';
import type { RawReply, WireRequest } from './http-client.ts';
import { restDriver } from './rest-driver.ts';
import { openTarget, type TargetOptions } from './target.ts';

type Reply = RawReply | 'lost';

const answered = (status: number, json: unknown = {}): RawReply => {
  return { status, contentType: 'application/json', text: JSON.stringify(json) };
};

/** A target that gives these replies, or the last one for good; with every request that it got. */
function giving(replies: readonly Reply[] | (() => Reply), options: Partial<TargetOptions> = {}) {
  const sent: WireRequest[] = [];
  const next = (): Reply => {
    if (typeof replies === 'function') return replies();
    return replies[Math.min(sent.length, replies.length) - 1] ?? 'lost';
  };
  const exchange = async (request: WireRequest): Promise<RawReply> => {
    sent.push(request);
    const reply = next();
    if (reply === 'lost') throw new Error('other side closed');
    return reply;
  };
  const target = openTarget(
    {
      ...{ baseUrl: 'http://target/v3', apiKey: 'S3CRET', connections: 1, deadlineMs: 100, settleMs: 0 },
      ...{ prefix: 'cr0f1e2d-', signal: undefined, driver: undefined, ...options },
    },
    () => ({ exchange, close: async () => {} }),
  );
  return { ...target, sent };
}

const peer = { kind: 'user', id: 'bob' } as const;

it('sends nothing any more once nothing has been answered for long, but for what tidies up', async () => {
  const { driver, created, tidyUp, sent } = giving(['lost']);
  const tries = () => Promise.allSettled(Array.from({ length: 8 }, () => driver.conversations('ann')));
  await tries();
  await tries();
  const before = sent.length;
  const message = expect.stringContaining('was not sent, as the last');
  await expect(driver.conversations('ann')).rejects.toMatchObject({ kind: 'silent', message });
  expect(sent).toHaveLength(before);
  created.push({ kind: 'user', id: 'ann' });
  expect(await tidyUp(0, 1)).toEqual(created);
  expect(sent).toHaveLength(before + 2);
});

it('sends the key, the acting user, and a media type where there is a body', async () => {
  const { driver, sent } = giving([answered(200, { data: [] })]);
  await driver.createUser('ann');
  await driver.conversations('ann');
  expect(sent.map(({ headers }) => headers)).toEqual([
    { apikey: 'S3CRET', 'Content-Type': 'application/json' },
    { apikey: 'S3CRET', onBehalfOf: 'ann' },
  ]);
});

describe('creating', () => {
  it('should not be done once the run is stopped, and what was begun should be waited for', async () => {
    const stop = new AbortController();
    const stopping = () => {
      const status = stop.signal.aborted ? 404 : 200;
      stop.abort(new Error('stopped'));
      return answered(status);
    };
    const { driver, created, sent, tidyUp } = giving(stopping, { signal: stop.signal });
    const creating = driver.createUser('ann').catch(({ message }) => message);
    expect(await tidyUp(0, 1)).toEqual([]);
    await expect(driver.createUser('bob')).rejects.toThrow('stopped');
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    expect(created).toEqual([{ kind: 'user', id: 'ann', isDoubtful: true }]);
    expect(await creating).toBe('stopped');
  });

  it.each<[string, readonly Reply[], string]>([
    ['in doubt where no answer comes, and not sent again', ['lost', answered(200)], 'silent'],
    ['in doubt where the server fails, and not sent again', [answered(500), answered(200)], 'silent'],
  ])('should be %s', async (_, replies, kind) => {
    const { driver, sent } = giving(replies);
    await expect(driver.sendMessage('ann', peer, 'hello')).rejects.toMatchObject({ kind });
    expect(sent).toHaveLength(1);
  });

  it('should ask for a refused message once more, when what was done before has settled', async () => {
    const { driver, sent } = giving([answered(423), answered(200)]);
    await driver.sendMessage('ann', peer, 'hello');
    expect(sent).toHaveLength(2);
  });

  it('should ask once more for what is refused until that was three times in vain', async () => {
    const { driver, sent } = giving([answered(403)]);
    const requestsOfEach: number[] = [];
    for (const text of ['a', 'b', 'c', 'd']) {
      const before = sent.length;
      await expect(driver.sendMessage('ann', peer, text)).rejects.toMatchObject({ kind: 'refused' });
      requestsOfEach.push(sent.length - before);
    }
    expect(requestsOfEach).toEqual([2, 2, 2, 1]);
  });

  it('should be remembered with who may be there, of whom 404 says that they are not', async () => {
    const target = giving(['lost', answered(400), answered(200), answered(404)]);
    await Promise.allSettled(['ann', 'bob', 'cat'].map((uid) => target.driver.createUser(uid)));
    const ann = { kind: 'user', id: 'ann', isDoubtful: true };
    expect(target.created).toEqual([ann, { kind: 'user', id: 'cat' }]);
    expect(await target.tidyUp(0, 1)).toEqual([{ kind: 'user', id: 'cat' }]);
  });

  it.each([
    ['taken back with 403', 403, [{ kind: 'group', id: 'crew', isDoubtful: true }]],
    ['there any more', 404, []],
  ])('should remember a group whose members were refused, and which is not %s', async (_, status, left) => {
    const target = giving([200, 403, 403, 403, status].map((one) => answered(one)));
    await expect(target.driver.createGroup('crew', ['ann', 'bob'])).rejects.toThrow('adding bob to the group crew');
    expect([target.created, await target.tidyUp(0, 1)]).toEqual([left, left]);
  });

  it.each([
    [404, []],
    [403, [{ kind: 'user', id: 'ann' }]],
  ])('should be gone where a removal got no answer, and then %i: left is %j', async (status, left) => {
    const target = giving([answered(200), answered(500), answered(status)]);
    await target.driver.createUser('ann');
    expect(await target.tidyUp(0, 1)).toEqual(left);
  });
});

describe('observing', () => {
  const rows = (length: number) => Array(length).fill({ conversationType: 'user', conversationWith: { uid: 'bob' } });
  const page = (total_pages: number, length = 1) =>
    answered(200, { data: rows(length), meta: { pagination: { total_pages } } });

  it('should ask again for what was lost', async () => {
    const { driver } = giving(['lost', answered(503), page(1)]);
    expect(await driver.conversations('ann')).toEqual([peer]);
  });

  /** Something new, however often it is asked for. */
  const endless = (): (() => RawReply) => {
    let id = 0;
    return () => {
      id += 1;
      return answered(200, { data: [{ id, data: { text: `${id}` }, conversationWith: { uid: `u${id}` } }] });
    };
  };
  /** Asks for ever where messages are to be read. */
  const asking: DriverFactory = (target) => ({
    ...restDriver(target),
    messages: async () => {
      for (;;) await target.request({ method: 'GET', path: '/messages' });
    },
  });
  const tooMany = /was not sent, after 250 requests for one call/;

  it.each<[string, 'conversations' | 'messages', readonly Reply[] | (() => Reply), RegExp, DriverFactory?]>([
    ['they are refused', 'conversations', [answered(400)], /was answered with 400/],
    ['there is no answer', 'conversations', ['lost'], /got no answer: other side closed/],
    ['they are too big', 'conversations', [{ ...page(1), cut: true }], /more than anybody would read/],
    ['there are more rows than anybody reads', 'conversations', [page(1, 3_000)], /has 3000 entries or more/],
    ['there are said to be more pages than anybody reads', 'conversations', [page(1e9)], tooMany],
    ['a list goes on for ever', 'conversations', endless(), tooMany],
    ['a conversation goes on for ever', 'messages', endless(), tooMany],
    ['a driver of somebody else asks for ever', 'messages', [answered(200)], tooMany, asking],
  ])('should fail where %s', async (_, what, replies, why, driver) => {
    const target = giving(replies, { driver });
    const reading = what === 'messages' ? target.driver.messages('ann', peer) : target.driver.conversations('ann');
    await expect(reading).rejects.toThrow(why);
    expect(target.sent.length).toBeLessThanOrEqual(250);
  });

  it('should fail where the target takes too long for it, each answer being in time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = () => {
      vi.advanceTimersByTime(90);
      return answered(200);
    };
    const { driver } = giving(slow, { driver: asking });
    const why = 'GET /messages was not sent, as the ones before took 1080 ms';
    await expect(driver.messages('ann', peer)).rejects.toThrow(why);
  });
});
