import type { IncomingMessage } from 'node:http';
import { refuseVisitor } from '../control/guard.ts';
import type { HttpReply } from '../http-message.ts';
import { contentSecurityPolicy, inspectorPage } from './page.ts';

/** `GET /` in a browser: the page of the inspector, for whoever may see it. */
export function serveInspector(
  controlToken: string | undefined,
  incoming: IncomingMessage,
  send: (reply: HttpReply) => void,
): void {
  const refusal = refuseVisitor(incoming, controlToken);
  if (refusal === undefined) {
    send(textOf(200, 'text/html', inspectorPage(incoming.headers.host ?? '')));
  } else {
    send(textOf(refusal.status, 'text/plain', `This is a mock server; its API is under /v3. ${refusal.message}\n`));
  }
}

const textOf = (status: number, type: string, body: string): HttpReply => ({
  status,
  body,
  contentType: `${type}; charset=utf-8`,
  headers,
});

/** No other page may frame this one, hold a window of it, or read it; and no browser keeps it. */
const headers = [
  ...['Content-Security-Policy', contentSecurityPolicy],
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'same-origin'],
  ...['Cache-Control', 'no-store'],
];
