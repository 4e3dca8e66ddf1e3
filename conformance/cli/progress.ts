import type { ProgressEvent } from '../report/document.ts';
import { clipped } from '../writers/columns.ts';
import { counted } from '../writers/report-words.ts';
import { duration } from './expected-requests.ts';

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

/** What is to come, where that is known. */
export interface Ahead {
  /** Of the whole run. */
  readonly requests: number;
  /** Since the run began. */
  readonly elapsedMs: number;
}

export function progressText(event: ProgressEvent, ahead?: Ahead): string {
  if (event.phase === 'waiting') return waitingText(event.status, event.seconds);
  const share = 'of' in event ? ` ${event.done} of ${event.of}` : '';
  const isKnown = ahead !== undefined && event.phase === 'testing' && event.requests < ahead.requests;
  const sent = isKnown ? sentOf(event.requests, ahead) : counted(event.requests, 'request');
  return `${phases[event.phase]}${share} (${sent})`;
}

/** At the pace of the target so far. */
function sentOf(requests: number, ahead: Ahead): string {
  const seconds = ((ahead.requests - requests) * ahead.elapsedMs) / requests / 1_000;
  return `${requests.toLocaleString('en')} of about ${counted(ahead.requests, 'request')}, ${duration(seconds)} left`;
}
