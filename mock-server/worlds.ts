import { isAuthOnly, type Keys, sameKey } from './authenticate.ts';
import { type OpenWorld, openWorld, type WorldSettings } from './open-world.ts';

/** The worlds of one server: that of the key itself, which stays, and one for each `KEY.name`. */
export interface Worlds {
  /** How many names are open at once; beyond it the one unused for longest goes. */
  readonly most: number;
  /** The world that a key opens; every key that opens none leads to the first world, whose handler refuses it. */
  readonly of: (apiKey: string | undefined) => OpenWorld;
  /** Opened, if it is not. The empty name is that of the first world. */
  readonly named: (name: string) => OpenWorld;
  /** Those with a name, unused for longest first. */
  readonly names: () => readonly string[];
  /** How many went to make room. */
  readonly gone: () => number;
}

export const isWorldName = (name: string): boolean => /^[a-z0-9-]{1,100}$/.test(name);

/** The key that opens the world of a name. */
export const keyOf = (apiKey: string, name: string): string => (name === '' ? apiKey : `${apiKey}.${name}`);

export interface WorldsSettings extends WorldSettings {
  readonly keys: Keys;
  readonly most: number;
}

export function createWorlds(settings: WorldsSettings): Worlds {
  const { keys, most } = settings;
  const { apiKey } = keys;
  const first = openWorld('', keys, settings);
  /** In the order of their last use. */
  const open = new Map<string, OpenWorld>();
  let latest = first;
  let gone = 0;

  function named(name: string): OpenWorld {
    if (name === latest.name) return latest;
    if (name === '') return first;
    const world = open.get(name) ?? openWorld(name, { ...keys, apiKey: keyOf(apiKey, name) }, settings);
    open.delete(name);
    open.set(name, world);
    latest = world;
    if (open.size > most) {
      const [oldest = ''] = open.keys();
      open.delete(oldest);
      gone += 1;
    }
    return world;
  }

  return {
    most,
    of: (given = '') => {
      // A key of another length never costs more than this.
      if (given.length <= apiKey.length + 1 || given[apiKey.length] !== '.') return first;
      const name = given.slice(apiKey.length + 1);
      const isOpened = sameKey(given.slice(0, apiKey.length), apiKey) && !isAuthOnly(given, keys) && isWorldName(name);
      return isOpened ? named(name) : first;
    },
    named,
    names: () => [...open.keys()],
    gone: () => gone,
  };
}
