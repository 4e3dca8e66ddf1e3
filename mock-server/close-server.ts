import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes the function that closes a server: it takes no more connections, lets what is in flight finish, and cuts what
 * is not finished after `grace` milliseconds. Called again, it can only shorten that time.
 */
export function gracefulClose(server: Server, onClosing: () => void): (grace?: number) => Promise<void> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  let closed: Promise<void> | undefined;
  return (grace = 5000) => {
    closed ??= new Promise((resolve) => {
      onClosing();
      // Idle connections are closed with it.
      server.close(() => resolve());
      // node:http takes a connection that never said anything for a busy one. A turn later, so that a request which
      // has arrived by now is seen first.
      setImmediate(() => {
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      });
    });
    const deadline = setTimeout(() => server.closeAllConnections(), grace);
    return closed.finally(() => clearTimeout(deadline));
  };
}
