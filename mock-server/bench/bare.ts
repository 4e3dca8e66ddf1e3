import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The yardstick: finds the call, reads the body, parses the JSON, answers the same bytes as the mock, and nothing else.
const reset = /^DELETE \/v3\/users\/([^/]+)\/conversation$/;
const others = ['X-Rate-Limit', '20000', 'X-Rate-Limit-Remaining', '20000', 'Content-Type', 'application/json'];
const server = createServer({ keepAliveTimeout: 30_000 }, (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const actor = reset.exec(`${incoming.method} ${incoming.url}`)?.[1];
    const { conversationWith = '' } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
    const message = `The conversation ${actor}_user_${conversationWith} has been deleted successfully for UID ${actor}.`;
    const body = JSON.stringify({ data: { success: true, message } });
    outgoing.writeHead(200, ['Content-Length', String(Buffer.byteLength(body)), ...others]).end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/v3\n`);
});
