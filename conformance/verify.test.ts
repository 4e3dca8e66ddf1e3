import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { behaviourArb } from '../core/arbitrary/world.ts';
import { type Behaviour, get, parseUid, referenceBehaviour, set, sideOf, withSide, withUser } from '../core/index.ts';
import { checkBehaviour, writeBehaviour } from '../fixtures/behaviour.ts';
import { parseText } from '../fixtures/parse-text.ts';
import { readBehaviourFile } from '../fixtures/read-fixture.ts';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { wholeRun } from './cli/dry-run.ts';
import { findProfile } from './profile/find-profile.ts';
import type { ProgressEvent, Report } from './report/document.ts';
import { requirements } from './requirements.ts';
import { differences } from './self-test/found-exactly.ts';
import { connectTo, serve } from './self-test/handle.ts';
import { isReset, keys, mockAsked, mockInMemory, openInMemory, type Wrap } from './self-test/mock-targets.ts';
import { naiveServer } from './self-test/naive-server.ts';
import { randomServer } from './self-test/permitted-servers.ts';
import { mistaking, refusing } from './testing/wraps.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

const options: VerifyOptions = { baseUrl: 'http://memory/v3', ...keys, seed: 11, budget: 'smoke', settleMs: 20 };

const run = (target: Parameters<typeof mockInMemory>[0], change: Partial<VerifyOptions> = {}): Promise<Report> =>
  verify({ ...options, connect: mockInMemory(target).connect, ...change });

const shipped = (name: string): Behaviour => {
  const reading = readBehaviourFile(name);
  if (!reading.ok) throw new Error(reading.refusal.join('\n'));
  return reading.value;
};

/** How the found behaviour differs from what the server really does. */
function wrongIn(report: Pick<Report, 'behaviour' | 'behaviourUnknown'>, behaviour: Behaviour) {
  const server = randomServer(0);
  const style = { ...server.style, refusalsAs200: false, missingKey5xx: false };
  return differences(report, { ...server, behaviour, style }).wrong;
}

const outcomes = ({ requirements: results }: Report, ...wanted: readonly string[]) =>
  results.filter(({ outcome }) => wanted.includes(outcome)).map(({ id, because }) => `${id}: ${because}`);

const summaryOf = (report: Report) => ({
  verdict: report.verdict,
  open: outcomes(report, 'not-applicable', 'not-exercised', 'fail'),
  unknown: report.behaviourUnknown,
});
const allWell = { verdict: 'conforms', open: [], unknown: [] };

describe('an implementation that is right', () => {
  const { connect, state } = mockInMemory({});
  let whole: Report;
  let small: Report;
  beforeAll(async () => {
    whole = await verify({ ...options, connect, budget: 'quick' });
    small = await run({});
  }, 60_000);

  it('should conform, and be left as it was', () => {
    expect(summaryOf(whole)).toEqual(allWell);
    expect(whole.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(wrongIn(whole, referenceBehaviour)).toEqual([]);
    expect(whole).not.toHaveProperty('left');
    expect(state()).toMatchObject({ users: undefined, groups: undefined });
  });

  it('should be judged in the very same way with the same seed, over HTTP too', async () => {
    const events: ProgressEvent[] = [];
    const { url, close } = await serve(mockAsked().answer);
    const one = await verify({ ...options, baseUrl: url, onProgress: (event) => events.push(event) }).finally(close);
    expect(summaryOf(one)).toEqual(allWell);
    expect(outcomes(one, 'pass')).toEqual(outcomes(small, 'pass'));
    expect([one.behaviour, one.resets]).toEqual([small.behaviour, small.resets]);

    const phases = events.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
    expect(phases).toEqual(['reaching', 'finding-behaviour', 'testing', 'tidying-up']);
    expect(events.every(({ requests }, index) => requests >= (events[index - 1]?.requests ?? 0))).toBe(true);
  });

  it('should conform where it hides by whole seconds, and rows are kept', async () => {
    const behaviour: Behaviour = { ...referenceBehaviour, withoutPreserveOrder: 'kept' };
    const { handle } = naiveServer({ ...keys, behaviour, style: { hidesOlder: true } });
    const report = await verify({ ...options, connect: connectTo(handle) });
    expect([report.verdict, outcomes(report, 'not-exercised', 'fail')]).toEqual(['conforms', []]);
    expect(wrongIn(report, behaviour)).toEqual([]);
  });

  it.each(['strict', 'lenient'])('should conform where it is %s', async (name) => {
    const report = await run({ behaviour: shipped(name) });
    expect(summaryOf(report)).toEqual(allWell);
    expect(wrongIn(report, shipped(name))).toEqual([]);
  });

  it('should be put to every test where it refuses long ids and underscores', async () => {
    const wrap = refusing((request) => {
      const { uid = '', guid = '' } = fieldsOf(request) as { uid?: string; guid?: string };
      return /_|.{60}/.test(uid + guid);
    });
    const only = ['wrong-key-refused', 'look-alikes-apart'];
    const report = await run({ wrap }, { budget: 'quick', only });
    const healthy = await run({}, { budget: 'quick', only });
    expect(summaryOf(report)).toEqual(allWell);
    expect(outcomes(report, 'pass')).toEqual(outcomes(healthy, 'pass'));
  });

  it('should be asked for no more than a quick run may cost, for what is complete and was foretold', () => {
    const { requests, resets = 0, completeFor } = whole;
    expect(requests).toBeLessThanOrEqual(3_000);
    expect(requests / resets).toBeLessThanOrEqual(5);
    expect(completeFor).toContain('one reset from any of the 39 states');
    expect(requests / wholeRun.quick).toBeCloseTo(1, 1);
  });

  it('should be noted where resets get an error of the server in answer', async () => {
    let resets = 0;
    const wrap: Wrap = (healthy) => (before, request) => {
      const { state, reply } = healthy(before, request);
      return { state, reply: isReset(request) && ++resets % 9 === 0 ? { status: 500, body: '' } : reply };
    };
    const { notes } = await run({ wrap }, { budget: 'quick', only: ['user-order-kept'] });
    expect(notes).toContainEqual(expect.stringMatching(/^Of \d+ resets \d+ got no answer or an error/));
  });

  it('should be said to be walked only where every walk could be arranged', async () => {
    const wrap = refusing(({ url }) => url.endsWith('/groups'));
    const { completeFor, notCompleteFor } = await run({ wrap }, { budget: 'quick' });
    expect([completeFor, notCompleteFor]).toEqual([undefined, expect.stringMatching(/nothing, as 0 of \d+ walks/)]);
  });

  it('should be asked for at most a quarter as much where three requirements are judged', async () => {
    const only = ['no-key-refused', 'group-order-kept', 'status-200'];
    const part = await run({}, { budget: 'quick', only });
    expect(summaryOf(part)).toEqual(allWell);
    expect(part.requirements.map(({ id }) => id)).toEqual(only);
    expect(part.requests).toBeLessThanOrEqual(whole.requests / 4);
  });
});

const fieldsOf = ({ body }: HttpRequest): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
};

describe('what the spec leaves open', () => {
  it('may be that a message brings back to both what resets have hidden from them', async () => {
    const wrap: Wrap = (healthy) => (before, request) => {
      const handled = healthy(before, request);
      if (request.method !== 'POST' || !request.url.endsWith('/messages')) return handled;
      const { receiver, receiverType } = fieldsOf(request);
      const [one, other] = [request.headers['onbehalfof'], receiver].map((id) => parseUid(String(id), 'folded'));
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
    expect(outcomes(await run({ wrap }, { budget: 'quick' }), 'fail')).toEqual([]);
  });

  it('may be that a permanent deletion is meant wherever the order is not to be kept', async () => {
    const wrap = mistaking((request) => {
      if (request.url.includes('/groups/') || !request.body.trim().startsWith('{')) return request;
      const fields = fieldsOf(request);
      const omitted = { deleteMessagesPermanently: fields['preserveOrder'] !== true };
      return { ...request, body: JSON.stringify({ ...omitted, ...fields }) };
    });
    const behaviour: Behaviour = { ...referenceBehaviour, messagesAfterReset: 'visible', wrongType: 'ignored' };
    const report = await run({ wrap, behaviour }, { budget: 'quick' });
    expect(outcomes(report, 'fail')).toEqual([]);
    expect(report.behaviour.deleteMessagesPermanentlyOmitted).toBe('other');
    expect(report.completeFor).toContain('one reset from any of the 23 states');
    expect(report.notCompleteFor).toBeUndefined();
  });
});

describe('the found behaviour', () => {
  const found = async (behaviour: Behaviour, { authOnlyKey }: { readonly authOnlyKey?: string } = keys) => {
    const target = await openInMemory({ behaviour });
    const finding = await findProfile({ target, budget: 'smoke', width: 8, authOnlyKey });
    if (!finding.ok) throw new Error(finding.refusal);
    return { behaviour: finding.value.behaviour, behaviourUnknown: finding.value.unknown };
  };

  it('should be found again on a mock that is given the file', async () => {
    const [behaviour = referenceBehaviour] = fc.sample(behaviourArb, { numRuns: 1, seed: 12 });
    const first = await found(behaviour);
    expect(wrongIn(first, behaviour)).toEqual([]);
    const file = writeBehaviour(first.behaviour);
    const read = parseText(file, 'found.yaml', checkBehaviour);
    const again = await found(read.ok ? read.value : referenceBehaviour);
    expect(writeBehaviour(again.behaviour)).toBe(file);
    expect(again.behaviourUnknown).toEqual(first.behaviourUnknown);
  });

  it('should hold nothing that only a second key can show, where there is none', async () => {
    const { behaviour } = await found(referenceBehaviour, {});
    expect(behaviour.statuses).not.toHaveProperty('insufficientScope');
    expect(behaviour.statuses).toMatchObject({ wrongApiKey: 401, nonMember: 403, unknownRoute: 404 });
  });
});
