import type { IncomingMessage } from 'node:http';

/**
 * Reads a body to its end and passes it on as text, or says that it is longer than `limit` bytes as soon as that is
 * known. One of the two is called once, or none of them when the caller goes away.
 */
export function readBody(
  incoming: IncomingMessage,
  limit: number,
  onBody: (body: string) => void,
  onTooLarge: () => void,
): void {
  const length = incoming.headers['content-length'];
  if (length === undefined ? incoming.headers['transfer-encoding'] === undefined : length === '0') {
    onBody('');
    return;
  }
  if (Number(length) > limit) {
    onTooLarge();
    return;
  }

  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    const before = size;
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (before <= limit) onTooLarge();
  });
  incoming.on('end', () => {
    if (size > limit) return;
    const [first] = chunks;
    // Nearly every body comes in one piece, which needs no copy.
    const bytes = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
    onBody(bytes.toString());
  });
}
