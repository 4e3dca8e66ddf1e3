import type { Behaviour } from '../../core/index.ts';
import { stateWorld } from '../../fixtures/state-world.ts';
import type { World } from '../../fixtures/world.ts';
import type { Mock } from '../mock.ts';
import { isWorldName } from '../worlds.ts';
import { type ClockControl, controlClock } from './control-clock.ts';
import { clearFaults, controlFaults, type FaultControl } from './control-faults.ts';
import { controlJournal, type JournalControl } from './control-journal.ts';
import { controlSnapshots, type SnapshotControl } from './control-snapshots.ts';
import { type Health, healthOf } from './health.ts';
import { ControlRefusal } from './refusal.ts';
import { replaceWorld, replaceWorldByFile } from './replace-world.ts';

/** One world of a mock server, from outside the API: what `/_mock` does over HTTP, as methods. */
export interface WorldControl {
  /** Empty for the world of the key itself. */
  readonly name: string;
  /** As it was when it was opened: its state, clock, journal; no snapshots, no faults. Costs the same for any world. */
  readonly reset: () => void;
  /** The state in full, as a world that `replace` takes. */
  readonly read: () => World;
  /** Puts another world in its place: data, a file, or a shipped one by its name. */
  readonly replace: (world: World | string) => Promise<void>;
  readonly snapshots: SnapshotControl;
  readonly clock: ClockControl;
  readonly journal: JournalControl;
  readonly faults: FaultControl;
  readonly health: () => Health;
  /** What the mock does where the specification is silent. */
  readonly behaviour: () => Behaviour;
}

/** Opens the world with its first use, not here. */
export function controlWorld(mock: Mock, name: string): WorldControl {
  if (name !== '' && !isWorldName(name)) {
    throw new ControlRefusal(
      `${JSON.stringify(name)} is no name of a world; allowed are 1 to 100 characters of a-z, 0-9 and -.`,
    );
  }
  const world = () => mock.worlds.named(name);
  return {
    name,
    reset: () => {
      const open = world();
      open.state = open.start;
      open.clock.reset();
      open.journal.clear();
      open.snapshots.clear();
      clearFaults(open);
    },
    read: () => stateWorld(world().state),
    replace: async (given) => {
      if (typeof given === 'string') await replaceWorldByFile(world(), given);
      else replaceWorld(world(), given);
    },
    snapshots: controlSnapshots(world),
    clock: controlClock(() => world().clock),
    journal: controlJournal(world, mock.closing.signal),
    faults: controlFaults(world),
    health: () => healthOf(mock, world()),
    behaviour: () => world().behaviour,
  };
}
