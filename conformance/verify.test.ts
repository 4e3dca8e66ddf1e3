import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { behaviourArb } from '../core/arbitrary-world.ts';
import { type Behaviour, referenceBehaviour } from '../core/index.ts';
import { writeBehaviour } from '../fixtures/behaviour.ts';
import { parseBehaviourText, readBehaviourFile } from '../fixtures/read-fixture.ts';
import { findBehaviour } from './behaviour/find-behaviour.ts';
import type { ProgressEvent, Report } from './report.ts';
import { requirements } from './requirements/catalogue.ts';
import { differences } from './self-test/found-exactly.ts';
import { keys, openInMemory, startMock } from './self-test/mock-targets.ts';
import { startNaiveServer } from './self-test/naive-server.ts';
import { randomServer } from './self-test/permitted-servers.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

const implementations = {
  mock: (behaviour: Behaviour) => startMock({ behaviour }),
  naive: (behaviour: Behaviour) => startNaiveServer({ ...keys, behaviour }),
} as const;

/** A quick run against a server of its own; a settling time costs nothing where reads never lag. */
async function runOn(
  over: keyof typeof implementations,
  behaviour: Behaviour,
  options: Partial<VerifyOptions> = {},
): Promise<Report> {
  const server = await implementations[over](behaviour);
  onTestFinished(() => void server.close());
  return verify({ baseUrl: server.url, ...keys, seed: 11, budget: 'quick', settleMs: 80, ...options });
}

const shipped = (name: string): Behaviour => {
  const reading = readBehaviourFile(name);
  if (!reading.ok) throw new Error(reading.refusal.join('\n'));
  return reading.value;
};

/** How the found behaviour differs from what the server really does. */
const wrongIn = (report: Pick<Report, 'behaviour' | 'behaviourUnknown'>, behaviour: Behaviour) =>
  differences(report, { ...randomServer(0), behaviour, style: plain }).wrong;

const { style } = randomServer(0);
const plain = { ...style, refusalsAs200: false, status5xxForMissingKey: false };

const outcomes = ({ requirements: results }: Report, ...wanted: readonly string[]) =>
  results.filter(({ outcome }) => wanted.includes(outcome)).map(({ id, because }) => `${id}: ${because}`);

const exercised = (report: Report) => report.requirements.map(({ id, exercised: times }) => [id, times]);

describe.concurrent('an implementation that is right', () => {
  it('should conform as the reference, twice in the very same way', async () => {
    const events: ProgressEvent[] = [];
    const [one, two] = await Promise.all([
      runOn('mock', referenceBehaviour, { onProgress: (event) => events.push(event) }),
      runOn('mock', referenceBehaviour),
    ]);
    expect(one.verdict).toBe('conforms');
    expect(outcomes(one, 'not-applicable', 'not-exercised', 'fail')).toEqual([]);
    expect(one.requirements.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(one.behaviourUnknown).toEqual([]);
    expect(wrongIn(one, referenceBehaviour)).toEqual([]);
    expect(one.observedResets).toBeGreaterThan(100);

    expect([two.requests, exercised(two)]).toEqual([one.requests, exercised(one)]);
    expect({ ...two.behaviour, evidence: 0 }).toEqual({ ...one.behaviour, evidence: 0 });

    const phases = events.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
    expect(phases).toEqual(['reaching', 'finding-behaviour', 'testing', 'settling', 'tidying-up']);
    expect(events.every(({ requests }, index) => requests >= (events[index - 1]?.requests ?? 0))).toBe(true);
  });

  it.each([
    ['naive', 'reference'],
    ['mock', 'strict'],
    ['naive', 'lenient'],
  ] as const)('should conform as the %s server with the behaviour %s', async (over, name) => {
    const report = await runOn(over, shipped(name));
    expect([report.verdict, outcomes(report, 'not-applicable', 'not-exercised', 'fail')]).toEqual(['conforms', []]);
    expect(report.behaviourUnknown).toEqual([]);
    expect(wrongIn(report, shipped(name))).toEqual([]);
  });

  it.each(['mock', 'naive'] as const)('should conform as the %s server with a random behaviour', async (over) => {
    const [behaviour] = fc.sample(behaviourArb, { numRuns: 1, seed: over === 'mock' ? 5 : 6 });
    const report = await runOn(over, behaviour ?? referenceBehaviour);
    expect([report.verdict, outcomes(report, 'not-exercised', 'fail')]).toEqual(['conforms', []]);
    expect(wrongIn(report, behaviour ?? referenceBehaviour)).toEqual([]);
  });
});

describe('the found behaviour', () => {
  const found = async (behaviour: Behaviour) => {
    const { behaviour: axes, unknown } = await findBehaviour(await openInMemory({ behaviour }), keys.authOnlyKey);
    return { behaviour: axes, behaviourUnknown: unknown };
  };

  it('should be found again on a mock that is given the file', async () => {
    const behaviours = fc.sample(behaviourArb, { numRuns: 12, seed: 12 });
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
  it('should begin with a prefix of its own, of a fixed length', async () => {
    const prefixes = new Set<string>();
    for (const _ of [1, 2]) {
      const server = await startMock({
        wrap: (healthy) => (state, request) => {
          const { uid } = request.url.endsWith('/users') ? JSON.parse(request.body) : {};
          if (uid !== undefined) prefixes.add(uid.slice(0, 9));
          return healthy(state, request);
        },
      });
      const stop = new AbortController();
      const onProgress = ({ requests }: ProgressEvent) => {
        if (requests > 0) stop.abort();
      };
      await verify({ baseUrl: server.url, ...keys, seed: 1, signal: stop.signal, onProgress });
      await server.close();
    }
    expect([...prefixes]).toEqual([expect.stringMatching(/^cr[0-9a-f]{6}-$/), expect.stringMatching(/^cr/)]);
  });
});
