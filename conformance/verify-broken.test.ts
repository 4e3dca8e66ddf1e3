import { execFileSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import type { HttpRequest } from '../mock-server/http-message.ts';
import { keyOf } from './play/ledger.ts';
import { replay } from './replay.ts';
import { jsonReport } from './report/json.ts';
import { readReport } from './report/read-report.ts';
import type { Comparison, Counterexample, Report } from './report.ts';
import type { RequirementId } from './requirements/catalogue.ts';
import { keys, mockInMemory, startMock, type Wrap } from './self-test/mock-targets.ts';
import { restDriver } from './target/rest-driver.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify-options.ts';

// Whole runs take their time where the machine has other things to do.
vi.setConfig({ testTimeout: 120_000 });

const isReset = ({ method, url }: HttpRequest): boolean => method === 'DELETE' && url.endsWith('/conversation');

/** A request whose flags are other ones. */
const saying = (request: HttpRequest, flag: RegExp, other: string): HttpRequest => ({
  ...request,
  body: request.body.replace(flag, other),
});

interface Broken {
  readonly wrap: Wrap;
  readonly about: string;
  readonly requirement: RequirementId;
  /** What follows from it; concurrency where there was no time to find that one request is enough. */
  readonly also?: readonly RequirementId[];
  /** The most that the shortest story needs. */
  readonly rows: number;
  readonly steps: number;
}

const broken: readonly Broken[] = [
  {
    about: 'forgets preserveOrder of a group reset',
    requirement: 'group-order-kept',
    also: ['quiet-after-concurrency'],
    rows: 1,
    steps: 1,
    wrap: (healthy) => (state, request) =>
      isReset(request) && request.url.includes('/groups/')
        ? healthy(state, saying(request, /"preserveOrder":\s*true/, '"preserveOrder":false'))
        : healthy(state, request),
  },
  {
    about: 'takes nobody in onBehalfOf for the user in the path',
    requirement: 'no-acting-user-refused',
    rows: 1,
    steps: 1,
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
    rows: 1,
    steps: 1,
    wrap: (healthy) => (state, request) => {
      const { state: next, reply } = healthy(state, request);
      return { state: next, reply: { ...reply, body: reply.body.replace(/ for UID [^"]*\./, '.') } };
    },
  },
  {
    about: 'deletes for everybody where the field says false',
    requirement: 'false-deletes-none-for-others',
    also: ['quiet-after-concurrency'],
    rows: 1,
    steps: 1,
    wrap: (healthy) => (state, request) =>
      isReset(request)
        ? healthy(state, saying(request, /"deleteMessagesPermanently":\s*false/, '"deleteMessagesPermanently":true'))
        : healthy(state, request),
  },
  {
    about: 'confirms every reset of a user but the first, and does nothing',
    requirement: 'confirmed-did-it',
    also: ['permanent-deletes-all'],
    rows: 2,
    steps: 2,
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

const options: VerifyOptions = { baseUrl: 'http://memory/v3', ...keys, seed: 21, budget: 'quick', settleMs: 60 };

const inMemory = (wrap?: Wrap): VerifyOptions => ({
  ...options,
  connect: mockInMemory(wrap === undefined ? {} : { wrap }).connect,
});

const counterexampleOf = ({ requirements }: Report, wanted: RequirementId): Counterexample | undefined =>
  requirements.find(({ id }) => id === wanted)?.counterexample;

/** The report as a file keeps it. */
function reread(report: Report): Report {
  const read = readReport(jsonReport(report), 'report.json');
  if (!read.ok) throw new Error(read.refusal);
  return read.value;
}

/** What a shell makes of a command line, as a request; `curl` itself is not needed. */
async function obey(line: string, url: string): Promise<string> {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }; ${line}`;
  const env = { ...process.env, BASE_URL: url, API_KEY: keys.apiKey };
  const words = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
  const valuesOf = (option: string) => words.filter((_, index) => words[index - 1] === option);
  const [address = ''] = words.filter((word, index) => !word.startsWith('-') && !words[index - 1]?.startsWith('-'));
  const [method = 'GET'] = valuesOf('-X');
  const headers = valuesOf('-H').map((header): [string, string] => {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(header) ?? [];
    return [name, value];
  });
  // Bytes, because fetch adds a Content-Type to text.
  const body = valuesOf('-d').map((text) => new TextEncoder().encode(text));
  const reply = await fetch(address, { method, headers, ...(body[0] === undefined ? {} : { body: body[0] }) });
  return `${reply.status} ${await reply.text()}`;
}

/** What is to be seen on a server where the comparison was made on another. */
async function look(comparison: Comparison, url: string, lastAnswer: string): Promise<readonly string[] | string> {
  if (comparison.of === 'answer') return lastAnswer;
  const { conversations, messages } = restDriver({
    baseUrl: url,
    apiKey: keys.apiKey,
    request: async ({ path, as = '' }) => {
      const reply = await fetch(url + path, { headers: { apikey: keys.apiKey, onBehalfOf: as } });
      return { status: reply.status, json: await reply.json() };
    },
  });
  const [, lister] = /^the list of (\S+)$/.exec(comparison.subject) ?? [];
  if (lister !== undefined) return (await conversations(lister)).map(keyOf);
  const [, reader = '', kind, id = ''] = /^(\S+) reads (user|group):(\S+)$/.exec(comparison.subject) ?? [];
  return messages(reader, { kind: kind === 'group' ? 'group' : 'user', id });
}

/** Does what the story says, line by line, on a fresh server, and looks at what is compared. */
async function retell({ story, comparison }: Counterexample, wrap?: Wrap) {
  const server = await startMock(wrap === undefined ? {} : { wrap });
  try {
    let answer = '';
    for (const { curl } of story) answer = await obey(curl, server.url);
    return await look(comparison, server.url, answer);
  } finally {
    await server.close();
  }
}

describe.concurrent('an implementation that is broken', () => {
  it.each(broken)('should violate $requirement when it $about', async ({
    requirement,
    also = [],
    rows,
    steps,
    wrap,
  }) => {
    const report = await verify(inMemory(wrap));
    expect(report.verdict).toBe('violates');
    const failed = report.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    expect(failed).toContain(requirement);
    expect([requirement, ...also]).toEqual(expect.arrayContaining(failed));

    const shown = counterexampleOf(report, requirement);
    expect(shown?.shrunk).toBe(true);
    expect(shown?.case.rows.length).toBeLessThanOrEqual(rows);
    expect(shown?.case.steps.length).toBeLessThanOrEqual(steps);
    expect(shown?.reproduced).toEqual({ times: 3, of: 3 });
    expect(shown?.story.at(-1)?.phase).toBe('act');
    expect(shown?.story.every(({ curl }) => curl.startsWith('curl '))).toBe(true);

    const again = await replay(reread(report), inMemory(wrap));
    expect(again.verdict).toBe('violates');
    expect(counterexampleOf(again, requirement)).toMatchObject({
      reproduced: { times: 3, of: 3 },
      case: shown?.case,
    });

    if (shown === undefined) return;
    const seen = await retell(shown, wrap);
    const healthy = await retell(shown);
    expect(healthy).not.toEqual(seen);
    if (shown.comparison.of === 'answer') {
      expect(seen).toBe(shown.story.at(-1)?.answer);
    } else {
      expect(seen).toEqual(shown.comparison.seen);
      if (shown.comparison.freely === undefined) expect(healthy).toEqual(shown.comparison.expected);
    }

    const mended = await replay(reread(report), inMemory());
    expect(mended.verdict).toBe('conforms');
    expect(mended.requirements.map(({ id }) => id)).toEqual(failed);
  });
});
