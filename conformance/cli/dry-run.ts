import { requirements } from '../requirements/all.ts';
import type { ExistingUsers } from '../verify-options.ts';
import { wrapped } from '../writers/columns.ts';
import { counted } from '../writers/report-words.ts';
import { duration, expectedRequests } from './expected-requests.ts';
import type { RunOptions } from './options.ts';

/** Every file that a run is to write. */
export function outputsOf({ reports, values }: RunOptions): readonly string[] {
  const found = values['behaviour-out'];
  return found === undefined ? reports : [...reports, found];
}

/** What a run with these options would do. */
export function dryRun(options: RunOptions): string {
  const { baseUrl = 'an embedded mock server', values, settings } = options;
  const { driver, replay } = values;
  const { budget, seed, only, existing } = settings;
  const tested = counted(only?.length ?? requirements.length, 'requirement');
  const judged =
    replay !== undefined ? `the violations of ${replay}` : existing === undefined ? tested : 'answers alone';
  const files = outputsOf(options);
  return [
    `Would test ${judged} on ${baseUrl}, with budget ${budget} and ${seed === undefined ? 'a random seed' : `seed ${seed}`}.`,
    ...(existing === undefined ? creating(driver) : reusing(existing)),
    ...toCome(options),
    ...(files.length === 0 ? [] : [`Would write ${files.join(', ')}.`]),
    'Nothing was sent.',
  ]
    .flatMap((sentence) => wrapped(sentence))
    .map((line) => `${line}\n`)
    .join('');
}

function toCome(options: RunOptions): readonly string[] {
  const requests = expectedRequests(options);
  const { rate } = options.settings;
  if (requests === undefined) return [];
  const takes = rate === undefined ? '' : `, which takes ${duration(requests / rate)} at ${rate} a second`;
  return [`Would send about ${counted(requests, 'request')} to a server of the reference behaviour${takes}.`];
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
