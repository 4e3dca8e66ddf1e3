import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import { readClauses } from '../../fixtures/testing/clauses.ts';
import { requestOf, type Unwired } from './in-process.ts';
import { naiveServer } from './naive-server.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';
import type { Asked, Call, Script } from './second-catalogue/witness.ts';
import { secondPermitted } from './second-permitted/second-permitted.ts';
import { variedServer } from './varied-server.ts';

const keys = { apiKey: 'local-Key-1' };

describe.each([
  { name: 'second catalogue', servers: secondCatalogue, atLeast: 75 },
  { name: 'second set of permitted servers', servers: secondPermitted, atLeast: 30 },
])('the $name', ({ servers, atLeast }) => {
  it(`should have at least ${atLeast}, each with a name of its own`, () => {
    const names = servers.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(atLeast);
  });

  it.each(servers)('should show $name, which two healthy servers do not', async (server) => {
    // Case is something to start from; every other behaviour is what a permitted server chooses.
    const axes = 'clause' in server ? server.behaviour : {};
    const healthy = () => naiveServer({ ...keys, behaviour: { ...referenceBehaviour, ...axes } });
    const usual = await witnessed(server.witness, healthy);
    expect(await witnessed(server.witness, healthy)).toEqual(usual);
    let seen = usual;
    // Requests that are sent at once do not always arrive at once.
    for (let attempt = 0; attempt < 5 && isDeepStrictEqual(seen, usual); attempt += 1)
      seen = await witnessed(server.witness, () => variedServer(server, keys));
    expect(seen).not.toEqual(usual);
  });
});

it('should name a clause for each fault of the second catalogue that says something of an implementation', () => {
  const { clauses } = readClauses();
  const binding = clauses.filter(({ fate }) => 'checks' in fate).map(({ id }) => id);
  expect(secondCatalogue.filter(({ clause }) => !binding.includes(clause)).map(({ name }) => name)).toEqual([]);
});

/**
 * What a witness sees, call by call, but for times. Only one that waits lets time pass, and each starts at the beginning
 * of a second.
 */
async function witnessed(witness: Script, start: () => Unwired): Promise<readonly unknown[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  const { handle } = start();
  const one = async (call: Call): Promise<unknown> => {
    if ('wait' in call) return void vi.advanceTimersByTime(call.wait);
    if ('together' in call) return Promise.all(call.together.map(one));
    const { body, ...reply } = await handle(requestOf(written(call), '/v3'));
    return { ...reply, body: body.replace(/"(\w+At)":\d+/g, '"$1":0') };
  };
  const seen: unknown[] = [];
  try {
    for (const call of flat(witness)) seen.push(await one(call));
    return seen;
  } finally {
    vi.useRealTimers();
  }
}

const flat = (script: Script): readonly Call[] => script.flatMap((it) => ('length' in it ? flat(it) : [it]));

function written({ ask, as, key, body, text, chunked = false, headers }: Asked) {
  const [method = '', path = ''] = ask.split(' ');
  const all = {
    apikey: key ? key(keys.apiKey) : keys.apiKey,
    onBehalfOf: as,
    'Content-Type': method === 'GET' ? undefined : 'application/json',
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const json = body === undefined ? '' : JSON.stringify(body);
  return { method, path, headers: Object.fromEntries(sent), body: text ?? json, chunked };
}
