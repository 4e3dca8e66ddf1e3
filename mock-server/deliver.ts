import type { ServerResponse } from 'node:http';
import type { Delivery } from './http-message.ts';
import { headersFor } from './reply-headers.ts';

/** Sends a reply as it wants to be sent, with further headers. */
export function deliver(outgoing: ServerResponse, reply: Delivery, further: readonly string[] = []): void {
  if (reply.cut === 'before') {
    outgoing.req.socket.destroy();
    return;
  }
  outgoing.writeHead(reply.status, headersOf(reply, further));
  if (reply.cut === undefined) outgoing.end(reply.body);
  else outgoing.write(firstHalf(reply.body), () => outgoing.req.socket.destroy());
}

/** All of its bytes are promised in `Content-Length`. */
export function headersOf(reply: Delivery, further: readonly string[]): string[] {
  const { contentType, headers = [] } = reply;
  const usual = headersFor(reply);
  if (contentType === undefined) {
    return headers.length + further.length === 0 ? usual : [...usual, ...headers, ...further];
  }
  const [, , ...length] = usual;
  return [...(contentType === '' ? [] : ['Content-Type', contentType]), ...length, ...headers, ...further];
}

export const firstHalf = (body: string): string => body.slice(0, Math.ceil(body.length / 2));
