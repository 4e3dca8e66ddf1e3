import type { Sandbox } from '../sandbox.ts';
import { ControlRefusal } from './refusal.ts';

export const mostSnapshots = 100;

export type SnapshotControl = Readonly<ReturnType<typeof controlSnapshots>>;

/**
 * States of a sandbox to come back to: users, groups, lists and messages, not its clock, journal and faults, which stay as
 * they are. Each costs what has changed since.
 */
export function controlSnapshots(sandbox: () => Sandbox) {
  return {
    /** Keeps the state as it is now, in place of what the name stood for. */
    take: (name: string): void => {
      const { snapshots, cell } = sandbox();
      if (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name)) {
        throw new ControlRefusal('The name of a snapshot must be 1 to 100 letters, digits, dots, - and _.');
      }
      if (snapshots.size >= mostSnapshots && !snapshots.has(name)) {
        throw new ControlRefusal(`A sandbox has ${mostSnapshots} snapshots at most; use a name again, or reset it.`);
      }
      snapshots.set(name, cell.state);
    },
    restore: (name: string): void => {
      const { snapshots } = sandbox();
      const state = snapshots.get(name);
      if (state === undefined) {
        const others = snapshots.size === 0 ? 'none was taken' : `there are ${[...snapshots.keys()].join(', ')}`;
        throw new ControlRefusal(`There is no snapshot ${JSON.stringify(name)}; ${others}.`, 404);
      }
      sandbox().cell.state = state;
    },
    names: (): readonly string[] => [...sandbox().snapshots.keys()],
  };
}
