import { describe, expect, it, vi } from 'vitest';
import type { Driver } from './driver.ts';
import type { RawReply, Transport, WireRequest } from './http-client.ts';
import { openTarget, TargetSilent, Unarrangeable } from './target.ts';

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

function open(
  client: Transport,
  { driver, signal, settleMs = 0 }: { driver?: Partial<Driver>; signal?: AbortSignal; settleMs?: number } = {},
) {
  const none = async () => {};
  const whole = { createUser: none, createGroup: none, sendMessage: none, removeUser: none, removeGroup: none };
  const reads = { conversations: async () => [], messages: async () => [] };
  return openTarget(
    {
      baseUrl: 'http://target/v3',
      apiKey: 'S3CRET',
      driver: driver && (() => Object.assign(driver, { ...whole, ...reads, ...own(driver) })),
      connections: 1,
      deadlineMs: 100,
      settleMs,
      prefix: 'cr0f1e2d-',
      signal,
    },
    () => client,
  );
}

/** The functions of a driver, also those of its class. */
const own = (driver: Partial<Driver>): Partial<Driver> => {
  const { removeUser } = driver;
  return { ...driver, ...(removeUser === undefined ? {} : { removeUser }) };
};

describe('arranging and looking', () => {
  it('should be tried three times where no answer or a server error comes', async () => {
    const { client, sent } = bringing(lost, answered(500), answered(200));
    await (await open(client)).driver.createUser('ann');
    expect(sent).toHaveLength(3);
  });

  it.each<[string, readonly Reply[], boolean]>([
    ['waits until it would show', [lost, answered(200)], true],
    ['does not wait', [answered(200)], false],
  ])('should send a message whose answer was lost again, and then wait as for a change: %s', async (_, replies, waits) => {
    const stop = new AbortController();
    const { client, sent } = bringing(...replies);
    const { driver } = await open(client, { settleMs: 60_000, signal: stop.signal });
    const writing = driver.sendMessage('ann', { kind: 'user', id: 'bob' }, 'hello').catch(() => 'waited');
    await vi.waitUntil(() => sent.length === replies.length);
    // Nothing but the wait is left, and only that hears of the end.
    setImmediate(() => stop.abort());
    expect(await writing).toBe(waits ? 'waited' : undefined);
  });

  it('should not be tried any more once nothing has been answered for long, but for what tidies up', async () => {
    const { client, sent } = bringing(lost);
    const { driver } = await open(client);
    const tries = () => Promise.allSettled(Array.from({ length: 8 }, () => driver.conversations('ann')));
    await tries();
    await tries();
    const before = sent.length;
    await expect(driver.conversations('ann')).rejects.toThrow('was not sent, as the last');
    expect(sent).toHaveLength(before);
    await expect(driver.removeUser('ann')).rejects.toThrow(TargetSilent);
    expect(sent).toHaveLength(before + 1);
  });

  it('should tell a target that is silent from one that refuses', async () => {
    const silent = await open(bringing(lost).client);
    await expect(silent.driver.createUser('ann')).rejects.toBeInstanceOf(TargetSilent);
    await expect(silent.driver.conversations('ann')).rejects.toThrow('GET /conversations got no answer');
    const refusing = await open(bringing(answered(400)).client);
    await expect(refusing.driver.createUser('ann')).rejects.toBeInstanceOf(Unarrangeable);
    await expect(refusing.driver.messages('ann', { kind: 'user', id: 'bob' })).rejects.toThrow('answered with 400');
  });

  it('should carry the key, the acting user, and a media type where there is a body', async () => {
    const { client, sent } = bringing(answered(200, { data: [] }));
    const { driver } = await open(client);
    await driver.createUser('ann');
    await driver.conversations('ann');
    expect(sent.map(({ headers }) => headers)).toEqual([
      { apikey: 'S3CRET', 'Content-Type': 'application/json' },
      { apikey: 'S3CRET', onBehalfOf: 'ann' },
    ]);
  });
});

describe('what was created', () => {
  it('should be remembered in order, also where no answer says so, but not where it was refused', async () => {
    const { client } = bringing(answered(200), answered(400), lost, lost, lost, answered(200));
    const target = await open(client);
    await target.driver.createUser('ann');
    await target.driver.createUser('bob').catch(() => {});
    await target.driver.createUser('cat').catch(() => {});
    await target.driver.createGroup('crew', []);
    expect(target.created).toEqual([
      { kind: 'user', id: 'ann' },
      { kind: 'user', id: 'cat', isDoubtful: true },
      { kind: 'group', id: 'crew' },
    ]);
  });

  it('should be nothing once the run is stopped, and the driver then not be asked', async () => {
    const stop = new AbortController();
    const asked: string[] = [];
    const createUser = async (uid: string) => void asked.push(uid);
    const target = await open(bringing(lost).client, { driver: { createUser }, signal: stop.signal });
    await target.driver.createUser('ann');
    stop.abort(new Error('stopped'));
    await expect(target.driver.createUser('bob')).rejects.toThrow('stopped');
    expect([asked, target.created.map(({ id }) => id)]).toEqual([['ann'], ['ann']]);
  });

  it('should be removed by a driver that needs its own place', async () => {
    class Own {
      readonly gone: string[] = [];
      async removeUser(uid: string) {
        this.gone.push(uid);
      }
    }
    const own = new Own();
    const target = await open(bringing(lost).client, { driver: own as Partial<Driver> });
    expect(await target.remove({ kind: 'user', id: 'ann' })).toBe('removed');
    expect(own.gone).toEqual(['ann']);
  });
});
