import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { emptyState, referenceBehaviour } from '../core/index.ts';
import { createHandler } from '../mock-server/handle-request.ts';
import { overCell } from '../mock-server/sandbox.ts';
import { startServer } from '../mock-server/server.ts';
import type { Report } from './report/document.ts';
import type { VerifyOptions } from './verify-options.ts';

// The composition root: no other file of the suite knows that there is a mock server.

type Keys = Readonly<Record<'apiKey' | 'authOnlyKey', string>>;

const embeddedName = 'embedded mock server';

/** What is changed here shows in the next answer; no run has to wait as it does for a server that nobody knows. */
const settleMs = 100;

/**
 * Runs something on a mock server of its own, with the reference behaviour and an empty world. The server has a thread of
 * its own, so that target and suite have a core each.
 */
export async function onEmbedded(
  settings: Omit<VerifyOptions, 'baseUrl'> & Pick<Keys, 'apiKey'>,
  start: (options: VerifyOptions) => Promise<Report>,
): Promise<Report> {
  const { apiKey, authOnlyKey = `${apiKey}-auth-only` } = settings;
  const embedded: Keys = { apiKey, authOnlyKey };
  const worker = new Worker(new URL(import.meta.url), { workerData: { embedded } });
  try {
    const [origin] = (await once(worker, 'message')) as [string];
    // Somebody may have meant to give an address, and the name of a server with it.
    const name = settings.name === undefined ? embeddedName : `${settings.name} (${embeddedName})`;
    const given = { ...settings, name, authOnlyKey, settleMs: settings.settleMs ?? settleMs };
    const report = await start({ ...given, baseUrl: `${origin}/v3` });
    return { ...report, notes: ['The target was the embedded mock server, not a server of yours.', ...report.notes] };
  } finally {
    await worker.terminate();
  }
}

const { embedded } = (workerData ?? {}) as { readonly embedded?: Keys };
if (!isMainThread && embedded !== undefined) {
  const api = createHandler({ ...embedded, behaviour: referenceBehaviour });
  const handle = overCell(api, { state: emptyState }, () => Math.floor(Date.now() / 1000));
  const { origin } = await startServer({ host: '127.0.0.1', port: 0, handle });
  parentPort?.postMessage(origin);
}
