import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The yardstick: reads the body, parses the JSON, answers the same JSON, and nothing else.
const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const { conversationWith = '' } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
    const message = `The conversation actor_user_${conversationWith} has been deleted successfully for UID actor.`;
    const body = JSON.stringify({ data: { success: true, message } });
    outgoing
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
      .end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/v3\n`);
});
