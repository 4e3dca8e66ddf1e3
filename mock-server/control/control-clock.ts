import { whole } from '../../fixtures/shape.ts';
import { type Clock, setClock, timeOf } from '../clock.ts';
import { ControlRefusal, checked } from './refusal.ts';

/** A moment: a `Date`, UNIX seconds, or a text such as `2026-11-20T12:00:00Z`. */
export type Moment = Date | number | string;

export interface ClockReading {
  /** UNIX seconds. */
  readonly now: number;
  readonly frozen: boolean;
}

export type ClockControl = Readonly<ReturnType<typeof controlClock>>;

export const readClock = (clock: Clock): ClockReading => ({ now: timeOf(clock), frozen: clock.frozenAt !== undefined });

/** The time of a sandbox; whatever shows a time follows it, and so do faults that are to last for a time. */
export function controlClock(clockOf: () => Clock) {
  const read = (): ClockReading => readClock(clockOf());
  return {
    read,
    /** Stands still, at a moment or where it is. */
    freeze: (at?: Moment): ClockReading => {
      clockOf().frozenAt = at === undefined ? timeOf(clockOf()) : secondsOf(at);
      return read();
    },
    /** Shows a moment, and goes on or stands as before. */
    set: (at: Moment): ClockReading => {
      setClock(clockOf(), secondsOf(at));
      return read();
    },
    /** Moves by so many seconds; back when negative, but not before the beginning of 1970. */
    advance: (seconds: number): ClockReading => {
      const most = 1_000_000_000;
      const at = timeOf(clockOf()) + checked(seconds, whole('seconds', -most, most));
      setClock(clockOf(), Math.max(0, at));
      return read();
    },
    /** Goes on from where it is. */
    resume: (): ClockReading => {
      const { now, frozen } = read();
      clockOf().frozenAt = undefined;
      if (frozen) setClock(clockOf(), now);
      return read();
    },
  };
}

/** The last second of the year 9999, as far as texts go. */
const latest = 253_402_300_799;

function secondsOf(at: Moment): number {
  const isWritten = typeof at === 'string' || at instanceof Date;
  const seconds = isWritten ? Math.floor(new Date(at).getTime() / 1000) : at;
  if (Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= latest) return seconds;
  throw new ControlRefusal(
    `${at === undefined ? 'Nothing' : JSON.stringify(at)} is no moment; write UNIX seconds, or a text such as "2026-11-20T12:00:00Z".`,
  );
}
