import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { readReport } from './reading/read-report.ts';
import { replay } from './replay.ts';
import type { Counterexample, Report } from './report/document.ts';
import { keys, mockInMemory, type Wrap } from './self-test/mock-targets.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';
import { jsonText } from './writers/json.ts';

const isReset = ({ method, url }: HttpRequest): boolean => method === 'DELETE' && url.endsWith('/conversation');

/** A request whose flags are other ones. */
const saying = (request: HttpRequest, flag: RegExp, other: string): HttpRequest => ({
  ...request,
  body: request.body.replace(flag, other),
});

interface Broken {
  readonly wrap: Wrap;
  readonly about: string;
  readonly requirement: string;
  readonly diagnosis: RegExp;
}

const broken: readonly Broken[] = [
  {
    about: 'forgets preserveOrder of a group reset',
    requirement: 'group-order-kept',
    diagnosis:
      /^The reset of group:\S+ by \S+, with preserveOrder true, was done: group:\S+ has left the list of \S+\.$/,
    wrap: (healthy) => (state, request) =>
      isReset(request) && request.url.includes('/groups/')
        ? healthy(state, saying(request, /"preserveOrder":\s*true/, '"preserveOrder":false'))
        : healthy(state, request),
  },
  {
    about: 'takes nobody in onBehalfOf for the user in the path',
    requirement: 'no-acting-user-refused',
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
      isReset(request)
        ? healthy(state, saying(request, /"deleteMessagesPermanently":\s*false/, '"deleteMessagesPermanently":true'))
        : healthy(state, request),
  },
  {
    about: 'confirms every reset of a user but the first, and does nothing',
    requirement: 'confirmed-did-it',
    diagnosis: /was confirmed, and nothing has changed\.$/,
    wrap: (healthy) => {
      const before = new Set<string>();
      return (state, request) => {
        if (!isReset(request)) return healthy(state, request);
        const done = healthy(state, request);
        const actor = request.headers['onbehalfof'] ?? '';
        if (done.reply.status !== 200) return done;
        if (before.has(actor)) return { ...done, state };
        before.add(actor);
        return done;
      };
    },
  },
];

const inMemory = (wrap?: Wrap): VerifyOptions => ({
  ...{ baseUrl: 'http://memory/v3', ...keys, seed: 21, budget: 'quick', settleMs: 60 },
  connect: mockInMemory(wrap === undefined ? {} : { wrap }).connect,
});

const counterexampleOf = ({ requirements }: Report, wanted: string): Counterexample | undefined =>
  requirements.find(({ id }) => id === wanted)?.counterexample;

/** The report as a file keeps it. */
function reread(report: Report): Report {
  const read = readReport(jsonText(report), 'report.json');
  if (!read.ok) throw new Error(read.refusal);
  return read.value;
}

describe('an implementation that is broken', () => {
  it.each(broken)('should violate $requirement when it $about', async ({ requirement, diagnosis, wrap }) => {
    const report = await verify(inMemory(wrap));
    expect(report.verdict).toBe('violates');
    const failed = report.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    expect(failed).toEqual([requirement]);

    const shown = counterexampleOf(report, requirement);
    expect(shown).toMatchObject({ shrunk: true, reproduced: { times: 3, of: 3 } });
    expect(shown?.diagnosis).toMatch(diagnosis);
    expect(shown?.scenario.steps.length).toBeLessThanOrEqual(3);
    expect(shown?.steps.filter(({ phase }) => phase === 'act')).toHaveLength(1);
    expect(shown?.steps.filter(({ curl }) => !curl.startsWith('curl '))).toEqual([]);

    const again = await replay(reread(report), inMemory(wrap));
    expect(again).toMatchObject({ verdict: 'violates', replayed: true });
    expect(counterexampleOf(again, requirement)).toMatchObject({
      diagnosis: shown?.diagnosis,
      scenario: shown?.scenario,
    });

    const healthy = await replay(reread(report), inMemory());
    expect(healthy).toMatchObject({ verdict: 'conforms', requirements: [{ id: requirement, outcome: 'pass' }] });
  });
});
