import type { ChatState } from '../core/index.ts';
import { type Access, accessOf, isSandboxName, sameKey, wrongSandboxName } from './authenticate.ts';
import { createClock, timeOf } from './clock.ts';
import type { HttpRequest } from './http-message.ts';
import { openSandbox, type Sandbox, type SandboxSettings, type StartingPoint } from './sandbox.ts';

interface SandboxesSettings extends SandboxSettings {
  /** How many are open at once that nobody holds; beyond it the one unused for longest goes. */
  readonly most: number;
  readonly start: StartingPoint;
}

/** The sandboxes of one server: that of the key itself, which stays, and one for each `KEY.name`. */
export function createSandboxes(settings: SandboxesSettings) {
  const { keys, most } = settings;
  let { start } = settings;
  const { apiKey } = keys;
  const first = openSandbox('', start, settings);
  /** In the order of their last use. */
  const unheld = new Map<string, Sandbox>();
  const held = new Map<string, Sandbox>();
  let gone = 0;

  const find = (name: string): Sandbox | undefined => (name === '' ? first : (held.get(name) ?? unheld.get(name)));

  /** Opened, if it is not. The empty name is that of the key itself. */
  function open(name: string): Sandbox {
    const known = find(name);
    if (known !== undefined && !unheld.has(name)) return known;
    const sandbox = known ?? openSandbox(name, start, settings);
    unheld.delete(name);
    unheld.set(name, sandbox);
    if (unheld.size > most) {
      const [oldest = ''] = unheld.keys();
      unheld.delete(oldest);
      gone += 1;
    }
    return sandbox;
  }

  /** The name behind the right key; undefined where it is not the right one. */
  function nameBehind({ apikey = '' }: HttpRequest['headers']): string | undefined {
    // A key of another length never costs more than this.
    if (apikey.length <= apiKey.length + 1 || apikey[apiKey.length] !== '.') return undefined;
    return sameKey(apikey.slice(0, apiKey.length), apiKey) ? apikey.slice(apiKey.length + 1) : undefined;
  }

  return {
    most,
    /**
     * What the key of a request opens, and where. A request that cannot change anything opens no sandbox: where there is
     * none yet, it is answered from what one would start with.
     */
    door: (request: HttpRequest): { readonly access: Access; readonly sandbox: Sandbox } => {
      const { method, headers } = request;
      const access = accessOf(request, keys);
      const name = access?.kind === 'wrongApiKey' ? nameBehind(headers) : undefined;
      if (name === undefined) return { access, sandbox: first };
      if (!isSandboxName(name)) return { access: wrongSandboxName, sandbox: first };
      const reads = method === 'GET' || method === 'HEAD';
      const sandbox = reads && find(name) === undefined ? openSandbox(name, start, settings) : open(name);
      return { access: undefined, sandbox };
    },
    open,
    find,
    /** Opens it, so that it stays until it is closed; with a starting point of its own in place of what was there. */
    hold: (name: string, own?: StartingPoint): Sandbox => {
      const known = own === undefined ? find(name) : undefined;
      if (name === '') return first;
      const sandbox = known ?? openSandbox(name, own ?? start, settings);
      unheld.delete(name);
      held.set(name, sandbox);
      return sandbox;
    },
    close: (name: string): void => {
      unheld.delete(name);
      held.delete(name);
    },
    /**
     * Starts again with another state, in the sandbox of the key itself, by its clock, and in those that are opened from
     * now on. A reset sets the clock back, and comes to what those start with.
     */
    restart: (stateAt: (now: number) => ChatState): void => {
      start = { ...start, state: stateAt(timeOf(createClock())) };
      first.start = start.state;
      first.cell.state = stateAt(timeOf(first.clock));
    },
    /** What one starts with when it is opened. */
    start: (): StartingPoint => start,
    /** Those with a name, and how many entries their journals have: held by nobody first, unused for longest first. */
    list: () => [...unheld.values(), ...held.values()].map(({ name, journal }) => ({ name, entries: journal.size() })),
    /** How many went to make room. */
    gone: (): number => gone,
  };
}
