import { answerFetch } from './answer-fetch.ts';
import { controlSandbox } from './control/control-sandbox.ts';
import { type FreshWorld, openFreshWorld } from './control/fresh-world.ts';
import { ControlRefusal, checkSandboxName } from './control/refusal.ts';
import { type OpenMock, openMock } from './mock.ts';
import { type MockServerOptions, settleOptions } from './options.ts';
import type { Sandbox } from './sandbox.ts';

export type { MockServerOptions } from './options.ts';

export type MockServer = Awaited<ReturnType<typeof startMockServer>>;

/** Starts a mock server inside this process; rejects with one sentence when an option cannot be what it is. */
export async function startMockServer(options: MockServerOptions = {}) {
  const settled = settleOptions(options);
  if (!settled.ok) throw new TypeError(settled.refusal);
  const opened = await openMock({ ...settled.value, port: options.port ?? 0 });
  if (!opened.ok) throw new Error(opened.refusal.join('\n'));
  const { mock, url, close } = opened.value;
  return {
    /** The address base, with the version segment and no slash at the end. */
    url,
    /** The key that opens the first sandbox. */
    apiKey: settled.value.apiKey,
    /**
     * A part of the server for each name, which starts with the starting world and stays until it is closed; without a
     * name, the one of the key itself.
     */
    sandbox: (name = ''): ServedSandbox => {
      checkSandboxName(name);
      return servedSandbox(opened.value, mock.sandboxes.hold(name));
    },
    /** The same for one test alone, with a world and behaviour of its own, and a name that nobody has. */
    freshWorld: async (fresh: FreshWorld = {}): Promise<ServedSandbox> =>
      servedSandbox(opened.value, await openFreshWorld(mock, fresh)),
    /** Answers as `fetch` does, without a socket. Only the path of the URL counts. */
    handle: (request: Request): Promise<Response> => answerFetch(mock, request),
    /** Finishes what is in flight, for `grace` milliseconds at most. */
    close: (grace = 1000): Promise<void> => close(grace),
    [Symbol.asyncDispose]: (): Promise<void> => close(1000),
  };
}

export type ServedSandbox = ReturnType<typeof servedSandbox>;

function servedSandbox({ mock, url }: OpenMock, held: Sandbox) {
  const { sandboxes } = mock;
  const { name } = held;
  const sandbox = (): Sandbox => {
    if (sandboxes.find(name) !== held) throw new ControlRefusal(`The sandbox ${name} was closed.`, 410);
    return held;
  };
  const close = (): void => {
    if (sandboxes.find(name) === held) sandboxes.close(name);
  };
  return {
    ...controlSandbox(mock, name, sandbox),
    url,
    /** What the app under test is given in place of the server's key. */
    apiKey: held.keys.apiKey,
    /** Frees what it holds; it is of no use afterwards. That of the key itself stays. */
    close,
    [Symbol.dispose]: close,
  };
}
