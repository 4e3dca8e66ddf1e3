import { describe, expect, it } from 'vitest';
import { mostFaults } from './control/control-faults.ts';
import { longestWait } from './control/control-journal.ts';
import { mostSnapshots } from './control/control-snapshots.ts';
import { largestBody } from './control/serve-control.ts';
import { mostWaiting } from './control/wait-for-entry.ts';
import { mostCharacters } from './journal.ts';
import { defaultLimits } from './server.ts';
import { mockDefaults } from './settings.ts';
import { sent, serveMock } from './testing/serve-mock.ts';

// What a caller can make grow, beyond what `server.test.ts` shows of bytes, connections and time, and `journal.test.ts` of a
// journal. One row of the README's table each.

async function ask(origin: string, path: string, body?: unknown) {
  const answer = await fetch(`${origin}/_mock${path}`, { method: body === undefined ? 'GET' : 'POST', ...sent(body) });
  return { status: answer.status, text: await answer.text() };
}

describe('a bound', () => {
  it('is as high as the README says', () => {
    const controls = { largestBody, longestWait, mostCharacters, mostFaults, mostSnapshots, mostWaiting };
    expect({ ...defaultLimits, ...mockDefaults, ...controls }).toMatchObject({
      ...{ body: 10 * 1024, headers: 16 * 1024, connections: 10_000, headersTimeout: 10_000, requestTimeout: 30_000 },
      ...{ keepAliveTimeout: 30_000, inactivityTimeout: 60_000, journal: 1000, sandboxes: 128 },
      ...{ largestBody: 16 * 1024 * 1024, longestWait: 50_000, mostCharacters: 1024 * 1024 },
      ...{ mostFaults: 100, mostSnapshots: 100, mostWaiting: 1000 },
    });
  });

  it('of the faults is reported', async () => {
    const { mock, origin } = await serveMock();
    const { faults } = mock.sandbox('faulty');
    for (let armed = 0; armed < mostFaults; armed += 1) faults.add({ status: 503 });
    const answer = await ask(origin, '/faults/add?sandbox=faulty', { status: 503 });
    expect(answer).toEqual({ status: 400, text: expect.stringContaining(`${mostFaults} faults at most`) });
    expect(faults.list()).toHaveLength(mostFaults);
  });

  it('of those who wait is reported', async () => {
    const { mock, origin } = await serveMock();
    const { journal } = mock.sandbox('awaited');
    const gone = new AbortController();
    const waits = Array.from({ length: mostWaiting }, () => journal.wait({}, 5000, gone.signal));
    const answer = await ask(origin, '/journal/wait?sandbox=awaited');
    gone.abort();
    await Promise.allSettled(waits);
    expect(answer).toEqual({ status: 429, text: expect.stringContaining(`More than ${mostWaiting} are waiting`) });
    const tooLong = await ask(origin, `/journal/wait?sandbox=awaited&withinMs=${longestWait + 1}`);
    expect(tooLong).toEqual({ status: 400, text: expect.stringContaining(`to ${longestWait}`) });
  });

  it('of the snapshots is reported', async () => {
    const { mock, origin } = await serveMock();
    const sandbox = mock.sandbox('kept');
    for (let taken = 0; taken < mostSnapshots; taken += 1) sandbox.snapshots.take(`number-${taken}`);
    expect(() => sandbox.snapshots.take('number-0')).not.toThrow();
    expect(() => sandbox.snapshots.take('n'.repeat(101))).toThrow('1 to 100');
    const answer = await ask(origin, '/snapshots/take?sandbox=kept', { name: 'one-more' });
    expect(answer).toEqual({ status: 400, text: expect.stringContaining('snapshots at most') });
  });
});
