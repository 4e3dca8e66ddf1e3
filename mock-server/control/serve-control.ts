import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpReply } from '../http-message.ts';
import type { Mock } from '../mock.ts';
import { readBody } from '../read-body.ts';
import { refuseCaller } from './guard.ts';
import { operate } from './operations.ts';
import { ControlRefusal } from './refusal.ts';

/** The largest world that can be put in the place of another over HTTP, in bytes. */
export const largestBody = 16 * 1024 * 1024;

/** `/_mock`: the same as the methods of a sandbox, for whoever may. Nothing is read of what others send. */
export function serveControl(
  mock: Mock,
  token: string | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  send: (reply: HttpReply) => void,
): void {
  const last = (refusal: ControlRefusal): void => {
    outgoing.shouldKeepAlive = false;
    send(encodeFailure(refusal));
  };
  const refused = refuseCaller(incoming, token);
  if (refused !== undefined) {
    last(refused);
    return;
  }
  if (incoming.headers.expect !== undefined) outgoing.writeContinue();
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  readBody(
    incoming,
    largestBody,
    (body) => {
      const { method = '', url = '' } = incoming;
      const [path = '', query] = url.slice('/_mock'.length).split(/\?(.*)/s);
      operate(mock, { method, path, query: new URLSearchParams(query), body, signal: gone.signal })
        .then(encode, encodeFailure)
        .then(send);
    },
    () => last(new ControlRefusal(`The body is larger than ${largestBody} bytes.`, 413)),
  );
}

const encode = (value: unknown): HttpReply => ({
  status: 200,
  body: typeof value === 'string' ? value : JSON.stringify(value ?? { done: true }),
});

function encodeFailure(error: unknown): HttpReply {
  const isRefusal = error instanceof ControlRefusal;
  if (!isRefusal) console.error(error);
  const { status, message } = isRefusal ? error : { status: 500, message: 'The mock server failed.' };
  return { status, body: JSON.stringify({ error: { message } }) };
}
