import { once } from 'node:events';
import { createConnection } from 'node:net';
import { otherUser } from './load.ts';

/** Gives the actor of a fresh mock server its conversations, through the API, many requests at a time. */
export async function arrangeConversations(port: number, conversations: number): Promise<void> {
  const numbers = Array.from({ length: conversations }, (_, index) => index + 1);
  await sendAll(port, [
    post('/users', { uid: 'actor', name: 'Actor' }),
    ...numbers.map((number) => post('/users', { uid: otherUser(number), name: `User ${number}` })),
    // In an order that has nothing to do with the order of the names.
    ...numbers
      .map((number) => (number * 7919) % conversations)
      .map((number) => message(otherUser(number + 1)))
      .map((body) => post('/messages', body, 'actor')),
  ]);
}

const message = (receiver: string) => ({ receiver, receiverType: 'user', data: { text: 'Hello' } });

function post(path: string, body: unknown, actor?: string): string {
  const text = JSON.stringify(body);
  const acting = actor === undefined ? '' : `onBehalfOf: ${actor}\r\n`;
  return `POST /v3${path} HTTP/1.1\r\nHost: bench\r\napikey: local-key\r\n${acting}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

const batch = 200;

/** Throws unless each is answered with 200. */
async function sendAll(port: number, requests: readonly string[]): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1' }).setEncoding('latin1');
  await once(socket, 'connect');
  for (let from = 0; from < requests.length; from += batch) {
    const some = requests.slice(from, from + batch);
    socket.write(some.join(''));
    let received = '';
    while (received.split('HTTP/1.1 ').length <= some.length || !received.endsWith('}')) {
      const [chunk] = (await once(socket, 'data')) as [string];
      received += chunk;
    }
    const refused = /HTTP\/1\.1 (?!200).*/.exec(received)?.[0];
    if (refused !== undefined) throw new Error(`arranging was answered with ${refused}`);
  }
  socket.destroy();
}
