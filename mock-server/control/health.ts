import type { Mock } from '../mock.ts';
import type { Sandbox } from '../sandbox.ts';
import { readClock } from './control-clock.ts';
import { mostSnapshots } from './control-snapshots.ts';

export type Health = Readonly<ReturnType<typeof healthOf>>;

/** What is there, and how much more there may be. */
export const healthOf = ({ sandboxes, startedAt }: Mock, { name, journal, snapshots, faults, clock }: Sandbox) => ({
  status: 'ok' as const,
  uptimeSeconds: Math.floor((Date.now() - startedAt) / 1000),
  /** Empty for the sandbox of the key itself. */
  sandbox: name,
  /** Those with a name; beyond `most` that nobody holds the one unused for longest goes, and `gone` counts those. */
  sandboxes: { open: sandboxes.list().length, most: sandboxes.most, gone: sandboxes.gone() },
  journal: { entries: journal.size(), most: journal.most, dropped: journal.dropped() },
  snapshots: { taken: snapshots.size, most: mostSnapshots },
  faults: faults?.armed().length ?? 0,
  clock: readClock(clock),
});
