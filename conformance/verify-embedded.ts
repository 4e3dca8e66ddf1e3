import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { MockServerOptions } from '../mock-server/start-mock-server.ts';
import type { Report } from './report/document.ts';
import type { VerifyOptions } from './verify-options.ts';

// The composition root: no other file of the suite knows that there is a mock server.

const embeddedName = 'embedded mock server';

/** What is changed here shows in the next answer; no run has to wait as it does for a server that nobody knows. */
const settleMs = 100;

/**
 * Runs something on a mock server of its own, with the reference behaviour and an empty world. The server has a thread of
 * its own, so that target and suite have a core each.
 */
export async function onEmbedded(
  settings: Omit<VerifyOptions, 'baseUrl'> & { readonly apiKey: string },
  start: (options: VerifyOptions) => Promise<Report>,
): Promise<Report> {
  const { apiKey, authOnlyKey = `${apiKey}-auth-only` } = settings;
  const embedded: MockServerOptions = { apiKey, authOnlyKey, world: {}, control: false };
  const worker = new Worker(new URL(import.meta.url), { workerData: { embedded } });
  try {
    const [baseUrl] = (await once(worker, 'message')) as [string];
    // Somebody may have meant to give an address, and the name of a server with it.
    const name = settings.name === undefined ? embeddedName : `${settings.name} (${embeddedName})`;
    const given = { ...settings, name, authOnlyKey, settleMs: settings.settleMs ?? settleMs };
    const report = await start({ ...given, baseUrl });
    return { ...report, notes: ['The target was the embedded mock server, not a server of yours.', ...report.notes] };
  } finally {
    await worker.terminate();
  }
}

const { embedded } = (workerData ?? {}) as { readonly embedded?: MockServerOptions };
if (!isMainThread && embedded !== undefined) {
  const { startMockServer } = await import('../mock-server/start-mock-server.ts');
  const { url } = await startMockServer(embedded);
  parentPort?.postMessage(url);
}
