import { startServer } from '../../mock-server/server.ts';
import type { Handle } from './in-process.ts';

/** A server that listens on a port of its own. */
export interface Listening {
  /** Ends in the version segment. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a handler that takes its time, and whose answers may look as no healthy one does. */
export async function serve(handle: Handle): Promise<Listening> {
  const { origin, close } = await startServer({ host: '127.0.0.1', port: 0, handle });
  return { url: `${origin}/v3`, close: () => close(0) };
}
