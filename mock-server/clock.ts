/** The time of one sandbox. Everything of it that shows a time follows it. */
export interface Clock {
  /** Where it has its time from. */
  readonly milliseconds: () => number;
  /** How far it is ahead of that, in milliseconds. */
  ahead: number;
  /** The second at which it stands still. */
  frozenAt: number | undefined;
}

/** A clock that shows the real time until it is set. */
export const createClock = (milliseconds = Date.now): Clock => ({ milliseconds, ahead: 0, frozenAt: undefined });

/** In whole UNIX seconds. */
export const timeOf = ({ milliseconds, ahead, frozenAt }: Clock): number =>
  frozenAt ?? Math.floor((milliseconds() + ahead) / 1000);

/** Shows `at`, and goes on or stands as before. */
export function setClock(clock: Clock, at: number): void {
  if (clock.frozenAt === undefined) clock.ahead = at * 1000 - clock.milliseconds();
  else clock.frozenAt = at;
}
