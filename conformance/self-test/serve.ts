import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpRequest } from '../../mock-server/http-message.ts';
import { defaultLimits } from '../../mock-server/limits.ts';
import { readBody } from '../../mock-server/read-body.ts';
import type { Handle, ServedReply } from './in-process.ts';

/** A server that listens on a port of its own. */
export interface Listening {
  /** Ends in the version segment. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a handler that takes its time, and whose answers may look as no healthy one does. */
export async function serve(handle: Handle): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    const onBody = (body: string) => {
      handle(requestOf(incoming, body)).then(
        (reply) => answer(outgoing, reply),
        () => outgoing.destroy(),
      );
    };
    readBody(incoming, defaultLimits.body, onBody, () => outgoing.destroy());
  });
  server.keepAliveTimeout = defaultLimits.keepAliveTimeout;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v3`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const requestOf = ({ method = '', url = '', headers, rawHeaders }: IncomingMessage, body: string): HttpRequest => ({
  method,
  url,
  headers: headers as HttpRequest['headers'],
  rawHeaders,
  body,
});

function answer(
  outgoing: ServerResponse,
  { status, body, contentType = 'application/json', headers }: ServedReply,
): void {
  const isBodiless = status === 204 || status === 304;
  const type = contentType === '' || isBodiless ? {} : { 'Content-Type': contentType };
  outgoing.writeHead(status, { ...type, ...(headers as OutgoingHttpHeaders) });
  outgoing.end(isBodiless ? undefined : body);
}
