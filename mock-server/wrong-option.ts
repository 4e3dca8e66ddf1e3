import { wrongKey } from '../fixtures/command-line/api-keys.ts';
import { isMap, Place, problemText, shown } from '../fixtures/problem.ts';
import { axes } from './axis.ts';
import { wrongOrigin } from './cors.ts';
import { mockDefaults, ranges } from './settings.ts';
import type { MockServerOptions } from './start-mock-server.ts';

type Check = (at: Place, value: unknown) => unknown;

const nameOf = ({ path }: Place): string => String(path.at(-1));

const flag: Check = (at, value) => at.flag(value, nameOf(at));
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const source: Check = (at, value) => {
  if (isMap(value) || isText(value)) return;
  at.problem(`${nameOf(at)} must be a file, the name of a shipped one, or a map, not ${shown(value)}.`);
};
/** No sentence repeats a key. */
const key: Check = (at, value) => {
  const name = nameOf(at);
  const wrong =
    typeof value === 'string' ? wrongKey(value, name) : `The key in ${name} must be a text, such as 'local-key'.`;
  if (wrong !== undefined) new Place(at.problems).problem(wrong);
};

const checks: { readonly [Name in keyof Required<MockServerOptions>]: Check } = {
  world: source,
  behaviour: source,
  apiKey: key,
  authOnlyKey: key,
  host: (at, value) => {
    if (isText(value)) return;
    at.problem(`host must be an address or name of this machine, such as '127.0.0.1', not ${shown(value)}.`);
  },
  port: (at, value) => at.whole(value, 'port', ...ranges.port),
  listen: flag,
  journal: (at, value) => at.whole(value, 'journal', ...ranges.journal),
  sandboxes: (at, value) => at.whole(value, 'sandboxes', ...ranges.sandboxes),
  failOnUnspecified: flag,
  allowUnspecified: (at, value) =>
    at.list(value, 'allowUnspecified', (each, axis) => each.choice(axis, 'an axis', axes)),
  control: flag,
  cors: (at, value) =>
    value === false ||
    at.list(value, 'cors', (each, origin) => {
      const wrong = wrongOrigin(each.text(origin, 'an origin'), 'cors');
      if (wrong !== undefined) new Place(at.problems).problem(wrong);
    }),
  controlToken: key,
};

/** What is wrong with the options of `startMockServer`, in a sentence; an empty key would open it to everybody. */
export function wrongOption(raw: unknown): string | undefined {
  const place = new Place();
  const names = Object.keys(checks) as (keyof MockServerOptions)[];
  const options = place.map(raw, 'the options of startMockServer', names);
  for (const name of names) place.optional(name, options, checks[name]);
  const { apiKey = mockDefaults.apiKey, authOnlyKey, control, controlToken } = options;
  if (apiKey === authOnlyKey) place.problem('The keys of apiKey and authOnlyKey must differ.');
  if (control === false && controlToken !== undefined) {
    place.problem('control: false and controlToken exclude each other.');
  }
  const [first] = place.problems;
  return first && problemText(first);
}
