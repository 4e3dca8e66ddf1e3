import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many milliseconds a closing server waits for requests that are still arriving. */
const longestArrival = 5000;

/** The connections of a server, none of which stays for longer than twice `idle` milliseconds without a request. */
export function serverConnections(server: Server, idle: number) {
  /** With the answer to the latest request. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });

  // node:http starts its own timer again with every byte, also with those that begin no request, such as line breaks.
  let earlier = new Map(connections);
  const sweep = setInterval(() => {
    for (const [socket, answer] of connections) {
      if (answer?.writableFinished === true && earlier.get(socket) === answer) socket.destroy();
    }
    earlier = new Map(connections);
  }, idle).unref();

  let closed: Promise<void> | undefined;
  return {
    /** To be called with each request that is being answered. */
    asked: (socket: Socket, answer: ServerResponse): void => void connections.set(socket, answer),
    /** The request that is being answered. */
    unanswered: (socket: Socket): IncomingMessage | undefined => {
      const answer = connections.get(socket);
      return answer?.writableFinished === false ? answer.req : undefined;
    },
    /**
     * Takes no more connections, lets what is in flight finish, and cuts what has not arrived after 5,000 milliseconds, or
     * is not finished after `grace` (5,000). Called again, it can only shorten that time.
     */
    close: (grace = longestArrival): Promise<void> => {
      closed ??= new Promise((resolve) => {
        clearInterval(sweep);
        server.close(() => resolve());
        // node:http takes a connection that never said anything for a busy one. A turn later, so that a request which
        // has arrived by now is seen first.
        setImmediate(() => {
          for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
        });
      });
      const deadline = setTimeout(() => server.closeAllConnections(), grace);
      // A closed server of node:http looks no more after requests that do not arrive.
      const arrived = setTimeout(() => {
        for (const [socket, answer] of connections) if (answer?.req.complete !== true) socket.destroy();
      }, longestArrival);
      return closed.finally(() => [deadline, arrived].forEach(clearTimeout));
    },
  };
}

/** From which connections nothing is read, and how many reasons there are for it. */
const reasons = new WeakMap<Socket, number>();

/** Reads nothing more from a caller until the function that it answers with is called. */
export function holdBack(socket: Socket): () => void {
  const before = reasons.get(socket);
  // node:http reads on behind each request that is complete.
  if (before === undefined) socket.on('resume', () => isHeld(socket) && socket.pause());
  reasons.set(socket, (before ?? 0) + 1);
  socket.pause();
  return () => {
    reasons.set(socket, (reasons.get(socket) ?? 1) - 1);
    if (!isHeld(socket)) socket.resume();
  };
}

const isHeld = (socket: Socket): boolean => (reasons.get(socket) ?? 0) > 0;
