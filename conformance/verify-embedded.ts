import { emptyState, referenceBehaviour } from '../core/index.ts';
import { createHandler } from '../mock-server/handle-request.ts';
import { overCell } from '../mock-server/sandbox.ts';
import { startServer } from '../mock-server/server.ts';
import type { Report } from './report/document.ts';
import type { VerifyOptions } from './verify-options.ts';

// The composition root: no other file of the suite knows that there is a mock server.

const embeddedName = 'embedded mock server';

/** What is changed here shows in the next answer; no run has to wait as it does for a server that nobody knows. */
const ownSettleMs = 100;

/** Runs something on a mock server of its own, with the reference behaviour and an empty world. */
export async function onEmbedded(
  settings: Omit<VerifyOptions, 'baseUrl'> & { readonly apiKey: string },
  start: (options: VerifyOptions) => Promise<Report>,
): Promise<Report> {
  const { apiKey, authOnlyKey = `${apiKey}-auth-only`, settleMs = ownSettleMs } = settings;
  const api = createHandler({ apiKey, authOnlyKey, behaviour: referenceBehaviour });
  const handle = overCell(api, { state: emptyState }, () => Math.floor(Date.now() / 1000));
  const { origin, close } = await startServer({ host: '127.0.0.1', port: 0, handle });
  try {
    // Somebody may have meant to give an address, and the name of a server with it.
    const name = settings.name === undefined ? embeddedName : `${settings.name} (${embeddedName})`;
    const report = await start({ ...settings, name, authOnlyKey, settleMs, baseUrl: `${origin}/v3` });
    return { ...report, notes: ['The target was the embedded mock server, not a server of yours.', ...report.notes] };
  } finally {
    await close(0);
  }
}
