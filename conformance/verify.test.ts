import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { behaviourArb } from '../core/arbitrary/world.ts';
import {
  type Behaviour,
  get,
  parseUid,
  referenceBehaviour,
  set,
  sideOf,
  slice,
  withSide,
  withUser,
} from '../core/index.ts';
import { writeBehaviour } from '../fixtures/behaviour.ts';
import { parseBehaviourText, readBehaviourFile } from '../fixtures/read-fixture.ts';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { findBehaviour } from './behaviour/find-behaviour.ts';
import type { ProgressEvent, Report } from './report.ts';
import { requirements } from './requirements/catalogue.ts';
import { differences } from './self-test/found-exactly.ts';
import { keys, mockInMemory, openInMemory, startMock, type Wrap } from './self-test/mock-targets.ts';
import { startNaiveServer } from './self-test/naive-server.ts';
import { randomServer } from './self-test/permitted-servers.ts';
import { verify, verifyWith } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

// Whole runs take their time where the machine has other things to do.
vi.setConfig({ testTimeout: 120_000 });

/** Runs of budget quick; a settling time costs nothing where reads never lag. */
const options: VerifyOptions = { baseUrl: 'http://memory/v3', ...keys, seed: 11, budget: 'quick', settleMs: 80 };

const inMemory = (behaviour: Behaviour, change: Partial<VerifyOptions> = {}): Promise<Report> =>
  verify({ ...options, connect: mockInMemory({ behaviour }).connect, ...change });

/** Against a server of its own. */
async function overHttp(
  start: Promise<{ readonly url: string; readonly close: () => Promise<unknown> }>,
  change: Partial<VerifyOptions> = {},
): Promise<Report> {
  const server = await start;
  try {
    return await verify({ ...options, baseUrl: server.url, ...change });
  } finally {
    await server.close();
  }
}

const naive = (behaviour: Behaviour) => startNaiveServer({ ...keys, behaviour });

const shipped = (name: string): Behaviour => {
  const reading = readBehaviourFile(name);
  if (!reading.ok) throw new Error(reading.refusal.join('\n'));
  return reading.value;
};

/** How the found behaviour differs from what the server really does. */
const wrongIn = (report: Pick<Report, 'behaviour' | 'behaviourUnknown'>, behaviour: Behaviour) =>
  differences(report, { ...randomServer(0), behaviour, style: plain }).wrong;

const { style } = randomServer(0);
const plain = { ...style, refusalsAs200: false, missingKey5xx: false };

const outcomes = ({ requirements: results }: Report, ...wanted: readonly string[]) =>
  results.filter(({ outcome }) => wanted.includes(outcome)).map(({ id, because }) => `${id}: ${because}`);

const exercised = (report: Report) => report.requirements.map(({ id, exercised: times }) => [id, times]);

const nothingFound = (report: Report) => ({
  verdict: report.verdict,
  open: outcomes(report, 'not-applicable', 'not-exercised', 'fail'),
  unknown: report.behaviourUnknown,
});
const allWell = { verdict: 'conforms', open: [], unknown: [] };

describe.concurrent('an implementation that is right', () => {
  it('should conform as the reference, and another time in the very same way', async () => {
    const events: ProgressEvent[] = [];
    const [one, two] = await Promise.all([
      overHttp(startMock(), { onProgress: (event) => events.push(event) }),
      inMemory(referenceBehaviour),
    ]);
    expect(nothingFound(one)).toEqual(allWell);
    expect(one.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(wrongIn(one, referenceBehaviour)).toEqual([]);
    expect(one.observedResets).toBeGreaterThan(100);

    expect(exercised(two)).toEqual(exercised(one));
    expect(two.behaviour).toEqual(one.behaviour);

    const phases = events.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
    expect(phases).toEqual(['reaching', 'finding-behaviour', 'testing', 'settling', 'tidying-up']);
    expect(events.every(({ requests }, index) => requests >= (events[index - 1]?.requests ?? 0))).toBe(true);
  });

  it('should conform as another server with the same behaviour', async () => {
    const report = await overHttp(naive(referenceBehaviour));
    expect(nothingFound(report)).toEqual(allWell);
    expect(wrongIn(report, referenceBehaviour)).toEqual([]);
  });

  it.each([
    'removed',
    'kept',
  ] as const)('should conform where it hides by whole seconds, and rows are %s', async (place) => {
    const behaviour: Behaviour = { ...referenceBehaviour, withoutPreserveOrder: place };
    const report = await overHttp(startNaiveServer({ ...keys, behaviour, style: { hidesOlder: true } }));
    expect([report.verdict, outcomes(report, 'not-exercised', 'fail')]).toEqual(['conforms', []]);
    expect(wrongIn(report, behaviour)).toEqual([]);
  });

  it.each(['strict', 'lenient'])('should conform where it is %s', async (name) => {
    const report = await inMemory(shipped(name));
    expect(nothingFound(report)).toEqual(allWell);
    expect(wrongIn(report, shipped(name))).toEqual([]);
  });

  it.each([1, 2, 3, 4])('should conform with a random behaviour: %i', async (seed) => {
    const [behaviour = referenceBehaviour] = fc.sample(behaviourArb, { numRuns: 1, seed });
    const report = await (seed === 3 ? overHttp(naive(behaviour), { seed }) : inMemory(behaviour, { seed }));
    expect([report.verdict, outcomes(report, 'not-exercised', 'fail')]).toEqual(['conforms', []]);
    expect(wrongIn(report, behaviour)).toEqual([]);
  });
});

describe('a message after a reset', () => {
  /** Brings back to both what resets have hidden from them; the spec is silent about that. */
  const reminding: Wrap = (healthy) => (before, request) => {
    const handled = healthy(before, request);
    if (request.method !== 'POST' || !request.url.endsWith('/messages')) return handled;
    const { receiver, receiverType } = JSON.parse(request.body) as Record<string, string>;
    const [one, other] = [request.headers['onbehalfof'], receiver].map((raw) => parseUid(raw ?? '', 'folded'));
    if (receiverType !== 'user' || !one?.ok || !other?.ok) return handled;
    let { users } = handled.state;
    for (const [uid, peer] of [
      [one.value, other.value],
      [other.value, one.value],
    ] as const) {
      const user = get(users, uid);
      const side = user && sideOf(user.list, withUser(peer));
      if (side) users = set(users, uid, { ...user, list: withSide(user.list, { ...side, hiddenUpTo: 0 }, side) });
    }
    return { ...handled, state: { ...handled.state, users } };
  };

  it.each([8, 9])('may bring back what was hidden, also in the midst of others: seed %i', async (seed) => {
    const { connect } = mockInMemory({ wrap: reminding });
    const report = await verify({ ...options, connect, seed });
    expect(outcomes(report, 'fail')).toEqual([]);
  });
});

describe('what the spec leaves open', () => {
  const isReset = ({ method, url }: HttpRequest) => method === 'DELETE' && url.endsWith('/conversation');
  const fieldsOf = ({ body }: HttpRequest): Readonly<Record<string, unknown>> => {
    try {
      return JSON.parse(body);
    } catch {
      return {};
    }
  };

  it('may be that a permanent deletion is meant wherever the order is not to be kept', async () => {
    const wrap: Wrap = (healthy) => (before, request) => {
      if (!isReset(request) || request.url.includes('/groups/') || !request.body.trim().startsWith('{')) {
        return healthy(before, request);
      }
      const fields = fieldsOf(request);
      const omitted = { deleteMessagesPermanently: fields['preserveOrder'] !== true };
      return healthy(before, { ...request, body: JSON.stringify({ ...omitted, ...fields }) });
    };
    const behaviour: Behaviour = { ...referenceBehaviour, messagesAfterReset: 'visible', wrongType: 'ignored' };
    const report = await verify({ ...options, connect: mockInMemory({ wrap, behaviour }).connect });
    expect(outcomes(report, 'fail')).toEqual([]);
    expect(report.behaviour.deleteMessagesPermanentlyOmitted).toBe('other');
  });

  it('may be that a reset of two who never wrote leaves an empty conversation in the own list', async () => {
    const wrap: Wrap = (healthy) => (before, request) => {
      const handled = healthy(before, request);
      const { conversationWith } = fieldsOf(request);
      const uid = parseUid(request.headers['onbehalfof'] ?? '', 'folded');
      const isKept = fieldsOf(request)['preserveOrder'] === true;
      if (!isReset(request) || !isKept || handled.reply.status !== 200 || !uid.ok) return handled;
      if (!uid.value.endsWith('-bystander')) return handled;
      const listed = get(handled.state.users, uid.value)?.list;
      const other = typeof conversationWith === 'string' ? parseUid(conversationWith, 'folded') : undefined;
      if (!other?.ok || listed === undefined || sideOf(listed, withUser(other.value))) return handled;
      const message = { receiver: other.value, receiverType: 'user', type: 'text', data: { text: 'hi' } };
      const writing = {
        ...request,
        method: 'POST',
        url: '/v3/messages',
        body: JSON.stringify({ ...message, category: 'message' }),
      };
      const begun = get(healthy(before, writing).state.users, uid.value);
      const { state } = handled;
      return begun === undefined
        ? handled
        : { ...handled, state: { ...state, users: set(state.users, uid.value, begun) } };
    };
    const behaviour: Behaviour = {
      ...referenceBehaviour,
      addressing: ['path-actor'],
      missingConversation: 'accepted',
    };
    const report = await verify({ ...options, connect: mockInMemory({ wrap, behaviour }).connect, seed: 77 });
    expect(outcomes(report, 'fail')).toEqual([]);
  });

  it('may be that a row goes where its conversation began, by whole seconds', async () => {
    const wrap: Wrap = (healthy) => (before, request) => {
      const handled = healthy(before, request);
      const { state } = handled;
      const uid = parseUid(request.headers['onbehalfof'] ?? '', 'folded');
      const user = uid.ok ? get(state.users, uid.value) : undefined;
      const isKept = fieldsOf(request)['preserveOrder'] === true;
      if (!isReset(request) || isKept || handled.reply.status !== 200 || user === undefined) return handled;
      const sides = slice(user.list.order).flatMap((conversation) => sideOf(user.list, conversation) ?? []);
      const last = sides.at(-1);
      const at = sides.findIndex((side) => side !== last && side.updatedAt <= (last?.createdAt ?? 0));
      const below = sides[at]?.place;
      if (last === undefined || below === undefined) return handled;
      const above = sides[at - 1]?.place ?? below - 1;
      const list = withSide(user.list, { ...last, place: (above + below) / 2 });
      return { ...handled, state: { ...state, users: set(state.users, user.uid, { ...user, list }) } };
    };
    const behaviour: Behaviour = {
      ...referenceBehaviour,
      withoutPreserveOrder: 'moved-last',
      messagesAfterReset: 'visible',
    };
    const report = await verify({ ...options, connect: mockInMemory({ wrap, behaviour }).connect });
    expect(outcomes(report, 'fail')).toEqual([]);
  });
});

describe('the found behaviour', () => {
  const found = async (behaviour: Behaviour) => {
    const { behaviour: axes, unknown } = await findBehaviour(await openInMemory({ behaviour }), keys.authOnlyKey);
    return { behaviour: axes, behaviourUnknown: unknown };
  };

  it('should be found again on a mock that is given the file', async () => {
    const behaviours = fc.sample(behaviourArb, { numRuns: 6, seed: 12 });
    await Promise.all(
      [...behaviours, shipped('strict'), shipped('lenient')].map(async (behaviour) => {
        const first = await found(behaviour);
        expect(wrongIn(first, behaviour)).toEqual([]);
        const file = writeBehaviour(first.behaviour);
        const read = parseBehaviourText(file, 'found.yaml');
        const again = await found(read.ok ? read.value : referenceBehaviour);
        expect(writeBehaviour(again.behaviour)).toBe(file);
        expect(again.behaviourUnknown).toEqual(first.behaviourUnknown);
      }),
    );
  });

  it('should hold nothing that only a second key can tell, where there is none', async () => {
    const target = await openInMemory();
    const { behaviour } = await findBehaviour(target, undefined);
    expect(behaviour.statuses).not.toHaveProperty('insufficientScope');
    expect(behaviour.statuses).toMatchObject({ wrongApiKey: 401, nonMember: 403, unknownRoute: 404 });
  });
});

describe('the ids of a run', () => {
  it('should begin with a prefix of its own, of a fixed length, whatever the seed', async () => {
    const prefixes = new Set<string>();
    for (const _ of [1, 2]) {
      const wrap: Wrap = (healthy) => (state, request) => {
        const { uid } = request.url.endsWith('/users') ? JSON.parse(request.body) : {};
        if (uid !== undefined) prefixes.add(uid.slice(0, 9));
        return healthy(state, request);
      };
      await verifyWith({ ...options, connect: mockInMemory({ wrap }).connect }, async () => []);
    }
    expect([...prefixes]).toEqual([expect.stringMatching(/^cr[0-9a-f]{6}-$/), expect.stringMatching(/^cr/)]);
  });
});
