import type { Keys } from './authenticate.ts';
import { createHandler } from './handle-request.ts';
import type { Delivery, HttpReply, HttpRequest } from './http-message.ts';
import { answer } from './open-world.ts';
import type { Aside } from './server.ts';
import type { StartingPoint } from './starting-point.ts';
import { createWorlds, type Worlds } from './worlds.ts';

export interface MockSettings {
  readonly start: StartingPoint;
  readonly keys: Keys;
  /** How many requests each world's journal keeps. */
  readonly journal: number;
  /** How many worlds with a name are open at once. */
  readonly worlds: number;
  readonly failOnUnspecified: boolean;
  /** Whether `/_mock` is served; with a token, to whoever has it, else to this machine only. */
  readonly control: false | { readonly token: string | undefined };
  /** Where all clocks have their time from. */
  readonly milliseconds: () => number;
}

/** All that a mock server is, but for the socket. */
export interface Mock {
  readonly worlds: Worlds;
  readonly startedAt: number;
  readonly milliseconds: () => number;
  readonly handle: (request: HttpRequest) => HttpReply | Promise<Delivery>;
  /** The control surface, where it is served. */
  readonly aside: Aside | undefined;
  /** Aborted when no more requests will come, so that nobody goes on waiting for one. */
  readonly closing: AbortController;
}

export async function createMock(settings: MockSettings): Promise<Mock> {
  const { start, keys, journal, control, milliseconds } = settings;
  const strict = settings.failOnUnspecified ? await import('./control/specified-only.ts') : undefined;
  const worlds = createWorlds({
    keys,
    most: settings.worlds,
    behaviour: start.behaviour,
    start: start.state,
    journal,
    milliseconds,
    createHandler: (configuration) => {
      const handle = createHandler(configuration);
      return strict === undefined ? handle : strict.specifiedOnly(handle, configuration);
    },
  });
  const mock: Mock = {
    worlds,
    startedAt: milliseconds(),
    milliseconds,
    handle: (request) => answer(worlds.of(request.headers['apikey']), request),
    aside: control === false ? undefined : controlAside(() => mock, control.token),
    closing: new AbortController(),
  };
  return mock;
}

/** The control surface, loaded when it is first asked for. */
const controlAside = (mock: () => Mock, token: string | undefined): Aside => ({
  takes: (url) => url.startsWith('/_mock') && /^\/_mock(?:[/?]|$)/.test(url),
  serve: (incoming, outgoing, send) => {
    import('./control/serve-control.ts')
      .then(({ serveControl }) => serveControl(mock(), token, incoming, outgoing, send))
      .catch(() => outgoing.destroy());
  },
});
