import { requirements } from '../requirements.ts';
import type { ExistingUsers } from '../verify-options.ts';
import { wrapped } from '../writers/columns.ts';
import { counted } from '../writers/report-words.ts';
import type { RunOptions } from './options.ts';
import { duration, expectedRequests } from './progress.ts';

export function dryRun(options: RunOptions): string {
  const { baseUrl = 'an embedded mock server', values, settings, outputs } = options;
  const { replay, seed } = values;
  const { budget, only, existing, rate } = settings;
  const tested = counted(only?.length ?? requirements.length, 'requirement');
  const judged =
    replay !== undefined ? `the violations of ${replay}` : existing === undefined ? tested : 'answers alone';
  const extent = replay === undefined ? `budget ${budget}` : 'the budget of that run';
  const drawn = seed === undefined ? 'a random seed' : `seed ${seed}`;
  const requests = expectedRequests(options) ?? 0;
  const takes = rate === undefined ? '' : `, which takes ${duration(requests / rate)} at ${rate} a second`;
  return [
    `Would test ${judged} on ${baseUrl}, with ${extent} and ${drawn}.`,
    ...(existing === undefined ? creating(values['driver']) : reusing(existing)),
    requests > 0 && `Would send about ${counted(requests, 'request')} to a server of the reference behaviour${takes}.`,
    outputs.length > 0 && `Would write ${outputs.join(', ')}.`,
    'Nothing was sent.',
  ]
    .flatMap((sentence) => (sentence === false ? [] : wrapped(sentence)))
    .map((line) => `${line}\n`)
    .join('');
}

const creating = (driver: string | undefined): readonly string[] => [
  `Would create users, groups and messages ${driver === undefined ? 'over HTTP' : `with ${driver}`}; their ids begin with cr and six characters of its own.`,
  'Would reset conversations between them, some permanently, and remove them all at the end.',
];

const reusing = (existing: ExistingUsers): readonly string[] => [
  `Would create nothing, and reset ${resetsOfExisting(existing)}.`,
  'Would delete no message permanently.',
  'What answers alone do not show would not be exercised, and the run incomplete.',
];

/** Whose conversations a run resets that creates nothing. */
export const resetsOfExisting = ({ users: [actor, ...others], group }: ExistingUsers): string =>
  `the conversations of ${actor} with ${others.join(', ')}${group === undefined ? '' : ` and with the group ${group}`}`;
