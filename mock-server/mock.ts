import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Behaviour } from '../core/index.ts';
import type { Keys } from './authenticate.ts';
import { type AnswerHeaders, crossOrigin } from './cors.ts';
import { createOpenHandler } from './handle-request.ts';
import type { Delivery, HttpReply, HttpRequest } from './http-message.ts';
import { answer, type StartingPoint } from './sandbox.ts';
import { createSandboxes, type Sandboxes, type SandboxesSettings } from './sandboxes.ts';
import type { SideHandler } from './server.ts';
import type { Settled } from './settle-options.ts';

export interface MockSettings extends Settled {
  readonly start: StartingPoint;
  /** Told of every request that was answered. */
  readonly observe?: SandboxesSettings['observe'];
}

/** All that a mock server is, but for the socket. */
export interface Mock {
  readonly keys: Keys;
  readonly sandboxes: Sandboxes;
  readonly startedAt: number;
  readonly handle: (request: HttpRequest) => HttpReply | Promise<Delivery>;
  readonly headers: AnswerHeaders;
  /** What the inspector's page proves itself with; there is none before the page was served. */
  pageToken: string | undefined;
  /** The control surface, where it is served. */
  readonly control: SideHandler | undefined;
  /** Aborted when no more requests will come, so that nobody goes on waiting for one. */
  readonly closing: AbortController;
}

export async function createMock(settings: MockSettings): Promise<Mock> {
  const { apiKey, authOnlyKey, control, controlToken } = settings;
  const keys = { apiKey, authOnlyKey };
  const createHandler = await handlerMaker(settings);
  const cors = crossOrigin(settings.cors);
  const sandboxes = createSandboxes({ ...settings, keys, most: settings.sandboxes, createHandler });
  const mock: Mock = {
    keys,
    sandboxes,
    startedAt: Date.now(),
    headers: cors.headers,
    pageToken: undefined,
    handle: (request) => {
      const preflight = request.method === 'OPTIONS' ? cors.preflight(request) : undefined;
      if (preflight !== undefined) return preflight;
      if (request.url === openapiPath && (request.method === 'GET' || request.method === 'HEAD')) return openapi();
      const { access, sandbox } = sandboxes.door(request);
      return answer(sandbox, request, access);
    },
    control: control ? controlSurface(() => mock, controlToken) : undefined,
    closing: new AbortController(),
  };
  return mock;
}

/** Outside the API, and readable without a key: it describes the calls, and holds nothing of a world. */
const openapiPath = '/openapi.yaml';

async function handlerMaker({ failOnUnspecified, allowUnspecified }: Settled) {
  if (!failOnUnspecified) return createOpenHandler;
  const { createStrictHandler } = await import('./control/specified-only.ts');
  return (behaviour: Behaviour) => createStrictHandler(behaviour, allowUnspecified);
}

/** The description of all calls, with this server in place of the one that it names. */
const openapi = (): Delivery => ({
  status: 200,
  contentType: 'application/yaml',
  body: readFileSync(`${import.meta.dirname}/../fixtures/openapi.yaml`, 'utf8').replace(/^( *- url: ).*$/m, '$1/v3'),
});

/** The control surface and its page, each loaded when it is first asked for. */
const controlSurface = (mock: () => Mock, token: string | undefined): SideHandler => ({
  takes: (incoming) => asksForControl(incoming) || asksForPage(incoming),
  serve: (incoming, outgoing, send) => {
    const served = asksForControl(incoming)
      ? import('./control/serve-control.ts').then(({ serveControl }) =>
          serveControl(mock(), token, incoming, outgoing, send),
        )
      : import('./inspector/serve-inspector.ts').then(({ serveInspector }) =>
          serveInspector(mock(), token, incoming, send),
        );
    served.catch(() => outgoing.destroy());
  },
});

const asksForControl = ({ url = '' }: IncomingMessage): boolean =>
  url.startsWith('/_mock') && /^\/_mock(?:[/?]|$)/.test(url);

/** A browser that was given the address alone. Other callers are answered as for any path that is none of the API. */
const asksForPage = ({ method = '', url = '', headers }: IncomingMessage): boolean =>
  (url === '/' || url.startsWith('/?')) &&
  (method === 'GET' || method === 'HEAD') &&
  headers.accept?.includes('text/html') === true;
