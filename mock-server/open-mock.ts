import { accept, type Result, refuse } from '../core/index.ts';
import { createMock, type Mock, type MockSettings } from './mock.ts';
import { startServer } from './server.ts';
import type { Settled } from './settle-options.ts';
import { readStartingPoint } from './starting-point.ts';

export interface OpenMock {
  readonly mock: Mock;
  /** The address base, with the version segment and no slash at the end; of no use where it does not listen. */
  readonly url: string;
  /** Finishes what is in flight, for `grace` milliseconds (5,000) at most; a second call can shorten that. */
  readonly close: (grace?: number) => Promise<void>;
}

export interface OpenMockOptions extends Settled, Pick<MockSettings, 'observe'> {
  readonly log?: (line: string) => void;
}

/** A mock that starts now, and answers. Refused with a sentence for each thing that is wrong. */
export async function openMock(options: OpenMockOptions): Promise<Result<OpenMock, readonly string[]>> {
  const { host, port, listen, log = () => {} } = options;
  const start = await readStartingPoint(options);
  if (!start.ok) return start;
  const mock = await createMock({ ...options, start: start.value });
  try {
    const server = listen
      ? await startServer({ host, port, handle: mock.handle, sideHandler: mock.control, headers: mock.headers, log })
      : undefined;
    const close = async (grace?: number): Promise<void> => {
      mock.closing.abort();
      await server?.close(grace);
    };
    return accept({ mock, url: `${server?.origin ?? 'http://mock.invalid'}/v3`, close });
  } catch (error) {
    return refuse([cannotListen(error, host, port)]);
  }
}

function cannotListen(error: unknown, host: string, port: number): string {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use; choose another port, or --port 0, which picks a free one.`;
    case 'EACCES':
      return `Port ${port} of ${host} needs more rights than this process has; choose a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} is no address of this machine; the default is 127.0.0.1.`;
    default:
      return `Cannot listen on port ${port} of ${host}: ${error.message}.`;
  }
}
