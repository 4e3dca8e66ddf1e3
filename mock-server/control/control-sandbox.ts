import type { Behaviour } from '../../core/index.ts';
import { stateWorld } from '../../fixtures/state-world.ts';
import type { World } from '../../fixtures/world.ts';
import { createClock } from '../clock.ts';
import type { Mock } from '../mock.ts';
import type { Sandbox } from '../sandbox.ts';
import { controlClock } from './control-clock.ts';
import { controlFaults } from './control-faults.ts';
import { controlJournal } from './control-journal.ts';
import { controlSnapshots } from './control-snapshots.ts';
import { type Health, healthOf } from './health.ts';
import { replaceWorld } from './replace-world.ts';
import { keyRemover } from './without-keys.ts';

export type SandboxControl = Readonly<ReturnType<typeof controlSandbox>>;

/**
 * One sandbox of a mock server, from outside the API: what `/_mock` does over HTTP, as methods. `sandbox` finds it,
 * whenever it is needed.
 */
export function controlSandbox(mock: Mock, name: string, sandbox: () => Sandbox) {
  return {
    /** Empty for the sandbox of the key itself. */
    name,
    /**
     * Its state and clock as they were when it was opened; no journal entries, snapshots or faults. Numbers go on
     * counting. Costs the same for any world.
     */
    reset: (): void => {
      const open = sandbox();
      open.cell = { state: open.start };
      open.clock = createClock();
      open.journal.clear();
      open.snapshots.clear();
      open.faults = undefined;
    },
    /** The state in full, as a world that `replace` takes. */
    read: (): World => stateWorld(sandbox().cell.state),
    /** Puts another world in its place: data, a file, or a shipped one by its name. */
    replace: async (world: World | string): Promise<void> => replaceWorld(sandbox(), world),
    snapshots: controlSnapshots(sandbox),
    clock: controlClock(() => sandbox().clock),
    journal: controlJournal(sandbox, keyRemover(mock.keys), mock.closing.signal),
    faults: controlFaults(sandbox),
    health: (): Health => healthOf(mock, sandbox()),
    /** What the mock does where the specification is silent. */
    behaviour: (): Behaviour => sandbox().behaviour,
  };
}
