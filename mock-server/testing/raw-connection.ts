import { once } from 'node:events';
import { createConnection } from 'node:net';

/**
 * A connection on which a test says exactly the bytes it wants. Replies are read by their `Content-Length`, so that one
 * without it, or with a wrong one, fails the test; what follows a HEAD is read with `noBody`.
 */
export async function openRawConnection(port: number, { allowHalfOpen = false } = {}) {
  const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen });
  let received = Buffer.alloc(0);
  let ended = false;
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
  });
  const closed = new Promise<void>((resolve) => {
    const end = () => {
      ended = true;
      resolve();
    };
    socket.on('end', end).on('error', end).on('close', end);
  });
  const refused = await Promise.race([once(socket, 'connect').then(() => false), closed.then(() => true)]);

  const take = async (size: () => number | undefined): Promise<Buffer> => {
    for (;;) {
      const length = size();
      if (length !== undefined && received.length >= length) {
        const taken = received.subarray(0, length);
        received = received.subarray(length);
        return taken;
      }
      if (ended) throw new Error(`The connection ended after: ${JSON.stringify(received.toString())}`);
      // What comes is kept above first; that it broke is seen as its end.
      await Promise.race([once(socket, 'data').catch(() => closed), closed]);
    }
  };

  const reply = async (noBody?: 'noBody') => {
    const head = await take(() => {
      const end = received.indexOf('\r\n\r\n');
      return end === -1 ? undefined : end + 4;
    });
    const status = Number(head.toString().split(' ')[1]);
    const lines = head.toString().matchAll(/^([^:\r\n]+): *(.*)\r$/gm);
    const headers: Record<string, string> = {};
    for (const [, name = '', value = ''] of lines) headers[name.toLowerCase()] = value;
    const length = status < 200 || noBody ? 0 : Number(headers['content-length']);
    if (Number.isNaN(length)) throw new Error(`A reply without Content-Length: ${head}`);
    return { status, headers, body: (await take(() => length)).toString() };
  };

  return {
    /** Nobody listens there. */
    refused,
    send: (bytes: string | Buffer): void => void socket.write(bytes),
    /** Reads nothing before all is sent. */
    sendFirst: async (bytes: string): Promise<void> => {
      socket.pause();
      await new Promise((resolve) => socket.write(bytes, resolve));
      socket.resume();
    },
    /** Sends this and reads what it is answered with. */
    ask: (bytes: string | Buffer, noBody?: 'noBody') => {
      socket.write(bytes);
      return reply(noBody);
    },
    reply,
    /** Settles when the server has ended the connection, or it broke. */
    closed,
    drop: (): void => void socket.resetAndDestroy(),
    rest: (): string => received.toString(),
  };
}

export const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

export const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A body in chunks of so many characters, each a byte. */
export function chunked(body: string, size: number): string {
  const pieces = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`;
}
