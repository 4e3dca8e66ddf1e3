import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { floors } from './cases/plan.ts';
import { requirements } from './requirements/catalogue.ts';
import { keys, mockInMemory, type Wrap } from './self-test/mock-targets.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

const options = { baseUrl: 'http://memory/v3', ...keys, seed: 51, settleMs: 0 } as const;
const existing = { users: ['ann', 'bob', 'cat'], group: 'crew' };

/** A run on users that were there before, with every request that it makes. */
async function runOn(wrap: Wrap = (healthy) => healthy, change: Partial<VerifyOptions> = { existing }) {
  const asked: HttpRequest[] = [];
  const listening: Wrap = (healthy) => (state, request) => {
    asked.push(request);
    return wrap(healthy)(state, request);
  };
  const { connect } = mockInMemory({ wrap: listening });
  const client = connect({ baseUrl: options.baseUrl, connections: 1, deadlineMs: 100 });
  const send = (path: string, body: object, as?: string) =>
    client.exchange(
      {
        method: 'POST',
        path,
        headers: {
          apikey: keys.apiKey,
          'content-type': 'application/json',
          ...(as === undefined ? {} : { onBehalfOf: as }),
        },
        body: JSON.stringify(body),
      },
      { deadlineMs: 100, mostBytes: 1_000, signal: undefined },
    );
  for (const uid of existing.users) await send('/users', { uid, name: uid });
  await send('/groups', { guid: 'crew', name: 'crew', members: { participants: ['bob'] } }, 'ann');
  const message = { category: 'message', type: 'text', data: { text: 'hello' } };
  await send('/messages', { ...message, receiver: 'crew', receiverType: 'group' }, 'ann');
  for (const receiver of ['bob', 'cat']) await send('/messages', { ...message, receiver, receiverType: 'user' }, 'ann');
  asked.length = 0;
  return { report: await verify({ ...options, connect, ...change }), asked };
}

describe('a run on existing users', () => {
  it('should make nothing, delete nothing for good, and act for the first of them only', async () => {
    const { asked } = await runOn();
    expect(new Set(asked.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`))).toEqual(
      new Set(['DELETE conversation']),
    );
    const bodies = asked.map(({ body }) => JSON.parse(body));
    expect(bodies.filter((body) => body.deleteMessagesPermanently === true)).toEqual([]);
    const actors = asked.map(({ headers }) => headers['onbehalfof'] ?? 'nobody');
    expect(actors.filter((actor) => ['bob', 'cat'].includes(actor))).toEqual([]);
    expect(actors).toContain('ann');
  });

  it('should be judged where those made up are refused like a wrong path', async () => {
    const { report } = await runOn((healthy) => (state, request) => {
      const handled = healthy(state, request);
      return handled.reply.status < 400 ? handled : { state, reply: { status: 404, body: '{}' } };
    });
    expect(report.verdict).toBe('incomplete');
    expect(report.requirements.find(({ id }) => id === 'success-true')?.outcome).toBe('pass');
  });

  it('should keep every row in its place before it lets one go', async () => {
    const { asked } = await runOn();
    const flags = asked
      .filter(({ headers }) => headers['onbehalfof'] === 'ann')
      .map(({ body }) => JSON.parse(body).preserveOrder);
    expect(flags).toEqual([...flags].toSorted((a, b) => Number(b) - Number(a)));
    expect(new Set(flags)).toEqual(new Set([true, false]));
  });

  it('should judge answers and credentials, and say that this is not all', async () => {
    const { report } = await runOn();
    const passed = report.requirements.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
    expect(passed).toEqual([
      'status-200',
      'media-type',
      'success-true',
      'message-names-acting-user',
      'no-key-refused',
      'wrong-key-refused',
      'no-acting-user-refused',
    ]);
    const rare = report.requirements.filter(({ exercised }) => exercised > 0 && exercised < floors.default);
    expect(rare).toEqual([]);
    expect(report).toMatchObject({
      verdict: 'incomplete',
      reason: 'with existing users only the answers can be judged',
      behaviour: {},
    });
    expect(report.requirements).toHaveLength(requirements.length);
    expect(report.requirements.find(({ id }) => id === 'message-names-conversation')).toMatchObject({
      outcome: 'not-exercised',
      because: expect.stringContaining('is not known'),
    });
  });

  it('should name the conversation of which no reset is confirmed', async () => {
    const { report } = await runOn(undefined, { existing: { users: ['ann', 'bob', 'zed'] } });
    expect(report.notes).toEqual([
      expect.stringMatching(/^No reset of user:zed was confirmed; the first was answered with 404 /),
    ]);
  });

  it('should say so where none of their resets is confirmed', async () => {
    const { report } = await runOn(undefined, { existing: { users: ['ann', 'zed'] } });
    expect(report.requirements.find(({ id }) => id === 'status-200')).toMatchObject({
      outcome: 'not-exercised',
      because: expect.stringMatching(/^no reset was confirmed, the first was answered with 404 /),
    });
  });

  it.each<[string, string, 'pass' | 'not-exercised' | 'fail']>([
    ['the names that people gave', 'The chat with Robert is gone for ann.', 'pass'],
    ['an id of its own spelling', 'ann:bob was reset for user "ann"', 'pass'],
    ['the user in an id of which nobody knows the spelling', 'direct-ann-bob was reset', 'not-exercised'],
    ['the user in another case', 'Reset for ANN.', 'not-exercised'],
    ['no user', 'Done.', 'fail'],
    ['the user in the known id alone', 'The conversation ann_user_bob is gone.', 'fail'],
  ])('should accuse nobody for a wording: %s', async (_what, words, outcome) => {
    const { report } = await runOn((healthy) => (state, request) => {
      const { state: next, reply } = healthy(state, request);
      return {
        state: next,
        reply: { ...reply, body: reply.body.replace(/"message":"The [^"]*"/, `"message":${JSON.stringify(words)}`) },
      };
    });
    const outcomes = report.requirements.filter(({ id }) => id.startsWith('message-names')).map((row) => row.outcome);
    expect(outcomes).toEqual(['not-exercised', outcome, 'not-exercised']);
    expect(report.verdict).toBe(outcome === 'fail' ? 'violates' : 'incomplete');
  });

  it('should tell a violation by the request that showed it', async () => {
    const { report } = await runOn((healthy) => (state, request) => {
      const { state: next, reply } = healthy(state, request);
      return { state: next, reply: { ...reply, body: reply.body.replace('"success":true', '"success":"true"') } };
    });
    // Without the boolean nothing was confirmed, so that there is no confirmation to judge.
    expect(report.verdict).toBe('incomplete');
    const nameless = await runOn((healthy) => (state, request) => {
      const { state: next, reply } = healthy(state, request);
      return { state: next, reply: { ...reply, body: reply.body.replace(/ for UID [^"]*\./, '.') } };
    });
    expect(nameless.report.verdict).toBe('violates');
    const failed = nameless.report.requirements.filter(({ outcome }) => outcome === 'fail');
    expect(failed.map(({ id }) => id)).toEqual(['message-names-acting-user']);
    expect(failed[0]?.counterexample).toMatchObject({
      story: [{ phase: 'act', curl: expect.stringContaining('"apikey: $API_KEY"') }],
      shrunk: false,
    });
  });

  it.each([
    ['no-key-refused', 'apikey', undefined],
    ['wrong-key-refused', 'apikey', 'other'],
    ['no-acting-user-refused', 'onbehalfof', undefined],
  ] as const)('should find that %s does not hold', async (requirement, header, value) => {
    const { report } = await runOn((healthy) => (state, request) => {
      const given = request.headers[header];
      const isIt = value === undefined ? given === undefined : given !== undefined && given !== keys.apiKey;
      const done = { status: 200, body: '{"data":{"success":true,"message":"ok"}}' };
      return isIt ? { state, reply: done } : healthy(state, request);
    });
    expect(report.verdict).toBe('violates');
    const failed = report.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    expect(failed).toEqual([requirement]);
  });

  it('should not take a target that refuses everything alike for one that looks at keys', async () => {
    const { report } = await runOn(() => (state) => ({ state, reply: { status: 404, body: '{}' } }));
    expect(report.verdict).toBe('not-run');
  });
});
