import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts the server of a test, which ends with it; resolves to its address, and to the connections that it has had. */
export async function listening(given: Server | RequestListener) {
  const server = typeof given === 'function' ? createServer(given) : given;
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => connections.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`, connections };
}
