import { referenceBehaviour } from '../../core/index.ts';
import { embeddedWorld } from '../../fixtures/embedded-world.ts';
import { worldState } from '../../fixtures/world.ts';
import { createMock } from '../mock.ts';
import { startServer } from '../server.ts';
import { mockDefaults } from '../settings.ts';
import { fuzzKey } from './fuzz-case.ts';

/** What the host tells when it is asked. */
export interface HostReport {
  /** Requests of which the key was accepted and the route found. */
  readonly routed: number;
  /** Refused requests that changed the state all the same, and failures of the handler. */
  readonly findings: readonly string[];
  /** Of live objects, and of the process, in MiB. */
  readonly heap: number;
  readonly resident: number;
}

/** Two who must not notice anything, beside those who are in every case. */
const { users = [], conversations = [] } = embeddedWorld;
const quiet = { between: ['quiet-one', 'quiet-two'], messages: [{ 'quiet-one': 'Sh.' }, { 'quiet-two': 'Yes.' }] };
const world = {
  ...embeddedWorld,
  users: [...users, 'quiet-one', 'quiet-two'],
  conversations: [...conversations, quiet],
};

// The mock server as its command line starts it, but with limits that a test can wait for, and with an eye on itself.
const state = worldState(world, referenceBehaviour, 1_700_000_000);
const start = { behaviour: referenceBehaviour, state };
const mock = await createMock({ ...mockDefaults, apiKey: fuzzKey, start, milliseconds: () => 1_700_000_000_000 });

let routed = 0;
const findings: string[] = [];
const find = (what: string): void => {
  if (findings.length < 20) findings.push(what);
};

const { origin } = await startServer({
  host: '127.0.0.1',
  port: 0,
  sideHandler: mock.control,
  handle: (request) => {
    const { sandbox } = mock.sandboxes.door(request);
    const before = sandbox.state;
    const reply = mock.handle(request);
    if (reply instanceof Promise) return reply;
    const { status, body } = reply;
    if (!/"code":"(AUTH_ERR_|ERR_API_NOT_FOUND)/.test(body)) routed += 1;
    if (status >= 500) find(`${request.method} ${request.url} was answered with ${status}`);
    if (status >= 400 && sandbox.state !== before) find(`${request.method} ${request.url} was refused, with an effect`);
    return reply;
  },
  limits: { headersTimeout: 300, requestTimeout: 600, inactivityTimeout: 2000, lingering: 50 },
  log: find,
});

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ routed, findings, heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 } satisfies HostReport);
});
process.once('disconnect', () => process.exit(0));
console.log(`listening on ${origin}/v3`);
