import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import type { Driver, DriverFactory } from './driver.ts';
import type { RawReply, Transport, WireRequest } from './http-client.ts';
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

/** Does and shows nothing. */
class IdleDriver implements Driver {
  async createUser(_uid: string) {}
  async createGroup() {}
  async sendMessage() {}
  async removeUser(_uid: string) {}
  async removeGroup() {}
  async conversations() {
    return [];
  }
  async messages() {
    return [];
  }
}

/** Asks for ever where messages are to be read. */
const endless: DriverFactory = ({ request }) =>
  Object.assign(new IdleDriver(), {
    messages: async () => {
      for (;;) await request({ method: 'GET', path: '/messages' });
    },
  });

describe('the wire', () => {
  it('should not be used any more once nothing has been answered for long, but for what tidies up', async () => {
    const { client, sent } = bringing(lost);
    const { observe, remove } = await open(client);
    const tries = () => Promise.all(Array.from({ length: 8 }, () => observe.conversations('ann')));
    await tries();
    await tries();
    const before = sent.length;
    expect(await observe.conversations('ann')).toMatchObject({
      kind: 'doubtful',
      why: expect.stringContaining('was not sent, as the last'),
    });
    expect(sent).toHaveLength(before);
    expect(await remove({ kind: 'user', id: 'ann' })).toBe('silent');
    expect(sent).toHaveLength(before + 1);
  });

  it('should carry the key, the acting user, and a media type where there is a body', async () => {
    const { client, sent } = bringing(answered(200, { data: [] }));
    const { arrange, observe } = await open(client);
    await arrange.createUser('ann');
    await observe.conversations('ann');
    expect(sent.map(({ headers }) => headers)).toEqual([
      { apikey: 'S3CRET', 'Content-Type': 'application/json' },
      { apikey: 'S3CRET', onBehalfOf: 'ann' },
    ]);
  });
});

describe('what was created', () => {
  it('should be nothing once the run is stopped, and the driver then not be asked', async () => {
    const stop = new AbortController();
    const asked: string[] = [];
    const createUser = async (uid: string) => void asked.push(uid);
    const driver = () => Object.assign(new IdleDriver(), { createUser });
    const target = await open(bringing(lost).client, { driver, signal: stop.signal });
    await target.arrange.createUser('ann');
    stop.abort(new Error('stopped'));
    await expect(target.arrange.createUser('bob')).rejects.toThrow('stopped');
    expect([asked, target.created.map(({ id }) => id)]).toEqual([['ann'], ['ann']]);
  });

  it('should be removed by a driver that needs its own place', async () => {
    class Own extends IdleDriver {
      readonly gone: string[] = [];
      override async removeUser(uid: string) {
        this.gone.push(uid);
      }
    }
    const own = new Own();
    const target = await open(bringing(lost).client, { driver: () => own });
    expect(await target.remove({ kind: 'user', id: 'ann' })).toBe('removed');
    expect(own.gone).toEqual(['ann']);
  });
});

describe('arranging as a value', () => {
  it.each<[string, readonly Reply[], string, number]>([
    ['done', [answered(200)], 'done', 1],
    ['refused', [answered(400)], 'refused', 1],
    ['in doubt where no answer comes, and not sent again', [lost, answered(200)], 'doubtful', 1],
    ['in doubt where the server fails, and not sent again', [answered(500), answered(200)], 'doubtful', 1],
  ])('should be %s', async (_, replies, kind, requests) => {
    const { client, sent } = bringing(...replies);
    const { arrange, created } = await open(client);
    expect((await arrange.sendMessage('ann', { kind: 'user', id: 'bob' }, 'hello')).kind).toBe(kind);
    expect(sent).toHaveLength(requests);
    expect(created).toEqual([]);
  });

  it('should remember who may be there, and that it is in doubt', async () => {
    const { arrange, created, remove } = await open(bringing(lost, answered(400), answered(200), answered(404)).client);
    for (const uid of ['ann', 'bob', 'cat']) await arrange.createUser(uid);
    expect(created).toEqual([
      { kind: 'user', id: 'ann', isDoubtful: true },
      { kind: 'user', id: 'cat' },
    ]);
    const removed = await Promise.all(created.map(remove));
    expect(removed).toEqual(['removed', 'refused']);
  });

  it('should create nothing more once that has ended', async () => {
    const { client, sent } = bringing(answered(200));
    const target = await open(client);
    await target.endCreation();
    expect((await target.arrange.createUser('ann')).kind).toBe('doubtful');
    expect([sent.length, target.created]).toEqual([0, []]);
  });
});

describe('observing as a value', () => {
  const page = (id: string) =>
    answered(200, {
      data: [{ conversationType: 'user', conversationWith: { uid: id } }],
      meta: { pagination: { total_pages: 1 } },
    });

  it('should ask again for what was lost', async () => {
    const { observe } = await open(bringing(lost, answered(503), page('bob')).client);
    expect(await observe.conversations('ann')).toEqual({ kind: 'done', value: [{ kind: 'user', id: 'bob' }] });
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
  ])('should be unreadable where it %s', async (_, replies, why) => {
    const { observe } = await open(bringing(...replies).client);
    expect(await observe.conversations('ann')).toMatchObject({ why: expect.stringMatching(why) });
  });

  it('should be unreadable where it goes on for ever', async () => {
    let count = 0;
    const rows = () => {
      count += 1;
      return [{ id: `m${count}`, data: { text: `${count}` }, conversationWith: { uid: `u${count}` } }];
    };
    const target = await open({
      exchange: async () => answered(200, { data: rows() }),
      close: async () => {},
    });
    expect(await target.observe.conversations('ann')).toMatchObject({
      why: 'the list of ann has 101 pages or more, too many to be read',
    });
    const messages = await target.observe.messages('ann', { kind: 'user', id: 'bob' });
    expect(messages).toMatchObject({ kind: 'refused', why: expect.stringContaining('101 pages or more') });
    expect(count).toBeLessThan(210);
  });

  it('should be unreadable where the target takes too long for it, each answer being in time', async () => {
    let now = 0;
    const slow: Transport = {
      exchange: async () => {
        now += 90;
        return answered(200, { data: [] });
      },
      close: async () => {},
    };
    const clock = { ...systemClock, now: () => now };
    const target = await open(slow, { driver: endless, clock });
    expect(await target.observe.messages('ann', { kind: 'user', id: 'bob' })).toMatchObject({
      kind: 'refused',
      why: 'GET /messages was not sent, as the ones before took 1080 ms',
    });
  });

  it('should be unreadable where a driver of somebody else asks for ever', async () => {
    const { client, sent } = bringing(answered(200));
    const target = await open(client, { driver: endless });
    const seen = await target.observe.messages('ann', { kind: 'user', id: 'bob' });
    expect(seen).toMatchObject({ kind: 'refused', why: 'GET /messages was not sent, after 250 requests for one call' });
    expect(sent).toHaveLength(250);
  });
});
