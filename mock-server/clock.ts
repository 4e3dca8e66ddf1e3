/** The time of one sandbox. Everything of it that shows a time follows it. */
export interface Clock {
  /** How far it is ahead of the real time, in milliseconds. */
  ahead: number;
  /** The second at which it stands still. */
  frozenAt: number | undefined;
}

/** A clock that shows the real time until it is set. */
export const createClock = (): Clock => ({ ahead: 0, frozenAt: undefined });

/** In whole UNIX seconds. */
export const timeOf = ({ ahead, frozenAt }: Clock): number => frozenAt ?? Math.floor((Date.now() + ahead) / 1000);

/** Shows `at`, and goes on or stands as before. */
export function setClock(clock: Clock, at: number): void {
  if (clock.frozenAt === undefined) clock.ahead = at * 1000 - Date.now();
  else clock.frozenAt = at;
}
