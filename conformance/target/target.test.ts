import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import type { DriverFactory } from './driver.ts';
import type { RawReply, Transport, WireRequest } from './http-client.ts';
import { restDriver } from './rest-driver.ts';
import { openTarget, type TargetOptions } from './target.ts';

const lost = 'lost';

type Reply = RawReply | typeof lost;

const answered = (status: number, json: unknown = {}): RawReply => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(json),
});

/** A transport that brings these replies, the last one for good. */
function bringing(...replies: readonly Reply[]) {
  const sent: WireRequest[] = [];
  const client: Transport = {
    exchange: async (request) => {
      const reply = replies[Math.min(sent.length, replies.length - 1)] ?? lost;
      sent.push(request);
      if (reply === lost) throw new Error('other side closed');
      return reply;
    },
    close: async () => {},
  };
  return { client, sent };
}

const open = (client: Transport, options: Partial<TargetOptions> = {}) =>
  openTarget(
    {
      ...{ baseUrl: 'http://target/v3', apiKey: 'S3CRET', connections: 1, deadlineMs: 100, settleMs: 0 },
      ...{ prefix: 'cr0f1e2d-', signal: undefined, driver: undefined, ...options },
    },
    () => client,
  );

const peer = { kind: 'user', id: 'bob' } as const;

it('sends nothing any more once nothing has been answered for long, but for what tidies up', async () => {
  const { client, sent } = bringing(lost);
  const { driver, remove } = await open(client);
  const tries = () => Promise.allSettled(Array.from({ length: 8 }, () => driver.conversations('ann')));
  await tries();
  await tries();
  const before = sent.length;
  await expect(driver.conversations('ann')).rejects.toMatchObject({
    ...{ kind: 'silent', message: expect.stringContaining('was not sent, as the last') },
  });
  expect(sent).toHaveLength(before);
  expect(await remove({ kind: 'user', id: 'ann' })).toBe('silent');
  expect(sent).toHaveLength(before + 1);
});

it('sends the key, the acting user, and a media type where there is a body', async () => {
  const { client, sent } = bringing(answered(200, { data: [] }));
  const { driver } = await open(client);
  await driver.createUser('ann');
  await driver.conversations('ann');
  expect(sent.map(({ headers }) => headers)).toEqual([
    { apikey: 'S3CRET', 'Content-Type': 'application/json' },
    { apikey: 'S3CRET', onBehalfOf: 'ann' },
  ]);
});

describe('creating', () => {
  it('should not be done once the run is stopped, nor when creating has ended', async () => {
    const stop = new AbortController();
    const { client, sent } = bringing(answered(200));
    const target = await open(client, { signal: stop.signal });
    await target.driver.createUser('ann');
    await target.endCreation();
    await expect(target.driver.createUser('bob')).rejects.toMatchObject({ kind: 'silent' });
    stop.abort(new Error('stopped'));
    await expect(target.driver.createUser('cat')).rejects.toThrow('stopped');
    expect([sent.length, target.created.map(({ id }) => id)]).toEqual([1, ['ann']]);
  });

  it.each<[string, readonly Reply[], string]>([
    ['refused', [answered(400)], 'refused'],
    ['in doubt where no answer comes, and not sent again', [lost, answered(200)], 'silent'],
    ['in doubt where the server fails, and not sent again', [answered(500), answered(200)], 'silent'],
  ])('should be %s', async (_, replies, kind) => {
    const { client, sent } = bringing(...replies);
    const { driver } = await open(client);
    await expect(driver.sendMessage('ann', peer, 'hello')).rejects.toMatchObject({ kind });
    expect(sent).toHaveLength(1);
  });

  it('should be remembered with who may be there, of whom 404 says that they are not', async () => {
    const target = await open(bringing(lost, answered(400), answered(200), answered(404)).client);
    await Promise.allSettled(['ann', 'bob', 'cat'].map((uid) => target.driver.createUser(uid)));
    expect(target.created).toEqual([
      { kind: 'user', id: 'ann', isDoubtful: true },
      { kind: 'user', id: 'cat' },
    ]);
    expect(await Promise.all(target.created.map(target.remove))).toEqual(['removed', 'refused']);
  });
});

describe('observing', () => {
  it('should ask again for what was lost', async () => {
    const rows = [{ conversationType: 'user', conversationWith: { uid: 'bob' } }];
    const page = answered(200, { data: rows, meta: { pagination: { total_pages: 1 } } });
    const { driver } = await open(bringing(lost, answered(503), page).client);
    expect(await driver.conversations('ann')).toEqual([peer]);
  });

  it.each<[string, readonly Reply[], RegExp]>([
    ['is refused', [answered(400)], /was answered with 400/],
    ['has no answer', [lost], /got no answer: other side closed/],
    ['is too big', [{ ...answered(200), text: `[${'0,'.repeat(60_000)}0]` }], /more than anybody would read/],
    [
      'says that it has more pages than anybody reads',
      [answered(200, { data: [], meta: { pagination: { total_pages: 1e9 } } })],
      /has 1000000000 pages or more/,
    ],
    [
      'has more rows than anybody reads',
      [answered(200, { data: Array(3_000).fill({ conversationWith: { uid: 'x' } }) })],
      /has 3000 entries or more/,
    ],
  ])('should fail where the list %s', async (_, replies, why) => {
    const { driver } = await open(bringing(...replies).client);
    await expect(driver.conversations('ann')).rejects.toThrow(why);
  });

  it('should fail where a view goes on for ever', async () => {
    let count = 0;
    const rows = () => {
      count += 1;
      return [{ id: `m${count}`, data: { text: `${count}` }, conversationWith: { uid: `u${count}` } }];
    };
    const { driver } = await open({
      exchange: async () => answered(200, { data: rows() }),
      close: async () => {},
    });
    await expect(driver.conversations('ann')).rejects.toThrow(
      'the list of ann has 101 pages or more, too many to be read',
    );
    await expect(driver.messages('ann', peer)).rejects.toThrow('101 pages or more');
    expect(count).toBeLessThan(210);
  });

  /** Asks for ever where messages are to be read. */
  const endless: DriverFactory = (target) => ({
    ...restDriver(target),
    messages: async () => {
      for (;;) await target.request({ method: 'GET', path: '/messages' });
    },
  });

  it('should fail where the target takes too long for it, each answer being in time', async () => {
    let now = 0;
    const slow: Transport = {
      exchange: async () => {
        now += 90;
        return answered(200, { data: [] });
      },
      close: async () => {},
    };
    const { driver } = await open(slow, { driver: endless, clock: { ...systemClock, now: () => now } });
    await expect(driver.messages('ann', peer)).rejects.toThrow(
      'GET /messages was not sent, as the ones before took 1080 ms',
    );
  });

  it('should fail where a driver of somebody else asks for ever', async () => {
    const { client, sent } = bringing(answered(200));
    const { driver } = await open(client, { driver: endless });
    await expect(driver.messages('ann', peer)).rejects.toThrow(
      'GET /messages was not sent, after 250 requests for one call',
    );
    expect(sent).toHaveLength(250);
  });
});
