import type { Socket } from 'node:net';

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
