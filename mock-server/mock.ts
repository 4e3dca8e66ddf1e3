import type { Keys } from './authenticate.ts';
import { createOpenHandler } from './handle-request.ts';
import type { Delivery, HttpReply, HttpRequest } from './http-message.ts';
import { answer, type StartingPoint } from './sandbox.ts';
import { createSandboxes, type Sandboxes } from './sandboxes.ts';
import type { SideHandler } from './server.ts';

export interface MockSettings {
  readonly start: StartingPoint;
  readonly keys: Keys;
  /** How many requests each sandbox's journal keeps. */
  readonly journal: number;
  /** How many sandboxes are open at once that nobody holds. */
  readonly sandboxes: number;
  readonly failOnUnspecified: boolean;
  /** Whether `/_mock` is served; with a token, to whoever has it, else to this machine only. */
  readonly control: false | { readonly token: string | undefined };
  /** Where all clocks have their time from. */
  readonly milliseconds: () => number;
}

/** All that a mock server is, but for the socket. */
export interface Mock {
  readonly keys: Keys;
  readonly sandboxes: Sandboxes;
  readonly startedAt: number;
  readonly milliseconds: () => number;
  readonly handle: (request: HttpRequest) => HttpReply | Promise<Delivery>;
  /** The control surface, where it is served. */
  readonly control: SideHandler | undefined;
  /** Aborted when no more requests will come, so that nobody goes on waiting for one. */
  readonly closing: AbortController;
}

export async function createMock(settings: MockSettings): Promise<Mock> {
  const { start, keys, journal, control, milliseconds } = settings;
  const strict = settings.failOnUnspecified ? await import('./control/specified-only.ts') : undefined;
  const createHandler = strict?.createStrictHandler ?? createOpenHandler;
  const sandboxes = createSandboxes({ keys, most: settings.sandboxes, start, journal, milliseconds, createHandler });
  const mock: Mock = {
    keys,
    sandboxes,
    startedAt: milliseconds(),
    milliseconds,
    handle: (request) => {
      const { access, sandbox } = sandboxes.door(request);
      return answer(sandbox, request, access);
    },
    control: control === false ? undefined : controlSurface(() => mock, control.token),
    closing: new AbortController(),
  };
  return mock;
}

/** The control surface, loaded when it is first asked for. */
const controlSurface = (mock: () => Mock, token: string | undefined): SideHandler => ({
  takes: (url) => url.startsWith('/_mock') && /^\/_mock(?:[/?]|$)/.test(url),
  serve: (incoming, outgoing, send) => {
    import('./control/serve-control.ts')
      .then(({ serveControl }) => serveControl(mock(), token, incoming, outgoing, send))
      .catch(() => outgoing.destroy());
  },
});
