import type { Budget } from '../report/document.ts';
import type { RunOptions } from './options.ts';

/** About how many requests a run of all requirements sends to a server of the reference behaviour. */
export const wholeRun: Readonly<Record<Budget, number>> = {
  smoke: 430,
  quick: 3_000,
  default: 14_600,
  thorough: 89_700,
};

/** About how many requests a run will send; undefined where it tests a part alone, which may be any size. */
export const expectedRequests = ({ settings, values }: RunOptions): number | undefined =>
  ['only', 'users', 'replay'].some((part) => part in values) ? undefined : wholeRun[settings.budget];

/** How long something takes, in words: seconds, from two minutes on minutes. */
export const duration = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
