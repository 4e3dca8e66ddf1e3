import { createMock } from '../mock.ts';
import { startServer } from '../server.ts';
import { mockDefaults } from '../settings.ts';
import { readStartingPoint } from '../starting-point.ts';

/** What the host tells when it is asked. */
export interface HostReport {
  readonly port: number;
  /** Requests that reached the handler of the API. */
  readonly handled: number;
  /** Refused requests that changed the state all the same, and failures of the handler. */
  readonly findings: readonly string[];
  /** Of live objects, in MiB. */
  readonly heap: number;
  readonly resident: number;
}

// The mock server as its command line starts it, but with limits that a test can wait for, and with an eye on itself.
// Started by `fuzz.ts` in a process of its own: one that crashes is seen to.
const [world = 'team', key = ''] = process.argv.slice(2);
const start = await readStartingPoint({ world, behaviour: undefined }, 1_700_000_000);
if (!start.ok) throw new Error(start.refusal.join('\n'));
const mock = await createMock({
  start: start.value,
  keys: { apiKey: key },
  journal: mockDefaults.journal,
  sandboxes: mockDefaults.sandboxes,
  failOnUnspecified: false,
  cors: [],
  control: { token: undefined },
  milliseconds: () => 1_700_000_000_000,
});

let handled = 0;
const findings: string[] = [];
const find = (what: string): void => {
  if (findings.length < 20) findings.push(what);
};

const server = await startServer({
  host: '127.0.0.1',
  port: 0,
  sideHandler: mock.control,
  handle: (request) => {
    handled += 1;
    const asked = mock.sandboxes.door(request).sandbox;
    const before = asked.state;
    const reply = mock.handle(request);
    if (!(reply instanceof Promise)) {
      const { status } = reply;
      if (status >= 500) find(`${request.method} ${request.url} was answered with ${status}`);
      if (status >= 400 && asked.state !== before) find(`${request.method} ${request.url} was refused, with an effect`);
    }
    return reply;
  },
  limits: { headersTimeout: 300, requestTimeout: 600, inactivityTimeout: 2000, lingering: 50 },
  log: find,
});

const report = (): HostReport => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { port: server.port, handled, findings, heap: heapUsed / 2 ** 20, resident: rss / 2 ** 20 };
};
process.on('message', () => process.send?.(report()));
process.once('disconnect', () => process.exit(0));
process.send?.(report());
