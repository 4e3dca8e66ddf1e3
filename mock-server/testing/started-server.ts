import { afterEach } from 'vitest';
import type { HttpRequest } from '../http-message.ts';
import { type Limits, type RunningServer, type ServerOptions, startServer } from '../server.ts';
import { openRawConnection, type RawConnection } from './raw-connection.ts';

export const opened: { readonly servers: RunningServer[]; readonly connections: RawConnection[] } = {
  servers: [],
  connections: [],
};

/** To be called once by each file of tests that starts servers here. */
export const closeAfterEach = (): void =>
  afterEach(async () => {
    for (const connection of opened.connections.splice(0)) connection.drop();
    await Promise.all(opened.servers.splice(0).map((server) => server.close(0)));
  });

export async function start(served: Omit<ServerOptions, 'host' | 'port'>) {
  const server = await startServer({ host: '127.0.0.1', port: 0, ...served });
  opened.servers.push(server);
  const connect = async () => {
    const connection = await openRawConnection(server.port);
    opened.connections.push(connection);
    return connection;
  };
  return { server, connect };
}

export const echo = ({ method, url, body }: HttpRequest) => ({ status: 200, body: `${method} ${url} ${body}` });

/** Answers with the request, and notes it. */
export async function startEcho(limits: Partial<Limits> = {}) {
  const requests: HttpRequest[] = [];
  const handle = (request: HttpRequest) => {
    requests.push(request);
    return echo(request);
  };
  return { ...(await start({ handle, limits })), requests };
}
