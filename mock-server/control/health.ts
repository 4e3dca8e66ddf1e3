import type { Mock } from '../mock.ts';
import { armedIn, type Sandbox } from '../sandbox.ts';
import { readClock } from './control-clock.ts';
import { mostSnapshots } from './control-snapshots.ts';

export type Health = Readonly<ReturnType<typeof healthOf>>;

/** What is there, and how much more there may be. */
export const healthOf = ({ sandboxes, startedAt }: Mock, sandbox: Sandbox) => ({
  status: 'ok' as const,
  uptimeSeconds: Math.floor((Date.now() - startedAt) / 1000),
  /** Empty for the sandbox of the key itself. */
  sandbox: sandbox.name,
  /** Those with a name; beyond `most` that nobody holds the one unused for longest goes, and `gone` counts those. */
  sandboxes: { open: sandboxes.list().length, most: sandboxes.most, gone: sandboxes.gone() },
  journal: { entries: sandbox.journal.size(), most: sandbox.journal.most, dropped: sandbox.journal.dropped() },
  snapshots: { taken: sandbox.snapshots.size, most: mostSnapshots },
  faults: armedIn(sandbox).length,
  clock: readClock(sandbox.clock),
});
