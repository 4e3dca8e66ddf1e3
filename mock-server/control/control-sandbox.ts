import type { Behaviour } from '../../core/index.ts';
import { stateWorld } from '../../fixtures/state-world.ts';
import type { World } from '../../fixtures/world.ts';
import { keyOf } from '../authenticate.ts';
import { createClock } from '../clock.ts';
import type { Mock } from '../mock.ts';
import type { Sandbox } from '../sandbox.ts';
import { type ClockControl, controlClock } from './control-clock.ts';
import { controlFaults, type FaultControl } from './control-faults.ts';
import { controlJournal, type JournalControl } from './control-journal.ts';
import { controlSnapshots, type SnapshotControl } from './control-snapshots.ts';
import { type Health, healthOf } from './health.ts';
import { replaceWorld } from './replace-world.ts';
import { keyRemover } from './without-keys.ts';

/** One sandbox of a mock server, from outside the API: what `/_mock` does over HTTP, as methods. */
export interface SandboxControl {
  /** Empty for the sandbox of the key itself. */
  readonly name: string;
  /**
   * Its state and clock as they were when it was opened; no journal entries, snapshots or faults. Numbers go on counting.
   * Costs the same for any world.
   */
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

/** `sandbox` finds it, whenever it is needed. */
export function controlSandbox(mock: Mock, name: string, sandbox: () => Sandbox): SandboxControl {
  const keys = { ...mock.keys, apiKey: keyOf(mock.keys.apiKey, name) };
  return {
    name,
    reset: () => {
      const open = sandbox();
      open.cell = { state: open.start };
      open.clock = createClock();
      open.journal.clear();
      open.snapshots.clear();
      open.faults = undefined;
    },
    read: () => stateWorld(sandbox().cell.state),
    replace: async (given) => replaceWorld(sandbox(), given),
    snapshots: controlSnapshots(sandbox),
    clock: controlClock(() => sandbox().clock),
    journal: controlJournal(sandbox, keyRemover(mock.keys), mock.closing.signal),
    faults: controlFaults(sandbox, keys),
    health: () => healthOf(mock, sandbox()),
    behaviour: () => sandbox().behaviour,
  };
}
