import { clipped } from '../../fixtures/printable.ts';
import { wholeRun } from '../plan/extent.ts';
import type { ProgressEvent } from '../report/document.ts';
import { counted } from '../writers/report-words.ts';
import type { RunOptions } from './options.ts';

const leastMsBetween = 80;

/** One line that rewrites itself, where somebody is watching; elsewhere nothing. A new phase shows at once. */
export function progressLine(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv) {
  const isWatched = stream.isTTY && (env['CI'] ?? '') === '' && env['TERM'] !== 'dumb';
  let shownAt = 0;
  let shownPhase: string | undefined;
  let ended = !isWatched;
  return {
    show: (phase: string, text: string): void => {
      const now = performance.now();
      if (ended || (phase === shownPhase && now - shownAt < leastMsBetween)) return;
      shownAt = now;
      shownPhase = phase;
      stream.write(`\r\u001b[2K${clipped(text, (stream.columns || 80) - 1)}`);
    },
    /** Takes the line away, for good. */
    end: (): void => {
      if (!ended && shownAt > 0) stream.write('\r\u001b[2K');
      ended = true;
    },
  };
}

const phases: Readonly<Record<Exclude<ProgressEvent['phase'], 'waiting'>, string>> = {
  reaching: 'reaching the target',
  'finding-behaviour': 'finding its behaviour',
  testing: 'testing',
  shrinking: 'shortening the reproductions of violations',
  'tidying-up': 'tidying up',
};

export const waitingText = (status: number, seconds: number): string =>
  `waiting for the target: ${status}, ${seconds} s`;

/** `expected` is about how many requests the whole run will send, where that is known. */
export function progressText(event: ProgressEvent, expected = 0): string {
  if (event.phase === 'waiting') return waitingText(event.status, event.seconds);
  const { phase, requests } = event;
  const share = 'of' in event ? ` ${event.done} of ${event.of}` : '';
  const isKnown = phase === 'testing' && requests < expected;
  return `${phases[phase]}${share} (${isKnown ? sentOf(requests, expected) : counted(requests, 'request')})`;
}

/** At the pace of the target since the process began. */
function sentOf(requests: number, expected: number): string {
  const seconds = ((expected - requests) * performance.now()) / requests / 1_000;
  return `${requests.toLocaleString('en')} of about ${counted(expected, 'request')}, ${duration(seconds)} left`;
}

/** About how many requests a run will send; undefined where it tests a part alone, which may be any size. */
export const expectedRequests = ({ settings, values }: RunOptions): number | undefined =>
  ['only', 'users', 'replay'].some((part) => part in values) ? undefined : wholeRun[settings.budget];

/** How long something takes, in words: seconds, from two minutes on minutes. */
export const duration = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
