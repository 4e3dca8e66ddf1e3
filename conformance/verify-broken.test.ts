import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { readReport } from './reading/read-report.ts';
import { replay } from './replay.ts';
import type { Budget, Counterexample, Report } from './report/document.ts';
import { jsonText } from './report/printable.ts';
import { isReset, keys, mockInMemory, type Wrap } from './self-test/mock-targets.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

/** A request whose flag is the other one, however its body is spelled. */
function flipped(
  request: HttpRequest,
  flag: 'preserveOrder' | 'deleteMessagesPermanently',
  from: boolean,
): HttpRequest {
  try {
    const fields = JSON.parse(request.body);
    return fields[flag] === from ? { ...request, body: JSON.stringify({ ...fields, [flag]: !from }) } : request;
  } catch {
    return request;
  }
}

interface Broken {
  readonly wrap: Wrap;
  readonly about: string;
  readonly requirement: string;
  readonly diagnosis: RegExp;
  /** The smallest at which it shows. */
  readonly budget?: Budget;
}

const broken: readonly Broken[] = [
  {
    about: 'forgets preserveOrder of a group reset',
    requirement: 'group-order-kept',
    diagnosis:
      /^The reset of group:\S+ by \S+, with preserveOrder true, was done: group:\S+ has left the list of \S+\.$/,
    wrap: (healthy) => (state, request) =>
      isReset(request) && request.url.includes('/groups/')
        ? healthy(state, flipped(request, 'preserveOrder', true))
        : healthy(state, request),
  },
  {
    about: 'takes nobody in onBehalfOf for the user in the path',
    requirement: 'no-acting-user-refused',
    budget: 'quick',
    diagnosis: /^A reset without onBehalfOf was answered 200 (and done|as if it were right)\.$/,
    wrap: (healthy) => (state, request) => {
      const { onbehalfof, ...headers } = request.headers;
      const named = /\/users\/([^/]+)\/conversation$/.exec(request.url)?.[1];
      return isReset(request) && onbehalfof === undefined && named !== undefined
        ? healthy(state, { ...request, headers: { ...headers, onbehalfof: named } })
        : healthy(state, request);
    },
  },
  {
    about: 'confirms in words that name nobody',
    requirement: 'message-names-acting-user',
    diagnosis: /was answered with data\.message: .*; expected is a text that names \S+\.$/,
    wrap: (healthy) => (state, request) => {
      const { state: next, reply } = healthy(state, request);
      return { state: next, reply: { ...reply, body: reply.body.replace(/ for UID [^"]*\./, '.') } };
    },
  },
  {
    about: 'deletes for everybody where the field says false',
    requirement: 'false-deletes-none-for-others',
    diagnosis: /^The reset of user:(\S+) by .*: 1 message can no longer be read by \1 in user:\S+\.$/,
    wrap: (healthy) => (state, request) =>
      isReset(request) ? healthy(state, flipped(request, 'deleteMessagesPermanently', false)) : healthy(state, request),
  },
  {
    about: 'fails at every reset of a group',
    requirement: 'group-reset-works',
    diagnosis: /^The reset of group:\S+ by .* was answered with 500/,
    wrap: (healthy) => (state, request) =>
      isReset(request) && request.url.includes('/groups/')
        ? { state, reply: { status: 500, body: '{}' } }
        : healthy(state, request),
  },
];

const inMemory = ({ wrap, budget = 'smoke' }: Partial<Broken> = {}): VerifyOptions => ({
  ...{ baseUrl: 'http://memory/v3', ...keys, seed: 21, budget, settleMs: 5 },
  connect: mockInMemory(wrap === undefined ? {} : { wrap }).connect,
});

const counterexampleOf = ({ requirements }: Report, wanted: string): Counterexample | undefined =>
  requirements.find(({ id }) => id === wanted)?.counterexample;

const failed = ({ requirements }: Report) => requirements.filter(({ outcome }) => outcome === 'fail');

describe('an implementation that is broken', () => {
  let reports: ReadonlyMap<Broken, Report>;
  beforeAll(async () => {
    const runs = broken.map(async (one) => [one, await verify(inMemory(one))] as const);
    reports = new Map(await Promise.all(runs));
  }, 120_000);
  const reportOf = (one: Broken): Report => reports.get(one) ?? expect.fail('it was not tested');

  it.each(broken)('should violate $requirement, and nothing else, when it $about', (one) => {
    const report = reportOf(one);
    expect(report.verdict).toBe('violates');
    expect(failed(report).map(({ id }) => id)).toEqual([one.requirement]);

    const shown = counterexampleOf(report, one.requirement);
    expect(shown?.reproduced).toEqual({ times: 3, of: 3 });
    expect(shown?.diagnosis).toMatch(one.diagnosis);
    expect(shown?.scenario.steps.length).toBeLessThanOrEqual(3);
    expect(shown?.steps.filter(({ phase }) => phase === 'act')).toHaveLength(1);
    expect(shown?.steps.filter(({ curl }) => !curl.startsWith('curl '))).toEqual([]);
  });

  it.each(broken)('should violate $requirement again in a replay', async (one) => {
    const again = await replay(reread(reportOf(one)), inMemory(one));
    expect(again).toMatchObject({ verdict: 'violates', replayed: true });
    const { scenario } = counterexampleOf(reportOf(one), one.requirement) ?? {};
    expect(counterexampleOf(again, one.requirement)).toMatchObject({ scenario });
  });

  it('should violate nothing in a replay once it is healthy', async () => {
    const [first] = reports.values();
    const all = { ...(first as Report), requirements: [...reports.values()].flatMap(failed) };
    const healthy = await replay(reread(all), inMemory());
    expect(healthy.verdict).toBe('conforms');
    expect(healthy.requirements.map(({ id, outcome }) => `${id}: ${outcome}`).toSorted()).toEqual(
      broken.map(({ requirement }) => `${requirement}: pass`).toSorted(),
    );
  });
});

/** The report as a file keeps it. */
function reread(report: Report): Report {
  const read = readReport(jsonText(report), 'report.json');
  if (!read.ok) throw new Error(read.refusal);
  return read.value;
}
