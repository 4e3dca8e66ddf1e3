import { onTestFinished } from 'vitest';
import { crossOrigin } from '../cors.ts';
import type { HttpRequest } from '../http-message.ts';
import { type Limits, type ServerOptions, startServer } from '../server.ts';
import { openRawConnection } from './raw-connection.ts';

/** A server that is closed when the test ends, as are the connections to it, of which there is one. */
export async function start(served: Omit<ServerOptions, 'host' | 'port'>) {
  const server = await startServer({ host: '127.0.0.1', port: 0, ...served });
  onTestFinished(() => server.close(0));
  const connect = () => openRawConnection(server.port);
  return { server, connect, connection: await connect() };
}

/** Answers with the request, and notes it; pages of this machine may read it. */
export async function startEcho(limits: Partial<Limits> = {}) {
  const requests: HttpRequest[] = [];
  const handle = (request: HttpRequest) => {
    requests.push(request);
    return { status: 200, body: `${request.method} ${request.url} ${request.body}` };
  };
  return { ...(await start({ handle, limits, headers: crossOrigin([]).headers })), requests };
}
