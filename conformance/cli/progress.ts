import type { ProgressEvent } from '../report/document.ts';
import { clipped } from '../writers/columns.ts';
import { counted } from '../writers/report-words.ts';

export interface ProgressLine<Shown> {
  readonly show: (event: Shown) => void;
  /** Takes the line away, for good. */
  readonly end: () => void;
}

const leastMsBetween = 80;

/** One line that rewrites itself, where somebody is watching; elsewhere nothing. */
export function progressLine<Shown extends { readonly phase: string }>(
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
  textOf: (event: Shown) => string,
): ProgressLine<Shown> {
  if (!stream.isTTY || (env['CI'] ?? '') !== '' || env['TERM'] === 'dumb') return { show: () => {}, end: () => {} };
  let shownAt = 0;
  let phase: string | undefined;
  let ended = false;
  return {
    show: (event) => {
      const now = performance.now();
      if (ended || (event.phase === phase && now - shownAt < leastMsBetween)) return;
      shownAt = now;
      phase = event.phase;
      stream.write(`\r\u001b[2K${clipped(textOf(event), (stream.columns || 80) - 1)}`);
    },
    end: () => {
      if (!ended && shownAt > 0) stream.write('\r\u001b[2K');
      ended = true;
    },
  };
}

const phases: Readonly<Record<Exclude<ProgressEvent['phase'], 'waiting'>, string>> = {
  reaching: 'reaching the target',
  'finding-behaviour': 'finding its behaviour',
  testing: 'testing',
  settling: 'waiting until everything is quiet',
  shrinking: 'shortening the reproductions of violations',
  'tidying-up': 'tidying up',
};

export const waitingText = ({ status, seconds }: Extract<ProgressEvent, { readonly phase: 'waiting' }>): string =>
  `waiting for the target: ${status}, ${seconds} s`;

export function progressText(event: ProgressEvent): string {
  if (event.phase === 'waiting') return waitingText(event);
  const share = 'of' in event ? ` ${event.done} of ${event.of}` : '';
  return `${phases[event.phase]}${share} (${counted(event.requests, 'request')})`;
}
