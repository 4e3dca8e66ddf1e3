import { whole } from '../../fixtures/shape.ts';
import type { Clock } from '../clock.ts';
import { ControlRefusal, checked } from './refusal.ts';

/** A moment: a `Date`, UNIX seconds, or a text such as `2026-11-20T12:00:00Z`. */
export type Moment = Date | number | string;

export interface ClockReading {
  /** UNIX seconds. */
  readonly now: number;
  readonly frozen: boolean;
}

/** The time of a sandbox; whatever shows a time follows it, and so do faults that are to last for a time. */
export interface ClockControl {
  readonly read: () => ClockReading;
  /** Stands still, at a moment or where it is. */
  readonly freeze: (at?: Moment) => ClockReading;
  /** Shows a moment, and goes on or stands as before. */
  readonly set: (at: Moment) => ClockReading;
  /** Moves by so many seconds. */
  readonly advance: (seconds: number) => ClockReading;
  /** Goes on from where it is. */
  readonly resume: () => ClockReading;
}

export function controlClock(clockOf: () => Clock): ClockControl {
  const read = (): ClockReading => ({ now: clockOf().now(), frozen: clockOf().isFrozen() });
  return {
    read,
    freeze: (at) => {
      clockOf().freeze(at === undefined ? undefined : secondsOf(at));
      return read();
    },
    set: (at) => {
      clockOf().set(secondsOf(at));
      return read();
    },
    advance: (seconds) => {
      const most = 1_000_000_000;
      clockOf().advance(checked(seconds, whole('seconds', -most, most)));
      return read();
    },
    resume: () => {
      clockOf().resume();
      return read();
    },
  };
}

/** The last second of the year 9999, as far as texts go. */
const latest = 253_402_300_799;

function secondsOf(at: Moment): number {
  const seconds = typeof at === 'number' ? at : Math.floor((at instanceof Date ? at : new Date(at)).getTime() / 1000);
  if (Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= latest) return seconds;
  throw new ControlRefusal(
    `${at === undefined ? 'Nothing' : JSON.stringify(at)} is no moment; write UNIX seconds, or a text such as "2026-11-20T12:00:00Z".`,
  );
}
