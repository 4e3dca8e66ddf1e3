import type { Mock } from '../mock.ts';
import type { Sandbox } from '../sandbox.ts';
import { type ClockReading, readClock } from './control-clock.ts';
import { mostSnapshots } from './control-snapshots.ts';

/** What is there, and how much more there may be. */
export interface Health {
  readonly status: 'ok';
  readonly uptimeSeconds: number;
  /** Empty for the sandbox of the key itself. */
  readonly sandbox: string;
  /** Those with a name; beyond `most` that nobody holds the one unused for longest goes, and `gone` counts those. */
  readonly sandboxes: { readonly open: number; readonly most: number; readonly gone: number };
  readonly journal: { readonly entries: number; readonly most: number; readonly dropped: number };
  readonly snapshots: { readonly taken: number; readonly most: number };
  /** How many are armed. */
  readonly faults: number;
  readonly clock: ClockReading;
}

export function healthOf({ sandboxes, startedAt }: Mock, sandbox: Sandbox): Health {
  const { name, journal, snapshots, clock } = sandbox;
  return {
    status: 'ok',
    uptimeSeconds: Math.floor((Date.now() - startedAt) / 1000),
    sandbox: name,
    sandboxes: { open: sandboxes.list().length, most: sandboxes.most, gone: sandboxes.gone() },
    journal: { entries: journal.size(), most: journal.most, dropped: journal.dropped() },
    snapshots: { taken: snapshots.size, most: mostSnapshots },
    faults: sandbox.faults?.armed().length ?? 0,
    clock: readClock(clock),
  };
}
