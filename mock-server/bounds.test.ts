import { expect, it } from 'vitest';
import { mostFaults } from './control/control-faults.ts';
import { longestWait } from './control/control-journal.ts';
import { mostSnapshots } from './control/control-snapshots.ts';
import { longestLatency } from './control/planned-fault.ts';
import { largestBody } from './control/serve-control.ts';
import { mostWaiting } from './control/wait-for-entry.ts';
import { mostCharacters } from './journal.ts';
import { defaultLimits } from './server.ts';
import { mockDefaults } from './settings.ts';
import type { ServedSandbox } from './start-mock-server.ts';
import { sent } from './testing/ask.ts';
import { serveMock } from './testing/serve-mock.ts';

// What a caller can make grow, beyond what `server.test.ts` shows of bytes, connections and time, and `journal.test.ts` of a
// journal. One row of the README's table each.

it('should be bounded as the README says', () => {
  const controls = { largestBody, longestLatency, longestWait, mostCharacters, mostFaults, mostSnapshots, mostWaiting };
  expect({ ...defaultLimits, ...mockDefaults, ...controls }).toMatchObject({
    ...{ body: 10 * 1024, headers: 16 * 1024, connections: 10_000, headersTimeout: 10_000, requestTimeout: 30_000 },
    ...{ keepAliveTimeout: 30_000, inactivityTimeout: 60_000, journal: 1000, sandboxes: 128 },
    ...{ largestBody: 16 * 1024 * 1024, longestLatency: 50_000, longestWait: 50_000, mostCharacters: 1024 * 1024 },
    ...{ mostFaults: 100, mostSnapshots: 100, mostWaiting: 1000 },
  });
});

type Act = (sandbox: ServedSandbox, number: number) => unknown;
const waits: Act = ({ journal }) => journal.wait({}, 50_000).catch(() => {});
/** The last one takes a name that is there already. */
const takes: Act = ({ snapshots }, number) => snapshots.take(`${number % mostSnapshots}`);

it.each<[status: number, message: string, times: number, act: Act, path: string, body?: object]>([
  [400, '100 faults at most', mostFaults, ({ faults }) => faults.add({ status: 503 }), '/faults/add', { status: 503 }],
  [400, '100 snapshots at most', mostSnapshots + 1, takes, '/snapshots/take', { name: 'another' }],
  [429, 'More than 1000 are waiting', mostWaiting, waits, '/journal/wait'],
])('should report what is beyond with %i: %s', async (status, message, times, act, path, body) => {
  const { mock, origin } = await serveMock();
  for (let number = 0; number < times; number += 1) act(mock.sandbox(), number);
  const answer = await fetch(`${origin}/_mock${path}`, { method: body === undefined ? 'GET' : 'POST', ...sent(body) });
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(message)]);
});
