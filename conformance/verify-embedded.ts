import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { emptyState, referenceBehaviour } from '../core/index.ts';
import { createHandler } from '../mock-server/handle-request.ts';
import { overCell } from '../mock-server/sandbox.ts';
import { type RunningServer, startServer } from '../mock-server/server.ts';
import type { Report } from './report/document.ts';
import type { VerifyOptions } from './verify-options.ts';

// The composition root: no other file of the suite knows that there is a mock server.

interface Keys {
  readonly apiKey: string;
  readonly authOnlyKey: string;
}

/** What is changed here shows in the next answer; no run has to wait as it does for a server that nobody knows. */
const settleMs = 100;

/** Runs something on a mock server of its own, with the reference behaviour and an empty world. */
export async function onEmbedded(
  settings: Omit<VerifyOptions, 'baseUrl'> & Pick<Keys, 'apiKey'>,
  start: (options: VerifyOptions) => Promise<Report>,
): Promise<Report> {
  const { apiKey, authOnlyKey = `${apiKey}-auth-only` } = settings;
  const server = await startBeside({ apiKey, authOnlyKey });
  try {
    const given = { ...settings, settleMs: settings.settleMs ?? settleMs };
    const report = await start({ ...given, authOnlyKey, baseUrl: `${server.origin}/v3` });
    return { ...report, notes: ['The target was the embedded mock server.', ...report.notes] };
  } finally {
    await server.close();
  }
}

type Embedded = Pick<RunningServer, 'origin'> & { readonly close: () => Promise<unknown> };

/** In a thread of its own, so that target and suite have a core each; under vitest no thread can read this file. */
async function startBeside(keys: Keys): Promise<Embedded> {
  const file = fileURLToPath(import.meta.url);
  if (file.endsWith('.ts')) {
    const server = await serve(keys);
    return { origin: server.origin, close: () => server.close(0) };
  }
  const worker = new Worker(file, { workerData: { embedded: keys } });
  const [origin] = (await once(worker, 'message')) as [string];
  return { origin, close: () => worker.terminate() };
}

function serve(keys: Keys): Promise<RunningServer> {
  const api = createHandler({ ...keys, behaviour: referenceBehaviour });
  const handle = overCell(api, { state: emptyState }, () => Math.floor(Date.now() / 1000));
  return startServer({ host: '127.0.0.1', port: 0, handle });
}

const asked: unknown = workerData;
if (!isMainThread && typeof asked === 'object' && asked !== null && 'embedded' in asked) {
  const server = await serve(asked.embedded as Keys);
  parentPort?.postMessage(server.origin);
}
