import { once } from 'node:events';
import { createConnection } from 'node:net';
import fc from 'fast-check';

export async function openWire(port: number) {
  const socket = createConnection({ port, host: '127.0.0.1' }).setEncoding('latin1').setNoDelay();
  await once(socket, 'connect');
  let received = '';
  let wanted = 0;
  let settle = (_error?: Error): void => {};
  socket.on('data', (text: unknown) => {
    received += String(text);
    if (!received.endsWith('}') || received.split('HTTP/1.1 ').length <= wanted) return;
    const refused = /HTTP\/1\.1 (?!200).*/.exec(received)?.[0];
    received = '';
    settle(refused === undefined ? undefined : new Error(`a request of the bench was answered with ${refused}`));
  });
  socket.on('error', (error) => settle(error)).on('close', () => settle(new Error('the connection has ended')));
  return {
    /** Settles when so many answers have come; fails unless each is a 200. */
    ask: (requests: string, answers = 1) =>
      new Promise<void>((resolve, reject) => {
        wanted = answers;
        settle = (error) => (error === undefined ? resolve() : reject(error));
        socket.write(requests);
      }),
    [Symbol.dispose]: (): void => void socket.destroy(),
  };
}

/** The beginning of a request as it goes over the wire. Of the actor a header takes the bytes but for line ends. */
export function headText(method: string, url: string, key: string, actor: string): string {
  const acting = Buffer.from(actor.replaceAll(/[\r\n]/g, '')).toString('latin1');
  const headers = `Host: 127.0.0.1\r\napikey: ${key}\r\nonBehalfOf: ${acting}\r\nContent-Type: application/json`;
  return `${method} ${url} HTTP/1.1\r\n${headers}\r\n`;
}

export function requestText(method: string, path: string, body?: unknown, actor = 'actor', key = 'local-key'): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  return `${headText(method, path, key, actor)}Content-Length: ${text.length}\r\n\r\n${text}`;
}

const otherUser = (number: number): string => `u${String(number).padStart(6, '0')}`;

/** Resets that keep the order, so that each meets the same list; the others are drawn uniformly. */
export const resets = (conversations: number, seed: number): readonly string[] =>
  fc
    .sample(fc.noBias(fc.integer({ min: 1, max: conversations })), { numRuns: 10_000, seed })
    .map((number) => ({ conversationWith: otherUser(number), preserveOrder: true }))
    .map((body) => requestText('DELETE', '/v3/users/actor/conversation', body));

/** Gives the actor of a fresh mock server its conversations. */
export async function arrange(port: number, conversations: number): Promise<void> {
  const numbers = Array.from({ length: conversations }, (_, index) => index + 1);
  // Written in an order that has nothing to do with the order of the names.
  const receivers = numbers.map((number) => otherUser(((number * 7919) % conversations) + 1));
  const requests = [
    ...['actor', ...numbers.map(otherUser)].map((uid) => requestText('POST', '/v3/users', { uid, name: uid }, '')),
    ...receivers.map((receiver) =>
      requestText('POST', '/v3/messages', { receiver, receiverType: 'user', data: { text: 'Hello' } }),
    ),
  ];
  using wire = await openWire(port);
  for (let from = 0; from < requests.length; from += 200) {
    const some = requests.slice(from, from + 200);
    await wire.ask(some.join(''), some.length);
  }
}
