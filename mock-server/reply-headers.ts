import type { HttpReply } from './http-message.ts';

/** Names and values in turn, the form that costs node:http least. */
export const headersFor = ({ status, body }: HttpReply): string[] =>
  // The two statuses that have no body must not speak of its length either.
  status === 204 || status === 304
    ? []
    : ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))];
