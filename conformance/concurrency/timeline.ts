import { keyOf } from '../play/ledger.ts';
import type { Deed, Operation, Outcome } from './history.ts';

const width = 24;

/** A history drawn as text: a line for each operation, its time from left to right, what it did and what came of it. */
export function drawTimeline(history: readonly Operation[], shorten: (text: string) => string): readonly string[] {
  const begin = Math.min(...history.map(({ invoked }) => invoked));
  const end = Math.max(...history.map(({ invoked, returned }) => (Number.isFinite(returned) ? returned : invoked)));
  const at = (time: number) => Math.round(((Math.min(time, end) - begin) / Math.max(end - begin, 0.001)) * (width - 1));
  return history
    .toSorted((a, b) => a.invoked - b.invoked)
    .map(({ client, deed, invoked, returned, outcome }) => {
      const [from, to] = [at(invoked), at(returned)];
      const bar = `${' '.repeat(from)}├${'─'.repeat(Math.max(to - from - 1, 0))}${Number.isFinite(returned) ? '┤' : '┄'}`;
      return shorten(`${client} ${bar.padEnd(width + 1)} ${say(deed)}: ${sayOutcome(outcome)}`);
    });
}

function say(deed: Deed): string {
  switch (deed.do) {
    case 'reset': {
      const how = [deed.preserveOrder ? 'in place' : '', deed.permanently ? 'permanently' : ''].filter(Boolean);
      return [`${deed.actor} resets ${keyOf(deed.conversation)}`, ...how].join(' ');
    }
    case 'send':
      return `${deed.actor} writes "${deed.text}" to ${keyOf(deed.to)}`;
    case 'list':
      return `${deed.actor} lists`;
    case 'read':
      return `${deed.actor} reads ${keyOf(deed.conversation)}`;
  }
}

function sayOutcome(outcome: Outcome): string {
  if (outcome.kind !== 'seen') return outcome.kind === 'unknown' ? 'no answer' : outcome.kind;
  return outcome.entries.length === 0 ? 'nothing' : outcome.entries.join(', ');
}
