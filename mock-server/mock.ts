import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { accept, type Result, refuse } from '../core/index.ts';
import { crossOrigin } from './cors.ts';
import { createHandler } from './handle-request.ts';
import type { HttpReply, HttpRequest, RequestLine } from './http-message.ts';
import type { Settled } from './options.ts';
import { answer, type SandboxSettings, type StartingPoint } from './sandbox.ts';
import { createSandboxes } from './sandboxes.ts';
import { type ServerOptions, type SideHandler, startServer } from './server.ts';
import { readStartingPoint } from './starting-point.ts';

/** All that a mock server is, but for the socket. */
export type Mock = Readonly<Awaited<ReturnType<typeof createMock>>>;

export interface OpenMock {
  readonly mock: Mock;
  /** The address base, with the version segment and no slash at the end; of no use where it does not listen. */
  readonly url: string;
  /** Finishes what is in flight, for `grace` milliseconds (5,000) at most; a second call can shorten that. */
  readonly close: (grace?: number) => Promise<void>;
}

interface Observing extends Pick<SandboxSettings, 'observe'>, Pick<ServerOptions, 'log'> {
  /** Called with a preflight, the description, and what is refused before its body is read. */
  readonly observeOther?: ((request: RequestLine, reply: HttpReply) => void) | undefined;
}

/** A mock that starts now, and answers. Refused with a sentence for each thing that is wrong. */
export async function openMock(options: Settled & Observing): Promise<Result<OpenMock, readonly string[]>> {
  const start = await readStartingPoint(options);
  if (!start.ok) return start;
  const mock = await createMock({ ...options, start: start.value });
  const { host, port, log } = options;
  const { handle, headers } = mock;
  const sideHandler = options.control ? controlSurface(mock, options.controlToken) : undefined;
  const served = { host, port, handle, sideHandler, headers, onRefused: options.observeOther };
  try {
    const server = options.listen ? await startServer({ ...served, ...(log && { log }) }) : undefined;
    const close = async (grace?: number): Promise<void> => {
      mock.closing.abort();
      await server?.close(grace);
    };
    return accept({ mock, url: `${server?.origin ?? 'http://mock.invalid'}/v3`, close });
  } catch (error) {
    return refuse([cannotListen(error, host, port)]);
  }
}

function cannotListen(error: unknown, host: string, port: number): string {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use; choose another port, or --port 0, which picks a free one.`;
    case 'EACCES':
      return `Port ${port} of ${host} needs more rights than this process has; choose a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} is no address of this machine; the default is 127.0.0.1.`;
    default:
      return `Cannot listen on port ${port} of ${host}: ${error.message}.`;
  }
}

export async function createMock(settings: Settled & Observing & { readonly start: StartingPoint }) {
  const keys = { apiKey: settings.apiKey, authOnlyKey: settings.authOnlyKey };
  const handlerFor = settings.failOnUnspecified
    ? (await import('./control/specified-only.ts')).strictHandlers(settings.allowUnspecified)
    : createHandler;
  const cors = crossOrigin(settings.cors);
  const sandboxes = createSandboxes({ ...settings, keys, most: settings.sandboxes, createHandler: handlerFor });
  return {
    keys,
    sandboxes,
    startedAt: Date.now(),
    headers: cors.headers,
    handle: (request: HttpRequest): HttpReply | Promise<HttpReply> => {
      const preflight = request.method === 'OPTIONS' ? cors.preflight(request) : undefined;
      const other = preflight ?? (request.url === '/openapi.yaml' && isRead(request) ? openapi() : undefined);
      if (other !== undefined) {
        settings.observeOther?.(request, other);
        return other;
      }
      const { access, sandbox } = sandboxes.door(request);
      return answer(sandbox, request, access);
    },
    /** Aborted when no more requests will come, so that nobody goes on waiting for one. */
    closing: new AbortController(),
  };
}

/**
 * The description of all calls, with this server in place of the one that it names. It is outside the API, and readable
 * without a key, as it holds nothing of a sandbox.
 */
const openapi = (): HttpReply => ({
  status: 200,
  contentType: 'application/yaml',
  body: readFileSync(`${import.meta.dirname}/../fixtures/openapi.yaml`, 'utf8').replace(/^( *- url: ).*$/m, '$1/v3'),
});

/** The control surface and its page, each loaded when it is first asked for. */
export const controlSurface = (mock: Mock, token: string | undefined): SideHandler => ({
  takes: (incoming) => asksForControl(incoming) || asksForPage(incoming),
  serve: (incoming, outgoing, send) => {
    const served = asksForControl(incoming)
      ? import('./control/serve-control.ts').then(({ serveControl }) =>
          serveControl(mock, token, incoming, outgoing, send),
        )
      : import('./inspector/serve-inspector.ts').then(({ serveInspector }) => serveInspector(token, incoming, send));
    served.catch(() => outgoing.destroy());
  },
});

const asksForControl = ({ url = '' }: IncomingMessage): boolean =>
  url.startsWith('/_mock') && /^\/_mock(?:[/?]|$)/.test(url);

/** A browser that was given the address alone. Other callers are answered as for any path that is none of the API. */
const asksForPage = (incoming: IncomingMessage): boolean =>
  /^\/(?:\?|$)/.test(incoming.url ?? '') && isRead(incoming) && incoming.headers.accept?.includes('text/html') === true;

const isRead = ({ method }: { readonly method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';
