import type { Mock } from '../mock.ts';
import type { OpenWorld } from '../open-world.ts';
import type { ClockReading } from './control-clock.ts';
import { armedFaults } from './control-faults.ts';
import { mostSnapshots } from './control-snapshots.ts';

/** What is there, and how much more there may be. */
export interface Health {
  readonly status: 'ok';
  readonly uptimeSeconds: number;
  /** Empty for the world of the key itself. */
  readonly world: string;
  /** Open worlds with a name; beyond `most` the one unused for longest goes, and `gone` counts those. */
  readonly worlds: { readonly open: number; readonly most: number; readonly gone: number };
  readonly journal: { readonly entries: number; readonly most: number; readonly dropped: number };
  readonly snapshots: { readonly taken: number; readonly most: number };
  /** How many are armed. */
  readonly faults: number;
  readonly clock: ClockReading;
}

export function healthOf({ worlds, startedAt, milliseconds }: Mock, world: OpenWorld): Health {
  const { name, journal, snapshots, clock } = world;
  return {
    status: 'ok',
    uptimeSeconds: Math.floor((milliseconds() - startedAt) / 1000),
    world: name,
    worlds: { open: worlds.names().length, most: worlds.most, gone: worlds.gone() },
    journal: { entries: journal.size(), most: journal.most, dropped: journal.dropped() },
    snapshots: { taken: snapshots.size, most: mostSnapshots },
    faults: armedFaults(world).length,
    clock: { now: clock.now(), frozen: clock.isFrozen() },
  };
}
